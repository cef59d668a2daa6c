import Bluetooth
import Central
import Declaration
import MetaWearProtocol
import Peripheral
import Simulation
import YAML

extension Step {
    package struct Write: CommandStep {
        package var bytes = Bytes([])
        package var characteristic: BluetoothUUID?
        package var withResponse = false

        /// How long the step lasts at least, because the board may need time for what it does.
        package static var duration: Nanoseconds { HostSession.settlingTime }

        package static let keys = Keys(Self(), "write") { keys in
            keys.about = "Writes raw bytes, by default to the command characteristic."
            keys.required(\.bytes, "bytes", principal: true, "The packet.")
            keys.optional(
                \.characteristic, "characteristic", otherwise: "the command characteristic",
                "The characteristic to write to.")
            keys.optional(\.withResponse, "response", "Whether the board must acknowledge it.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard bytes.bytes.count > 512 else { return }
            reader.fail(
                "\(bytes.bytes.count) bytes are too many for an attribute", at: mark,
                fix: "write at most 512")
        }

        var words: String { "write \(bytes.text)" }
        var ability: Ability? { nil }
        var isCommand: Bool { characteristic == nil && bytes.bytes.count >= 2 }

        func commands(_ session: HostSession) -> [Packet] { Packet(bytes.bytes).map { [$0] } ?? [] }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            if session.recording != nil { return try await write(session) }
            let (connection, characteristic) = try session.characteristic(
                characteristic ?? session.channel.command)
            try await session.executor.wait { done in
                connection.write(
                    bytes.bytes, to: characteristic, withResponse ? .request : .command
                ) { done($0.map { _ in }) }
            }
            return try await session.settle()
        }
    }
}
