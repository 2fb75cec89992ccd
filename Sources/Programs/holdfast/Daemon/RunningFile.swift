import Configuration
import EventLoop
import Logging
import MonotonicTime
import Panel
import Store

/// The panel's file while a panel runs: its last good text, which is kept, and the fault while the file cannot be used.
///
/// ```
///   start, reload ─▶ used ──────────────▶ the text is kept, on a worker's thread
///                 └▶ refused ─┬─▶ fault
///   saved ─ 1 s ─▶ read ──────┴─ mended ─▶ no fault
/// ```
@PanelActor
final class RunningFile {
    /// How long a file that was saved is left alone, since editors write and rename in several steps.
    private static let pause = Duration.seconds(1)

    /// The file as it was read after a change.
    private struct Reading: Sendable {
        var text: [UInt8]?
        var result: Result<PanelDescription, ConfigurationError>

        init(_ path: String) {
            do throws(ConfigurationError) {
                let text = try PanelFile.text(path: path, isTrusted: true)
                self.text = text
                result = .success(try PanelFile.parse(text, file: path))
            } catch {
                result = .failure(error)
            }
        }
    }

    /// Why the panel does not run the present text of the file, or else why it has no copy; `nil` while all is well.
    var fault: PanelFault? { textFault ?? copyFault }
    private var textFault: PanelFault?
    private var copyFault: PanelFault?
    /// Whether the store, which lies beside the copy, has a fault.
    var storeFails: @PanelActor () -> Bool = { false }
    private let path: String
    private let kept: LastGoodFile?
    private let scheduler: any Scheduler
    private let logger: Logger
    /// Reads and writes beside the loop, since a disk may stall.
    private let worker: any JobQueue
    private var watch: PathWatch?
    private var timer: PanelTimer?
    /// Whether the panel runs the last good text in place of the file's.
    private var isLastGood = false
    /// The text that was refused last, and the reason.
    private var refused: (text: [UInt8]?, error: ConfigurationError)?
    /// Checks a text that a person has saved, beyond its grammar.
    private var check: (@PanelActor (PanelDescription) throws(ConfigurationError) -> Void)?
    private var onChange: (@PanelActor (PanelFault?) -> Void)?

    /// - Parameter kept: The copy of the last good text; `nil` for none.
    init(
        _ path: String, keptAs kept: LastGoodFile?, scheduler: any Scheduler,
        worker: any JobQueue = PanelStore.sharedWorker,
        _ logger: Logger
    ) {
        (self.path, self.kept, self.scheduler, self.worker) = (path, kept, scheduler, worker)
        self.logger = logger
    }

    // MARK: Starts and reloads

    /// Takes note of the text of which a panel starts.
    func starts(_ opened: OpenedPanelFile) {
        refused = nil
        textFault = opened.problem.map { fault(of: try? PanelFile.text(path: path, isTrusted: true), $0) }
        guard let problem = opened.problem else { return }
        logger.error("\(problem.description)")
        logger.error("\(path) cannot be used; the panel runs the last good one")
    }

    /// Keeps the text of the panel that has started, unless the text is the kept one.
    func runs(_ opened: OpenedPanelFile) {
        isLastGood = opened.problem != nil
        guard let kept, opened.problem == nil else { return }
        let text = opened.text
        // A worker's thread would stay. A start reads the store on the loop, too.
        if kept.text() == text { return set(textFault, copy: nil) }
        worker.perform {
            Result { () throws(NewFile.Failure) in try kept.keep(text) }
        } then: { [weak self] in
            self?.kept($0, in: kept.path)
        }
    }

    private func kept(_ result: Result<Void, NewFile.Failure>, in copy: String) {
        guard case .failure(let error) = result else { return set(textFault, copy: nil) }
        logger.error("\(copy): \(error)")
        // The same disk, and so the same fault.
        if storeFails() { return }
        let cause =
            "\(copy) cannot be written (\(error)), so a start with a broken file would fail; free space or repair the disk, then reload"
        set(textFault, copy: PanelFault(part: .file, cause: .file(cause)))
    }

