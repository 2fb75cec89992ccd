@_exported import ControlExtension
@_exported import ControlFoundation
@_exported import Controls
