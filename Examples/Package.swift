// swift-tools-version: 6.1

import PackageDescription

// As an app's own package would be: its sources are those of an iOS app's extension, in Swift 5 mode.
func example(_ name: String) -> [Target] {
    let modules = ["ActivityKit", "AppIntents", "SwiftUI", "WidgetKit"]
    return [
        .executableTarget(
            name: name, dependencies: modules.map { .product(name: $0, package: "Holdfast") }, path: "\(name)/Sources",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name), .product(name: "HoldfastTesting", package: "Holdfast")],
            path: "Tests/\(name)Tests", swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
}

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "Holdfast", path: "..")],
    targets: example("ProductivityTimer") + example("Garage"))
