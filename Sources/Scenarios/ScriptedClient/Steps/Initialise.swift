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
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let limit = TimeLimit(
                within, session.timers, "not initialised within \(within.text)", done)
            inTurn(Self.information, else: limit.end) { uuid, next in
                session.readDeviceInformation(uuid, limit.unlessOver(next))
            } then: {
                inTurn(MWModule.allCases, else: limit.end) { module, next in
                    session.discover(module, limit.unlessOver(next))
                } then: {
                    session.readClock(
                        onSuccess(else: limit.end) {
                            let present = session.modules.modules.count { $0.isPresent }
                            limit.end(.success("\(present) modules"))
                        })
                }
            }
        }

        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.readDeviceInformation(
                BoardUUID.firmwareRevision,
                onSuccess(else: done) {
                    session.readBattery { done($0.map { "battery \($0) %" }) }
                })
        }
    }
}
