@_exported import ControlExtension
@_exported import Controls
