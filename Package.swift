// swift-tools-version: 6.1

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

// What neither recognises gestures nor drives lines is made small instead of fast.
let smallSettings: [SwiftSetting] =
    swiftSettings + (strict ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [])

// What tests put through all they can make up, hundreds of thousands of times: unoptimised, generic code is several times as slow,
// and the tests would take minutes. What a debug build checks is checked all the same; debuggers see less of these. A sanitizer
// is to see all that is read and written, also what an optimiser finds to be useless.
let quick: [SwiftSetting] =
    strict && Context.environment["HOLDFAST_SANITIZED"] == nil
    ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : []

// A megabyte of a program is relocations, which take a twentieth of that when packed (glibc 2.36 and later reads them so).
// Another is what nobody calls, and its name: the static runtime asks for every symbol to be exported, which keeps it all.
// Functions whose code is the same are one: a hundredth.
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

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

// In the order of the architecture: a target imports only what stands above it here.
let package = Package(
    name: "Holdfast",
    products: [
        .executable(name: "holdfast", targets: ["holdfast"]),
        .executable(name: "holdfast-actions", targets: ["holdfast-actions"]),
        // What extensions import: all of it by one name, or by Apple's names, so that an app's sources need no change.
        .library(name: "Holdfast", targets: ["Holdfast"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "ActivityKit", targets: ["ActivityKit"]),
        .library(name: "HoldfastTesting", targets: ["HoldfastTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        // System libraries; `pkgConfig` lets PKG_CONFIG_PATH choose another version. Those without one are where the compiler
        // looks: their folder, named before another's, would hide the version that was chosen there.
        .systemLibrary(name: "LibGPIOD", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "LibEvdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "LibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "LibSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "LibSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "LibSodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "LibCURL", providers: [.apt(["libcurl4-openssl-dev"])]),
        cTarget("CGPIO", ["LibGPIOD"]),
        cTarget("CEvdev", ["LibEvdev"], links: "evdev"),
        cTarget("CEventLoop"),
        cTarget("CYAML", ["LibYAML"]),
        cTarget("CSystemd", ["LibSystemd"]),
        cTarget("CSQLite", ["LibSQLite"], links: "sqlite3"),
        cTarget("CSodium"),
        cTarget("CSpawn"),
        cTarget("CSDBus", ["LibSystemd"]),
        cTarget("CCurl", ["LibCURL"], links: "curl"),

        swiftTarget("FileTrust", ["CSodium"], settings: smallSettings),
        swiftTarget("MonotonicTime", settings: swiftSettings + quick),
        swiftTarget("EventLoop", ["CEventLoop", "MonotonicTime"], settings: swiftSettings + quick),
        swiftTarget("GPIO", ["CGPIO", "EventLoop", "MonotonicTime"], settings: swiftSettings + quick),
        swiftTarget("SimulatedGPIO", ["GPIO", "EventLoop", "MonotonicTime"], settings: smallSettings + quick),
        swiftTarget("Gestures", ["MonotonicTime"], settings: swiftSettings + quick),
        swiftTarget(
            "Keypads", ["CEvdev", "EventLoop", "GPIO", "Gestures", "MonotonicTime"], settings: smallSettings + quick),
        swiftTarget("Controls"),
        .target(
            name: "LocalAPI", dependencies: ["CEventLoop", "Controls", "EventLoop", "MonotonicTime"],
            resources: [
                .embedInCode("Interfaces/io.holdfast.Board.varlink"),
                .embedInCode("Interfaces/io.holdfast.Extension.varlink"),
                .embedInCode("Interfaces/io.holdfast.Host.varlink"),
                .embedInCode("Interfaces/io.holdfast.Panel.varlink"),
                .embedInCode("Interfaces/org.varlink.service.varlink"),
            ], swiftSettings: swiftSettings + quick),
        swiftTarget("Commands", ["CSpawn", "EventLoop", "MonotonicTime"]),
        swiftTarget(
            "ControlExtension", ["CEventLoop", "Commands", "Controls", "EventLoop", "LocalAPI", "MonotonicTime"]),
        swiftTarget("Holdfast", ["Controls", "ControlExtension"]),
        swiftTarget("WidgetKit", ["Controls", "ControlExtension"]),
        swiftTarget("AppIntents", ["Controls", "ControlExtension"]),
        swiftTarget("SwiftUI", ["Controls", "ControlExtension"]),
        swiftTarget("ActivityKit", ["Controls", "ControlExtension"]),
        swiftTarget("Store", ["CSQLite", "EventLoop", "LibSQLite", "MonotonicTime"], settings: smallSettings),
        swiftTarget(
            "Authentication", ["CSodium", "EventLoop", "LibSodium", "MonotonicTime"], settings: smallSettings),
        swiftTarget(
            "Actions",
            [
                "CCurl", "CEventLoop", "CSDBus", "Commands", "ControlExtension", "Controls", "EventLoop", "FileTrust",
                "MonotonicTime",
            ]),
        swiftTarget(
            "Indicators", ["CEventLoop", "Controls", "GPIO", "EventLoop", "MonotonicTime"],
            settings: swiftSettings + quick),
        swiftTarget(
            "Configuration", ["CYAML", "Controls", "FileTrust", "MonotonicTime"], settings: smallSettings + quick),
        swiftTarget("Layout", ["Configuration", "Controls"], settings: smallSettings),
        swiftTarget(
            "Panel",
            [
                "Authentication", "Configuration", "Controls", "EventLoop", "GPIO", "Gestures", "Indicators", "Keypads",
                "Layout", "LocalAPI", "MonotonicTime", "Store", logging,
            ], settings: swiftSettings + quick),
        swiftTarget(
            "PanelScripts",
            [
                "Authentication", "Configuration", "Controls", "EventLoop", "GPIO", "Gestures", "Indicators", "Keypads",
                "Layout", "LocalAPI", "MonotonicTime", "Panel", "SimulatedGPIO", "Store",
            ], settings: smallSettings + quick),
        swiftTarget(
            "HoldfastTesting",
            [
                "Configuration", "ControlExtension", "Controls", "EventLoop", "LocalAPI", "MonotonicTime", "Panel",
                "PanelScripts", "SimulatedGPIO",
            ]),
        .executableTarget(
            name: "holdfast",
            dependencies: [
                "Authentication", "CEventLoop", "CSpawn", "CSystemd", "Configuration", "Controls", "EventLoop", "GPIO",
                "Indicators", "Layout", "LocalAPI", "MonotonicTime", "Panel", "PanelScripts", "SimulatedGPIO", "Store",
                argumentParser, logging,
            ],
            swiftSettings: smallSettings, linkerSettings: linkerSettings),
        .executableTarget(
            name: "holdfast-actions", dependencies: ["Actions", "ControlExtension"], swiftSettings: swiftSettings,
            linkerSettings: linkerSettings),

        // What several test targets need.
        .target(
            name: "TestSupport", dependencies: ["EventLoop"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings + quick),
        // What the fuzzers in Tests/Fuzz try, and the tests with what they have found.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Authentication", "CEventLoop", "Configuration", "Controls", "EventLoop", "GPIO", "Gestures", "Keypads",
                "Layout", "LibSQLite", "LocalAPI", "MonotonicTime", "Panel", "SimulatedGPIO", "Store",
            ], path: "Tests/FuzzTargets", swiftSettings: swiftSettings),
        tests("FuzzTargets", ["Configuration", "EventLoop", "Gestures", "MonotonicTime"]),
        .target(
            name: "ExtensionTestSupport", dependencies: ["EventLoop", "LocalAPI"], path: "Tests/ExtensionTestSupport",
            swiftSettings: swiftSettings),
        tests("MonotonicTime", ["TestSupport"]),
        tests("EventLoop", ["MonotonicTime", "TestSupport"]),
        tests("SimulatedGPIO", ["GPIO", "EventLoop", "MonotonicTime"]),
        tests("GPIO", ["SimulatedGPIO", "EventLoop", "MonotonicTime"]),
        tests("Gestures", ["MonotonicTime", "TestSupport"]),
        tests(
            "Keypads", ["CEvdev", "EventLoop", "GPIO", "Gestures", "MonotonicTime", "SimulatedGPIO", "TestSupport"]),
        tests("Controls", []),
        tests("LocalAPI", ["Controls", "EventLoop", "MonotonicTime"], exclude: ["Peers"]),
        // An extension as its author writes it, which the tests below run as a process.
        .executableTarget(
            name: "SampleExtension", dependencies: ["Holdfast"], path: "Tests/SampleExtension",
            swiftSettings: swiftSettings),
        // What a process can do towards a network.
        .executableTarget(name: "NetworkProbe", path: "Tests/NetworkProbe", cSettings: cSettings),
        tests("Commands", ["CSpawn", "EventLoop", "ExtensionTestSupport", "NetworkProbe"]),
        tests(
            "ControlExtension",
            [
                "CSpawn", "Commands", "Controls", "EventLoop", "ExtensionTestSupport", "LocalAPI", "NetworkProbe",
                "SampleExtension",
            ]),
        // A service manager on a bus of the tests' own.
        .executableTarget(
            name: "FakeServiceManager", dependencies: ["LibSystemd"], path: "Tests/FakeServiceManager",
            cSettings: cSettings),
        tests(
            "Actions",
            [
                "CSpawn", "Commands", "ControlExtension", "Controls", "EventLoop", "ExtensionTestSupport",
                "FakeServiceManager", "LocalAPI", "MonotonicTime", "NetworkProbe", "holdfast-actions",
            ]),
        tests(
            "HoldfastTesting",
            [
                "Configuration", "ControlExtension", "Controls", "EventLoop", "LocalAPI", "Panel", "PanelScripts",
                "SampleExtension",
            ], exclude: ["Panels"]),
        // Sources written for iOS, as they are: in Swift 5 mode, importing Apple's module names.
        .testTarget(
            name: "AppleSourcesTests", dependencies: ["WidgetKit", "AppIntents", "SwiftUI", "ActivityKit", "Controls"],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        // A disk in memory whose power can be cut.
        .target(name: "CCuttingVFS", dependencies: ["LibSQLite"], path: "Tests/CCuttingVFS", cSettings: cSettings),
        tests("Store", ["CCuttingVFS", "EventLoop", "LibSQLite", "MonotonicTime", "TestSupport"]),
        tests("Authentication", ["EventLoop", "MonotonicTime", "TestSupport"]),
        tests(
            "Indicators", ["Controls", "GPIO", "SimulatedGPIO", "EventLoop", "MonotonicTime"],
            exclude: ["Display/frames.txt"]),
        tests("Configuration", ["Controls", "MonotonicTime", "TestSupport"]),
        tests("Layout", ["Configuration", "Controls", "TestSupport"]),
        tests(
            "Panel",
            [
                "Authentication", "Configuration", "Controls", "EventLoop", "GPIO", "Gestures", "Indicators", "Layout",
                "LocalAPI", "MonotonicTime", "SimulatedGPIO", "Store", "TestSupport",
            ]),
        tests(
            "PanelScripts",
            ["Configuration", "Controls", "EventLoop", "LocalAPI", "MonotonicTime", "Panel", "SimulatedGPIO"],
            exclude: ["Scripts"]),
        // Runs the built program, of which it imports nothing, against a panel of its own.
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CSpawn", "Controls", "EventLoop", "ExtensionTestSupport", "LocalAPI", "holdfast", "holdfast-actions",
            ],
            swiftSettings: swiftSettings),
    ]
)

// Others who depend on the package do not see it; the fuzzers are a package of their own, by path.
if !isDependency { package.products.append(.library(name: "FuzzTargets", targets: ["FuzzTargets"])) }
