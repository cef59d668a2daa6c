// What the test calls in the module, beside its interface: one board without a radio, and one central that exchanges ATT PDUs with it.

nonisolated(unsafe) private var board: Board?

@_expose(wasm, "test_products") @_cdecl("test_products")
func testProducts() -> Int32 { Int32(Board.products.count) }

@_expose(wasm, "test_exchange") @_cdecl("test_exchange")
func testExchange(_ product: Int32) {
    board = Board(product: Int(product), seed: 7, isTraced: true)
    board?.exchange()
}

@_expose(wasm, "test_fuzz") @_cdecl("test_fuzz")
func testFuzz(_ product: Int32, _ seed: UInt64, _ packets: Int32) {
    board = Board(product: Int(product), seed: 7, isTraced: true)
    board?.fuzz(seed: seed, packets: Int(packets))
}

@_expose(wasm, "test_load") @_cdecl("test_load")
func testLoad(_ product: Int32) {
    board = Board(product: Int(product), seed: 7, isTraced: false)
    board?.exchange()
    board?.packets.isKept = false
}

/// From here on, lines are not kept.
@_expose(wasm, "test_forget") @_cdecl("test_forget")
func testForget() {
    board?.packets.isKept = false
    board?.trace.isKept = false
}

@_expose(wasm, "test_digest") @_cdecl("test_digest")
func testDigest() -> UInt64 { board?.summary ?? 0 }

@_expose(wasm, "test_advance") @_cdecl("test_advance")
func testAdvance(_ milliseconds: Int32) { board?.advance(milliseconds: Int(milliseconds)) }

@_expose(wasm, "test_notifications") @_cdecl("test_notifications")
func testNotifications() -> Int32 { Int32(clamping: board?.notifications ?? 0) }

@_expose(wasm, "test_packets") @_cdecl("test_packets")
func testPackets() -> UnsafePointer<UInt8>? { place(board?.packets) }

@_expose(wasm, "test_packets_count") @_cdecl("test_packets_count")
func testPacketsCount() -> Int32 { Int32(board?.packets.bytes.count ?? 0) }

@_expose(wasm, "test_trace") @_cdecl("test_trace")
func testTrace() -> UnsafePointer<UInt8>? { place(board?.trace) }

@_expose(wasm, "test_trace_count") @_cdecl("test_trace_count")
func testTraceCount() -> Int32 { Int32(board?.trace.bytes.count ?? 0) }

private func place(_ text: Text?) -> UnsafePointer<UInt8>? {
    text?.bytes.withUnsafeBufferPointer { $0.baseAddress }
}
