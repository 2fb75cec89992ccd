// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

// Warnings are errors where Holdfast itself is built. `unsafeFlags` would forbid others to depend on the package, and
// a warning that a later compiler adds must not stop their build, so a checkout made by SwiftPM goes without.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let strict = !isDependency && Context.environment["HOLDFAST_ALLOW_WARNINGS"] == nil
let swiftSettings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : [])
let cSettings: [CSetting] = strict ? [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])] : []

// Targets that neither recognise gestures nor drive lines are optimised for size. The engine, the controls and the local API
// are not: a press would take half as many instructions again.
let smallSettings: [SwiftSetting] =
    swiftSettings + (strict ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [])

// Tests call these targets hundreds of thousands of times, and unoptimised generic code is several times slower. To optimise
// further targets takes more time than their tests then save. The checks of a debug build stay; debuggers see less of these
// targets. Under a sanitizer they are not optimised, since the optimiser removes reads and writes that the sanitizer is to see.
let quick: [SwiftSetting] =
    strict && Context.environment["HOLDFAST_SANITIZED"] == nil
    ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

// A megabyte of a program is relocations, which take a twentieth of that when packed (glibc 2.36 and later reads them so).
// Another is what nobody calls, and its name: the static runtime asks for every symbol to be exported, which keeps it all.
// Functions whose code is the same are one: a hundredth. `safe` would find none in Swift, where only key paths tell functions
// apart by their addresses, and no code here compares key paths. A backtrace may name another function of the same code.
let linkerSettings: [LinkerSetting] =
    strict
    ? [
        .unsafeFlags([
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
            "-Xlinker", "--icf=all",
        ])
    ] : []

