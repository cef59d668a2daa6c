import Bluetooth
import Declaration
import Simulation

extension Step {
    package struct Initialise: CapStep {
        package static let title = "initialise"
        package static let about =
            "Initialises the board as a MetaWear library does: reads the device information,"
            + " discovers"
            + " every module, and reads the log's clock."

        package var within: Nanoseconds = .seconds(10)

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.within, "within", in: Step.waits,
                "The step fails if the last answer has not arrived after this long.")
        }

        var ability: Ability? { nil }

        /// The modules that the SDKs ask for, in their order (protocol, core 2.2).
        private static let discovery: [UInt8] = [
            0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0F, 0x11,
            0x12, 0x13, 0x14, 0x15, 0x16, 0x19, 0xFE,
        ]

        /// Revision of the firmware, model, revision of the hardware, manufacturer, serial number.
        private static let information: [BluetoothUUID] = ["2A26", "2A24", "2A27", "2A29", "2A25"]

        /// Device information one value after the other, one module after the other, the log's
        /// clock: the order of the C++ SDK (protocol, clients).
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let limit = TimeLimit(
                within, session.timers, "not initialised within \(within.text)", done)
            inTurn(Self.information, else: limit.end) { uuid, next in
                session.readDeviceInformation(uuid, limit.unlessOver(next))
            } then: {
                inTurn(Self.discovery, else: limit.end) { id, next in
                    session.module(id, isAskedAgain: true) {
                        limit.unlessOver(next)($0.map { _ in })
                    }
                } then: {
                    session.readClock(
                        onSuccess(else: limit.end) {
                            let present = session.modules.values.count { !$0.isEmpty }
                            limit.end(.success("\(present) modules"))
                        })
                }
            }
        }

        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.readDeviceInformation(
                "2A26",
                onSuccess(else: done) {
                    session.readBattery { done($0.map { "battery \($0) %" }) }
                })
        }
    }
}
