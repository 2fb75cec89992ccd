// Authors import one module: the values that controls show, and that intents take, are types of ControlModel.
@_exported public import ControlModel
