import Foundation
import Testing

@testable import MetaWear

/// A connected device and what answers it.
struct BoardBench: Sendable {
    let device: MetaWearDevice
    let transport: AnsweringTransport

    init(_ answers: @escaping AnsweringTransport.Answers = { _ in [] }) async throws {
        transport = AnsweringTransport(answers)
        device = MetaWearDevice(identifier: UUID(), transport: transport)
        try await device.connect()
        await transport.forget()
    }

    /// Answers to packets by their hex; a packet may have several.
    init(_ table: [String: [String]]) async throws {
        try await self.init { packet in (table[packet.hex] ?? []).map { Data(hex: $0) } }
    }

    /// What was written since the connection or the last look.
    func written() async -> String {
        let hex = await transport.written.hex
        await transport.forget()
        return hex
    }
}
