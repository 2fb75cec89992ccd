// swift-tools-version: 6.1

import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Holdfast") }

// An app's extension as an app has it: several files in Swift 5 mode, which import Apple's modules alone.
func app(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["ActivityKit", "AppIntents", "SwiftUI", "WidgetKit"].map(product),
        path: "\(name)/Sources", swiftSettings: [.swiftLanguageMode(.v5)])
}

let apps = ["Brew", "Hearth", "Launchpad", "Measures", "Tunnel"]
let tests = Target.testTarget(
    name: "AppsTests",
    dependencies: apps.map { Target.Dependency(stringLiteral: $0) } + ["AppIntents", "HoldfastTesting"].map(product),
    swiftSettings: [.swiftLanguageMode(.v5)])

let package = Package(
    name: "Apps",
    dependencies: [.package(name: "Holdfast", path: "../../..")],
    targets: apps.map(app) + [tests])
