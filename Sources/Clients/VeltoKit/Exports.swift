// What the physical cap says and is told belongs to the engine's interface.
@_exported public import CapProtocol