    /// Begins the fault of a text that the panel could not take; `nil` for a file that could not be read.
    func refuse(_ text: [UInt8]?, _ error: ConfigurationError) {
        refused = (text, error)
        set(fault(of: text, error), copy: copyFault)
    }

    private func set(_ text: PanelFault?, copy: PanelFault?) {
        let old = fault
        (textFault, copyFault) = (text, copy)
        if fault != old { onChange?(fault) }
    }

    private static func mended(_ path: String) -> PanelFault {
        PanelFault(
            part: .file,
            cause: .file("\(path) is fixed, but the panel still runs the last good one; reload the panel"))
    }

    /// The fault, without words of the file: people who may not read the file see the fault.
    private func fault(of text: [UInt8]?, _ error: ConfigurationError) -> PanelFault {
        let isTrusted = text != nil || (try? PanelFile.text(path: path, isTrusted: false)) == nil
        let place = isTrusted ? text == nil ? "" : Self.place(of: error) : ", since others can change it"
        // A right text may meet a board without its line, or a line that is busy. A start runs the last good text in place
        // of a wrong text or of no text.
        let isWrong = text.map { (try? PanelFile.parse($0, file: path)) == nil } ?? isTrusted
        let next = kept != nil && isWrong ? "" : ", and its next start would fail"
        let why =
            text != nil && isWrong ? "holdfast check \(path) and the journal show why" : "the journal shows why"
        return PanelFault(
            part: .file, cause: .file("\(path) cannot be used\(place); the panel runs the last good one\(next); \(why)")
        )
    }

    private static func place(of error: ConfigurationError) -> String {
        let errors = error.diagnostics.filter { $0.severity == .error }
        let count = errors.count == 1 ? "an error" : "\(errors.count) errors, the first"
        return errors.first.map { " (\(count) in line \($0.position.line))" } ?? ""
    }

    // MARK: Saved files

    /// Reads the file when a person has saved it, until `stop`. The panel does not run the new text before a reload.
    ///
    /// - Parameters:
    ///   - check: Checks whether the panel could run a text without errors.
    ///   - onChange: Called when the fault has begun, is another one, or has ended.
    func watch(
        check: @escaping @PanelActor (PanelDescription) throws(ConfigurationError) -> Void,
        onChange: @escaping @PanelActor (PanelFault?) -> Void
    ) {
        (self.check, self.onChange) = (check, onChange)
        timer = scheduler.makeTimer { [weak self] in self?.read() }
        do throws(PathWatch.Failure) {
            watch = try PathWatch(path: PanelFile.absolutePath(of: path), noticing: .content) { [weak self] in
                self?.saved()
            }
        } catch {
            logger.warning("\(error.path): \(error.call): a file that is saved is first looked at by a reload")
        }
    }

    /// Takes note of a change of the file.
    func saved() { timer?.arm(at: scheduler.now.advanced(by: Self.pause)) }

    private func read() {
        let path = path
        worker.perform {
            Reading(path)
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ reading: Reading) {
        guard let check else { return }
        do throws(ConfigurationError) {
            let panel = try reading.result.get()
            // A text that passes all checks may still have been refused, such as over a busy line.
            if let refused, refused.text == reading.text { return }
            try check(panel)
            refused = nil
            // The file may take away rights that the last good text gives.
            set(isLastGood ? Self.mended(path) : nil, copy: copyFault)
        } catch {
            if error != refused?.error { logger.error("\(error.description)") }
            refuse(reading.text, error)
        }
    }

    /// How long the end waits for the text to be kept, well below the service manager's stop timeout.
    private static let patience = Duration.seconds(1)

    /// Stops the watch, and waits for the text that is being kept.
    func stop() {
        _ = worker.finish(within: Self.patience)
        watch?.cancel()
        timer?.cancel()
        (watch, timer, check, onChange) = (nil, nil, nil, nil)
    }
}
