// What the module exports, in C's types. A host writes a request to `boardsim_input`, calls, and
// reads the answer before the next call.

import Simulation

nonisolated(unsafe) private let calls = Calls()
nonisolated(unsafe) private var input: [UInt8] = []
nonisolated(unsafe) private var answer: [UInt8] = []
nonisolated(unsafe) private var records: [UInt8] = []

/// Room for a request of so many bytes.
@_expose(wasm, "boardsim_input") @_cdecl("boardsim_input")
func boardsimInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
    input = Array(repeating: 0, count: max(Int(count), 1))
    return input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Answers a request, JSON in UTF-8, by JSON with a zero byte behind it.
@_expose(wasm, "boardsim_call") @_cdecl("boardsim_call")
func boardsimCall(_ request: UnsafePointer<UInt8>?, _ count: Int32) -> UnsafePointer<UInt8>? {
    let bytes = UnsafeBufferPointer(start: request, count: request == nil ? 0 : max(Int(count), 0))
    answer = calls.answer(Array(bytes))
    answer.append(0)
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// The bytes of the last answer, without the zero.
@_expose(wasm, "boardsim_answer_count") @_cdecl("boardsim_answer_count")
func boardsimAnswerCount() -> Int32 { Int32(clamping: max(answer.count, 1) - 1) }

/// Virtual time in nanoseconds; -1 without boards.
@_expose(wasm, "boardsim_now") @_cdecl("boardsim_now")
func boardsimNow() -> Int64 { calls.desk?.now.nanoseconds ?? -1 }

/// Moves time to `until`, in nanoseconds, or to the end of the first instant in which something
/// happened that a host sees; returns the time. -1 without boards.
@_expose(wasm, "boardsim_advance") @_cdecl("boardsim_advance")
func boardsimAdvance(_ until: Int64) -> Int64 {
    guard let desk = calls.desk else { return -1 }
    let latest = Dimension.longest.count
    desk.advance(until: Instant(nanoseconds: min(max(until, desk.now.nanoseconds), latest)))
    return desk.now.nanoseconds
}

/// The number of bytes of what happened since the last call, and at ``boardsimEvents()`` they are.
@_expose(wasm, "boardsim_take") @_cdecl("boardsim_take")
func boardsimTake() -> Int32 {
    records = []
    records = calls.desk?.events.take() ?? []
    return Int32(clamping: records.count)
}

/// Where the records are: a header of 24 bytes each, and its payload (`EventRecords`).
@_expose(wasm, "boardsim_events") @_cdecl("boardsim_events")
func boardsimEvents() -> UnsafePointer<UInt8>? {
    records.withUnsafeBufferPointer { $0.baseAddress }
}
