// What the test calls in the module, beside its interface.

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
