import Declaration
import MetaWearProtocol
import Simulation
import Wire

extension Step {
    package struct Read: CommandStep, CapStep {
        package static let example = """
            - read: {temperature: {channel: 1}}
            - read: {gpio: {pin: 0, kind: absolute}, every: 1 s, times: 5}
            - read: battery
            """

        var target: any ReadableValue = ReadTarget.Battery()
        package var isSilent = false
        package var times = 1
        package var every: Nanoseconds = .seconds(1)
        package var within: Nanoseconds = .seconds(5)

        package static let keys = Keys(Self(), "read") { keys in
            keys.about = "Reads a value from the board and waits for the answer."
            keys.exactlyOne(\.target, of: ReadTarget.cases)
            keys.optional(
                \.isSilent, "silent",
                "Whether the value goes only to loggers on the board, without an answer to the"
                    + " client."
                    + " A chain that begins with this value needs reads that are not silent.")
            keys.optional(\.times, "times", in: 1...1_000_000, "How many times.")
            keys.optional(
                \.every, "every", in: Step.waits, "The time between reads, with `times`.")
            keys.optional(
                \.within, "within", in: Step.waits,
                "The step fails after this long without an answer.")
        }

        /// The battery service has the charge too.
        var ability: Ability? { target.isOnCaps ? nil : .registers }
        var isCommand: Bool { times == 1 }

        func modules(_ session: HostSession) -> [MWModule] {
            target is ReadTarget.Steps ? [.accelerometer] : []
        }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            var packet = try session.request(target)
            if isSilent { packet.registerByte |= RegisterFlag.silent }
            return [packet]
        }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            if isSilent { return write(session, done) }
            session.fetch(
                modules(session),
                onSuccess(else: done) { ask(client, session, try session.request(target), done) })
        }

        private func ask(
            _ client: ScriptedClient, _ session: HostSession, _ request: Packet,
            _ done: @escaping StepDone
        ) {
            let answer = target.answer(to: request)
            var last = ""
            inTurn(Array(0..<times), else: done) { n, next in
                let ask = {
                    session.ask(
                        request, answer: answer, within: within,
                        onSuccess(else: next) { packet in
                            if target is ReadTarget.CalibrationData {
                                session.state.made.calibration[request.register] =
                                    Array(packet.dropFirst(2))
                            }
                            let value = session.value(target, in: packet)
                            remember(client, session, value, packet)
                            last = (target.words(value).map { $0 + ", " } ?? "") + Hex.text(packet)
                            next(.success(()))
                        })
                }
                if n == 0 { ask() } else { client.timers.after(every, ask) }
            } then: {
                done(.success(last))
            }
        }

        /// The only value that a cap has is its charge.
        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            var last = ""
            inTurn(Array(0..<times), else: done) { n, next in
                client.timers.after(n == 0 ? .zero : every) {
                    session.readBattery(
                        onSuccess(else: next) { level in
                            remember(client, session, Double(level), [level])
                            last = "\(level) %"
                            next(.success(()))
                        })
                }
            } then: {
                done(.success(last))
            }
        }

        private func remember(
            _ client: ScriptedClient, _ session: HostSession, _ value: Double, _ packet: [UInt8]
        ) {
            client.remember(
                ReadRecord(
                    board: session.board, target: target, time: client.timers.now, value: value,
                    packet: packet))
        }
    }
}
