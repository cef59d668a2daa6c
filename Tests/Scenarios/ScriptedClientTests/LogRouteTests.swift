import MetaWearProtocol
import MetaWearTables
import Testing

@testable import ScriptedClient

/// Where the entries of a log belong.
@Suite struct LogRouteTests {
    private static var state: HostState {
        var state = HostState()
        let axes = ["x", "y", "z"].map { SampleField(axis: $0, number: .signed, size: 2) }
        state.signals = [
            ScriptSignal(
                BoardSignal(
                    name: "acceleration", key: SourceKey(.accelerometer, 0x04), fields: axes))
        ]
        state.loggers = [0, 1].map {
            HostLogger(id: UInt8($0), uid: 1, signal: "acceleration", part: $0)
        }
        return state
    }

    private static func take(
        _ state: inout HostState, _ logger: UInt8, _ tick: UInt32, _ data: UInt32
    ) -> [UInt8]? {
        let entry = RawLogEntry(id: logger, resetUID: 1, tick: tick, rawData: data)
        guard case .route(let route) = state.routes[entry] else { return nil }
        var bytes: [UInt8] = []
        return route.assembler.take(entry, into: &bytes) == nil ? nil : bytes
    }

    @Test func `parts without their partners are dropped`() {
        var state = Self.state
        // The first half was overwritten.
        #expect(Self.take(&state, 1, 10, 1) == nil)
        #expect(Self.take(&state, 0, 24, 2) == nil)
        #expect(Self.take(&state, 1, 25, 3) == [2, 0, 0, 0, 3, 0])
        // The second half was refused.
        #expect(Self.take(&state, 0, 40, 4) == nil)
        #expect(Self.take(&state, 0, 54, 5) == nil)
        #expect(Self.take(&state, 1, 54, 6) == [5, 0, 0, 0, 6, 0])
    }

    @Test func `a sample is completed although loggers were added in between`() {
        var state = Self.state
        #expect(Self.take(&state, 0, 24, 2) == nil)
        state.loggers.append(HostLogger(id: 2, uid: 1, signal: "switch", part: 0))
        #expect(Self.take(&state, 1, 25, 3) == [2, 0, 0, 0, 3, 0])
    }

    @Test func `nothing is left of a log that was cleared`() {
        var state = Self.state
        #expect(Self.take(&state, 0, 24, 2) == nil)
        state.forgetLog()
        #expect(Self.take(&state, 1, 25, 3) == nil)
    }
}
