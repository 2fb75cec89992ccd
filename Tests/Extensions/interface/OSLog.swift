import OSLog

//# OSLog

//| `Logger(subsystem:category:)` | works | the category begins the message; the unit stands for the subsystem
func logger() -> Logger { Logger(subsystem: "org.example.house", category: "bell") }

//| `Logger()` | works | without a category
func plainLogger() -> Logger { Logger() }

//| `Logger(_:)` | works | with an `OSLog`
func loggerOfLog() -> Logger { Logger(OSLog(subsystem: "org.example.house", category: "bell")) }

//| `Logger.log(_:)` | works | priority 5, notice
func logDefault() { logger().log("It rang") }

//| `Logger.log(level:_:)` | works | the level's priority
func logAtLevel() { logger().log(level: .info, "It rang") }

//| `Logger.trace(_:)` | works | priority 7, debug; an installed extension's unit drops it
func logTrace() { logger().trace("It rang") }

//| `Logger.debug(_:)` | works | priority 7, debug; an installed extension's unit drops it
func logDebug() { logger().debug("It rang") }

//| `Logger.info(_:)` | works | priority 6, info
func logInfo() { logger().info("It rang") }

//| `Logger.notice(_:)` | works | priority 5, notice
func logNotice() { logger().notice("It rang") }

//| `Logger.warning(_:)` | works | priority 4, warning
func logWarning() { logger().warning("It rang") }

//| `Logger.error(_:)` | works | priority 3, error
func logError() { logger().error("It rang") }

//| `Logger.critical(_:)` | works | priority 2, critical
func logCritical() { logger().critical("It rang") }

//| `Logger.fault(_:)` | works | priority 2, critical
func logFault() { logger().fault("It rang") }

//| `OSLogMessage` with `privacy:` | works | texts and objects are `<private>` by default
func logPrivacy(name: String) { logger().info("\(name, privacy: .public) rang") }

//| `OSLogPrivacy` with `mask: .hash` | works | a number for each value, as long as the program runs
func logMask(name: String) { logger().info("\(name, privacy: .private(mask: .hash)) rang") }

//| `OSLogMessage` with `align:` | works | a least width
func logAlignment(name: String) { logger().info("\(name, align: .right(columns: 8), privacy: .public) rang") }

//| `OSLogMessage` with `format:` of an integer | works | decimal, hexadecimal or octal
func logInteger(count: Int) { logger().info("\(count, format: .hex) times") }

//| `OSLogMessage` with `format:` of a number | works | with a number of digits
func logNumber(heat: Double) { logger().info("\(heat, format: .fixed(precision: 1)) degrees") }

//| `OSLogType` | works | a priority of syslog(3)
func levels() -> [OSLogType] { [.default, .info, .debug, .error, .fault] }

//| `OSLog.default` and `OSLog.disabled` | works | `disabled` writes nothing
func logs() -> [OSLog] { [.default, .disabled] }

//| `os_log(_:)` | works | priority 5, notice
func logByFunction() { os_log("It rang") }

//| `os_log(_:log:_:)` | works | the level's priority
func logErrorByFunction() { os_log(.error, log: .default, "It rang") }
