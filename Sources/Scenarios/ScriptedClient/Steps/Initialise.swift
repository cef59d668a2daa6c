import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    package struct Initialise: CapStep {
        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self(), "initialise") { keys in
            keys.about =
                "Initialises the board as a MetaWear library does: reads the device information,"
                + " discovers every module, and reads the log's clock."
            keys.optional(
                \.within, "within", in: Step.waits,
                "The step fails if the last answer has not arrived after this long.")
        }

        var ability: Ability? { nil }

        private static let information = [
            BoardUUID.firmwareRevision, BoardUUID.modelNumber, BoardUUID.hardwareRevision,
            BoardUUID.manufacturerName, BoardUUID.serialNumber,
        ]

        /// Device information one value after the other, one module after the other, the log's
        /// clock: the order of the C++ SDK (protocol, clients).
        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.executor.limited(
                to: within, "not initialised within \(within.text)"
            ) { () async throws(StepFailure) in
                for uuid in Self.information { try await session.readDeviceInformation(uuid) }
                for module in MWModule.allCases { try await session.discover(module) }
                try await session.readClock()
            }
            return "\(session.modules.modules.count { $0.isPresent }) modules"
        }

        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            try await session.readDeviceInformation(BoardUUID.firmwareRevision)
            return "battery \(try await session.readBattery()) %"
        }
    }
}