func swiftTarget(
    _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = swiftSettings
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A library of the system, as far as Swift can call it by itself, and functions for the rest of it.
func cTarget(_ name: String, _ dependencies: [Target.Dependency] = [], links library: String? = nil) -> Target {
    .target(
        name: name, dependencies: dependencies, cSettings: cSettings,
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: swiftSettings)
}

/// Targets that share a folder; each lies there in a folder of its own name.
func folder(_ folder: String, _ targets: Target...) -> [Target] {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return targets
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// The folders are in the order of the architecture: a target imports only targets above it.

let system = folder(
    "Sources/System",
    // `pkgConfig`, which system libraries alone can have, lets PKG_CONFIG_PATH choose libgpiod's version.
    .systemLibrary(name: "LibGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    cTarget("CGPIO", ["LibGPIOD"]),
    cTarget("CEvdev", links: "evdev"),
    cTarget("CEventLoop"),
    cTarget("CYAML", links: "yaml"),
    cTarget("CSystemd", links: "systemd"),
    cTarget("CSQLite", links: "sqlite3"),
    cTarget("CSodium", links: "sodium"),
    cTarget("CSpawn"),
    // No part of CSodium, so that holdfast-actions links no libsodium.
    cTarget("CFileAccess"),
    cTarget("CPreferences"),
    cTarget("CConformances"),
    cTarget("CCurl", links: "curl"),
    cTarget("CMicroHTTPD", links: "microhttpd"),
    cTarget("COpenSSL"))

let base = folder(
    "Sources/Base",
    swiftTarget("MonotonicTime", settings: swiftSettings + quick),
    swiftTarget("EventLoop", ["CEventLoop", "MonotonicTime"], settings: swiftSettings + quick),
    swiftTarget("ControlModel"),
    swiftTarget("Commands", ["CSpawn", "EventLoop", "MonotonicTime"]),
    swiftTarget("FileTrust", ["CFileAccess"], settings: smallSettings))

let hardware = folder(
    "Sources/Hardware",
    swiftTarget("GPIO", ["CGPIO", "EventLoop", "MonotonicTime"], settings: swiftSettings + quick),
    swiftTarget("SimulatedGPIO", ["EventLoop", "GPIO", "MonotonicTime"], settings: smallSettings + quick),
    swiftTarget("Gestures", ["MonotonicTime"], settings: swiftSettings + quick),
    swiftTarget(
        "Keypads", ["CEvdev", "EventLoop", "GPIO", "Gestures", "MonotonicTime"], settings: smallSettings + quick),
    swiftTarget("Indicators", ["CEventLoop", "ControlModel", "EventLoop", "GPIO", "MonotonicTime"]))

let localAPI = folder(
    "Sources",
    .target(
        name: "LocalAPI", dependencies: ["CEventLoop", "ControlModel", "EventLoop", "MonotonicTime"],
        resources: [
            .embedInCode("Interfaces/io.holdfast.Board.varlink"),
            .embedInCode("Interfaces/io.holdfast.Extension.varlink"),
            .embedInCode("Interfaces/io.holdfast.Host.varlink"),
            .embedInCode("Interfaces/io.holdfast.Panel.varlink"),
            .embedInCode("Interfaces/org.varlink.service.varlink"),
        ], swiftSettings: swiftSettings))

let controls = folder(
    "Sources/Controls",
    swiftTarget("Controls", ["ControlModel"]),
    swiftTarget(
        "ControlExtension",
        [
            "CConformances", "CEventLoop", "CPreferences", "Commands", "Controls", "EventLoop", "LocalAPI",
            "MonotonicTime",
        ]),
    swiftTarget(
        "Actions",
        [
            "CCurl", "CEventLoop", "CSystemd", "Commands", "ControlExtension", "Controls", "EventLoop", "FileTrust",
            "MonotonicTime",
        ]),
    swiftTarget("Holdfast", ["ControlExtension", "Controls"]),
    .macro(name: "InertMacro", swiftSettings: swiftSettings),
    swiftTarget("ControlFoundation", ["Controls", "InertMacro"]),
    swiftTarget("WidgetKit", ["ControlExtension", "ControlFoundation", "Controls"]),
    swiftTarget("AppIntents", ["ControlExtension", "ControlFoundation", "Controls"]),
    swiftTarget("SwiftUI", ["ControlExtension", "ControlFoundation", "Controls"]),
    swiftTarget("ActivityKit", ["ControlExtension", "ControlFoundation", "Controls"]),
    // None of the name `os`: packages such as swift-argument-parser would take it for Apple's (`#if canImport(os)`).
    swiftTarget("OSLog", ["ControlExtension"]))

let core = folder(
    "Sources/Core",
    .target(
        name: "Configuration", dependencies: ["CYAML", "ControlModel", "EventLoop", "FileTrust", "MonotonicTime"],
        resources: [.embedInCode("Symbols/symbols.txt")], swiftSettings: smallSettings + quick),
    swiftTarget("Layout", ["Configuration", "ControlModel"], settings: smallSettings),
    swiftTarget("Store", ["CSQLite", "EventLoop", "MonotonicTime"], settings: smallSettings),
    swiftTarget("Authentication", ["CFileAccess", "CSodium", "EventLoop", "MonotonicTime"], settings: smallSettings),
    swiftTarget(
        "Panel",
        [
            "Authentication", "Configuration", "ControlModel", "EventLoop", "GPIO", "Gestures", "Indicators",
            "Keypads", "Layout", "LocalAPI", "MonotonicTime", "Store", logging,
        ]))

let gateway = folder(
    "Sources/Gateway",
    swiftTarget("HTTP", ["CMicroHTTPD", "EventLoop", "MonotonicTime"], settings: smallSettings),
    swiftTarget("MQTT", ["CEventLoop", "COpenSSL", "EventLoop", "MonotonicTime"], settings: smallSettings),
    .target(
        name: "CGatewayFiles", exclude: ["make-openapi", "openapi.json"], cSettings: cSettings,
        linkerSettings: [.linkedLibrary("z")]),
    swiftTarget(
        "Gateway", ["CGatewayFiles", "ControlModel", "EventLoop", "HTTP", "LocalAPI", "MQTT", "MonotonicTime"],
        settings: smallSettings))

let simulation = folder(
    "Sources/Simulation",
    // `holdfast` itself runs this target: the board, the pads and the other processes of a simulated panel.
    swiftTarget(
        "SimulatedPanel",
        [
            "Configuration", "ControlModel", "EventLoop", "GPIO", "Gestures", "Keypads", "LocalAPI", "MonotonicTime",
            "Panel", "SimulatedGPIO",
        ], settings: smallSettings),
    swiftTarget(
        "PanelScripts",
        [
            "Authentication", "Configuration", "ControlModel", "EventLoop", "GPIO", "Gestures", "Indicators",
            "Keypads", "Layout", "LocalAPI", "MonotonicTime", "Panel", "SimulatedGPIO", "SimulatedPanel", "Store",
        ], settings: smallSettings),
    swiftTarget(
        "HoldfastTesting",
        [
            "Configuration", "ControlExtension", "Controls", "EventLoop", "LocalAPI", "MonotonicTime", "Panel",
            "PanelScripts", "SimulatedGPIO", "SimulatedPanel",
        ]))

let programs = folder(
    "Sources/Programs",
    // The programs share output, signals, the places of sockets, and a panel's broker.
    swiftTarget(
        "ProgramSupport", ["CEventLoop", "Configuration", "EventLoop", "FileTrust", "MQTT", "MonotonicTime"],
        settings: smallSettings),
    .executableTarget(
        name: "holdfast",
        dependencies: [
            "Authentication", "CEventLoop", "CSpawn", "CSystemd", "Commands", "Configuration", "ControlModel",
            "EventLoop", "FileTrust", "GPIO", "Gestures", "Indicators", "Keypads", "Layout", "LocalAPI", "MQTT",
            "MonotonicTime", "Panel", "PanelScripts", "ProgramSupport", "SimulatedGPIO", "SimulatedPanel", "Store",
            argumentParser,
            logging,
        ],
        resources: [.embedInCode("Setup/Caddyfile")], swiftSettings: smallSettings, linkerSettings: linkerSettings),
    .executableTarget(
        name: "holdfast-gateway",
        dependencies: [
            "CSystemd", "Configuration", "EventLoop", "FileTrust", "Gateway", "LocalAPI", "MQTT", "ProgramSupport",
            argumentParser,
        ], swiftSettings: smallSettings, linkerSettings: linkerSettings),
    .executableTarget(
        name: "holdfast-actions", dependencies: ["Actions", "ControlExtension"], swiftSettings: swiftSettings,
        linkerSettings: linkerSettings))

let testSupport = folder(
    "Tests/Support",
    // How many tests run at once.
    cTarget("CTestWidth"),
    // Helpers that several test targets share.
    .target(
        name: "TestSupport", dependencies: ["CSQLite", "CTestWidth", "EventLoop"],
        resources: [.embedInCode("RaspberryPiLines.tsv")], swiftSettings: swiftSettings + quick),
    .target(name: "ExtensionTestSupport", dependencies: ["EventLoop", "LocalAPI"], swiftSettings: swiftSettings),
    // An extension as its author writes it, which tests run as a process.
    .executableTarget(name: "SampleExtension", dependencies: ["Holdfast"], swiftSettings: swiftSettings),
    // A program that tries what a confined process must not reach on a network.
    .executableTarget(name: "NetworkProbe", cSettings: cSettings),
    // A service manager on a bus of the tests' own.
    .executableTarget(
        name: "FakeServiceManager", cSettings: cSettings, linkerSettings: [.linkedLibrary("systemd")]),
    // A disk in memory whose power can be cut.
    cTarget("CCuttingVFS", links: "sqlite3"))

let lowerTests =
    folder(
        "Tests/Base",
        tests("MonotonicTime", ["TestSupport"]),
        tests("EventLoop", ["MonotonicTime", "TestSupport"]),
        tests("Commands", ["CSpawn", "EventLoop", "ExtensionTestSupport", "NetworkProbe"]))
    + folder(
        "Tests/Hardware",
        tests("GPIO", ["EventLoop", "MonotonicTime", "SimulatedGPIO", "TestSupport"]),
        tests("SimulatedGPIO", ["EventLoop", "GPIO", "MonotonicTime"]),
        tests("Gestures", ["MonotonicTime", "TestSupport"]),
        tests(
            "Keypads", ["CEvdev", "EventLoop", "GPIO", "Gestures", "MonotonicTime", "SimulatedGPIO", "TestSupport"]),
        tests(
            "Indicators", ["ControlModel", "EventLoop", "GPIO", "MonotonicTime", "SimulatedGPIO"],
            exclude: ["Display/frames.txt"]))
    + folder(
        "Tests",
        tests("LocalAPI", ["ControlModel", "EventLoop", "MonotonicTime"], exclude: ["Peers"]))
    + folder(
        "Tests/Controls",
        tests("Controls", []),
        tests("OSLog", []),
        tests(
            "ControlExtension",
            [
                "CSpawn", "Commands", "Controls", "EventLoop", "ExtensionTestSupport", "LocalAPI", "NetworkProbe",
                "SampleExtension",
            ]),
        tests(
            "Actions",
            [
                "CSpawn", "Commands", "ControlExtension", "Controls", "EventLoop", "ExtensionTestSupport",
                "FakeServiceManager", "LocalAPI", "MonotonicTime", "NetworkProbe", "holdfast-actions",
            ]),
        // Sources written for iOS, as they are: in Swift 5 mode, importing Apple's module names.
        .testTarget(
            name: "AppleSourcesTests",
            dependencies: ["ActivityKit", "AppIntents", "CPreferences", "Controls", "SwiftUI", "WidgetKit"],
            swiftSettings: [.swiftLanguageMode(.v5)]))

let upperTests =
    folder(
        "Tests/Core",
        tests(
            "Configuration", ["ControlModel", "EventLoop", "MonotonicTime", "TestSupport"], exclude: ["Broken"]),
        tests("Layout", ["Configuration", "ControlModel", "TestSupport"]),
        tests("Store", ["CCuttingVFS", "CSQLite", "EventLoop", "MonotonicTime", "TestSupport"]),
        tests("Authentication", ["EventLoop", "MonotonicTime", "TestSupport"]),
        tests(
            "Panel",
            [
                "Authentication", "Configuration", "ControlModel", "EventLoop", "GPIO", "Gestures", "Indicators",
                "Layout", "LocalAPI", "MonotonicTime", "PanelScripts", "SimulatedGPIO", "SimulatedPanel", "Store",
                "TestSupport",
            ], exclude: ["Sequences/Recorded"]))
    + folder(
        "Tests/Gateway", tests("HTTP", ["EventLoop", "MonotonicTime"]),
        tests("MQTT", ["EventLoop", "MonotonicTime", "TestSupport"]),
        tests(
            "Gateway",
            ["ControlModel", "EventLoop", "Gestures", "HTTP", "LocalAPI", "MQTT", "MonotonicTime", "TestSupport"]))
    + folder(
        "Tests/Simulation",
        tests(
            "PanelScripts",
            [
                "Configuration", "ControlModel", "EventLoop", "LocalAPI", "MonotonicTime", "Panel", "SimulatedGPIO",
                "SimulatedPanel",
            ],
            exclude: ["Scripts"]),
        tests(
            "HoldfastTesting",
            [
                "Configuration", "ControlExtension", "Controls", "EventLoop", "LocalAPI", "Panel", "PanelScripts",
                "SampleExtension",
            ], exclude: ["Panels"]))
    + folder(
        "Tests/Programs",
        tests("ProgramSupport", ["Configuration", "MQTT"]),
        .testTarget(
            name: "HoldfastProgramTests",
            dependencies: [
                "Authentication", "Configuration", "ControlModel", "EventLoop", "GPIO", "Gateway", "Gestures",
                "Indicators", "Keypads", "LocalAPI", "MQTT", "MonotonicTime", "Panel", "PanelScripts",
                "ProgramSupport", "SimulatedGPIO", "SimulatedPanel", "TestSupport", "holdfast", logging,
            ], swiftSettings: swiftSettings),
        // Runs the built program, of which it imports nothing, against a panel of its own.
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CSpawn", "ControlModel", "EventLoop", "ExtensionTestSupport", "LocalAPI", "holdfast",
                "holdfast-actions",
            ],
            swiftSettings: swiftSettings))
    + folder(
        "Tests",
        // The entry points of the fuzzers in Tests/Fuzz, and the tests with the inputs that the fuzzers found.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Authentication", "CEventLoop", "CSQLite", "Configuration", "ControlModel", "EventLoop", "GPIO",
                "Gateway", "Gestures", "Keypads", "Layout", "LocalAPI", "MQTT", "MonotonicTime", "Panel",
                "SimulatedGPIO", "Store", "TestSupport",
            ], swiftSettings: swiftSettings),
        tests("FuzzTargets", ["Configuration", "EventLoop", "Gestures", "MonotonicTime"]))

let package = Package(
    name: "Holdfast",
    products: [
        .executable(name: "holdfast", targets: ["holdfast"]),
        .executable(name: "holdfast-actions", targets: ["holdfast-actions"]),
        // Libraries for extensions: all of it by one name, or by Apple's names, so that an app's sources need no change.
        // The Debian package has no compiled libraries: Swift modules belong to one version of the compiler.
        .library(name: "Holdfast", targets: ["Holdfast"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "ActivityKit", targets: ["ActivityKit"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(name: "HoldfastTesting", targets: ["HoldfastTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: system + base + hardware + localAPI + controls + core + gateway + simulation + programs + testSupport
        + lowerTests + upperTests)

// Others who depend on the package do not see it; the fuzzers are a package of their own, by path.
if !isDependency { package.products.append(.library(name: "FuzzTargets", targets: ["FuzzTargets"])) }
