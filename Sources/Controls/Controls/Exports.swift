// A control's author sees one module: what a control shows, and what its intents take, are values of the core's.
@_exported public import ControlModel
