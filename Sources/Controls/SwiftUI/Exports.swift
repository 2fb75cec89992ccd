@_exported import ControlExtension
@_exported import Controls
// Apple's module of this name re-exports Foundation, and sources rely on its types, such as `Date` and `UUID`.
@_exported import FoundationEssentials
