// swift-tools-version: 6.1

import PackageDescription

// Built by `run`, with the sanitizers and the coverage that libFuzzer goes by in all targets.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Holdfast", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz", dependencies: [.product(name: "FuzzTargets", package: "Holdfast")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    ])
