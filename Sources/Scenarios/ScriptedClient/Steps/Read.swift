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

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            if isSilent { return try await write(session) }
            try await session.fetch(modules(session))
            let request = try session.request(target)
            let answer = target.answer(to: request)
            var last = ""
            for n in 0..<times {
                if n > 0 { try await client.executor.sleep(for: every) }
                let packet = try await session.ask(request, answer: answer, within: within)
                if target is ReadTarget.CalibrationData {
                    session.state.made.calibration[request.register] = Array(packet.dropFirst(2))
                }
                let value = session.value(target, in: packet)
                remember(client, session, value, packet)
                last = (target.words(value).map { $0 + ", " } ?? "") + Hex.text(packet)
            }
            return last
        }

        /// The only value that a cap has is its charge.
        func onCap(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            var last = ""
            for n in 0..<times {
                try await client.executor.sleep(for: n == 0 ? .zero : every)
                let level = try await session.readBattery()
                remember(client, session, Double(level), [level])
                last = "\(level) %"
            }
            return last
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
