import Declaration
import MetaWearProtocol

extension Step {
    package struct StopLog: BoardStep {
        package static let title = "stop-log"
        package static let about =
            "Stops the sensors and logging, and flushes the last page to flash."

        package static let keys = Keys(Self())

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.module(
                0x0B,
                onSuccess(else: done) { _ in
                    session.send([0x0B, 0x01, 0x00])
                    for module: UInt8 in [0x03, 0x13] {
                        guard let information = session.modules[module],
                            let device = InertialChip(module: module, information: information)
                        else { continue }
                        session.send(device.stopCommands)
                    }
                    session.stopLoggedUnits()
                    if session.revision(of: 0x0B) >= 3 { session.send([0x0B, 0x10, 0x01]) }
                    session.flush(
                        onSuccess(else: done) {
                            if let last = session.state.logged.indices.last {
                                session.state.logged[last].end =
                                    session.state.logged[last].end ?? client.timers.now
                                client.world.markSamples(session.board)
                            }
                            session.settle(done)
                        })
                })
        }
    }
}
