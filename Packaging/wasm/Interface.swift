// What the module exports: one board at a time, in C's types. A host writes a PDU to `board_input`, and reads what `board_packets` and
// `board_trace` point to before the next call.

/// The board; nil until `board_new`.
nonisolated(unsafe) var board: Board?
nonisolated(unsafe) private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: 517)

@_expose(wasm, "board_products") @_cdecl("board_products")
func boardProducts() -> Int32 { Int32(Board.products.count) }

/// A board with this seed, switched on now; false if there is no such product.
@_expose(wasm, "board_new") @_cdecl("board_new")
func boardNew(_ product: Int32, _ seed: UInt64, _ isTraced: Bool) -> Bool {
    guard Board.products.indices.contains(Int(product)) else { return false }
    board = Board(product: Int(product), seed: seed, isTraced: isTraced)
    return true
}

@_expose(wasm, "board_connect") @_cdecl("board_connect")
func boardConnect() { board?.connect() }

@_expose(wasm, "board_drop") @_cdecl("board_drop")
func boardDrop() { board?.drop() }

/// 517 bytes for a PDU.
@_expose(wasm, "board_input") @_cdecl("board_input")
func boardInput() -> UnsafeMutablePointer<UInt8> { input }

/// The first `count` bytes of the input are a PDU of the central.
@_expose(wasm, "board_request") @_cdecl("board_request")
func boardRequest(_ count: Int32) {
    let bytes = UnsafeBufferPointer(start: input, count: min(max(Int(count), 0), 517))
    board?.request(Array(bytes))
}

@_expose(wasm, "board_advance") @_cdecl("board_advance")
func boardAdvance(_ milliseconds: Int32) { board?.advance(milliseconds: Int(milliseconds)) }

@_expose(wasm, "board_notifications") @_cdecl("board_notifications")
func boardNotifications() -> Int32 { Int32(clamping: board?.notifications ?? 0) }

@_expose(wasm, "board_packets") @_cdecl("board_packets")
func boardPackets() -> UnsafePointer<UInt8>? { place(board?.packets) }

@_expose(wasm, "board_packets_count") @_cdecl("board_packets_count")
func boardPacketsCount() -> Int32 { Int32(board?.packets.bytes.count ?? 0) }

@_expose(wasm, "board_trace") @_cdecl("board_trace")
func boardTrace() -> UnsafePointer<UInt8>? { place(board?.trace) }

@_expose(wasm, "board_trace_count") @_cdecl("board_trace_count")
func boardTraceCount() -> Int32 { Int32(board?.trace.bytes.count ?? 0) }

private func place(_ text: Text?) -> UnsafePointer<UInt8>? {
    text?.bytes.withUnsafeBufferPointer { $0.baseAddress }
}
