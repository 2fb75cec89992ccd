@_exported import ControlExtension
@_exported import Controls
// Sources that import Apple's module of this name count on what it re-exports, such as `Date` and `UUID`.
@_exported import FoundationEssentials
