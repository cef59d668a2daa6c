// Frames and commands of the physical cap are part of the engine's interface.
@_exported public import CapProtocol
