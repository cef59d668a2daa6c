import Declaration
import MetaWearProtocol
import Simulation

extension Step {
    package struct Timer: BoardStep {
        package static let example = """
            - timer: {every: 500 ms, times: 10, as: beat}
            - when: {signal: beat, do: [{read: {temperature: 0, silent: true}}]}
            """

        package var period = Nanoseconds.seconds(1)
        package var times: Int?
        package var isImmediate = false
        package var isStarted = true
        package var label = SignalLabel()

        package static let keys = Keys(Self(), "timer") { keys in
            keys.about = "Creates a timer on the board, waits for its id and starts it."
            keys.required(
                \.period, "every", in: .milliseconds(1)...(.milliseconds(4_294_967_295)),
                "The period, in whole milliseconds.")
            keys.optional(
                \.times, "times", in: 1...65_534, otherwise: "no limit", "How many ticks.")
            keys.optional(
                \.isImmediate, "at-once",
                "Whether the first tick comes at the start rather than one period later.")
            keys.optional(\.isStarted, "start", "Whether it starts immediately.")
            keys.required(\.label, "as", "Its name in the rest of the script.")
        }

        var words: String { "timer \(label.text)" }
        var isRecordable: Bool { true }

        var command: MWTimer.Create {
            MWTimer.Create(
                periodMs: UInt32(clamping: period.wholeMilliseconds),
                repetitions: times.map { UInt16(clamping: $0) } ?? MWTimer.infinite,
                immediate: isImmediate)
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let id = try await session.create(command.packet, "timer")
            let timer = MWTimer(id: id, command)
            session.state.made.timers[label.text] = timer
            if isStarted { session.send(timer.start) }
            return try await session.settle(saying: "timer \(id)")
        }
    }
}

/// A step that starts or stops a timer by its name.
protocol TimerStep: CommandStep {
    var name: SignalName { get }
    func command(for timer: MWTimer) -> Packet
}

extension TimerStep {
    var words: String { "\(Self.key) \(name.text)" }

    func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
        [command(for: try session.timer(name))]
    }
}

extension Step {
    package struct StartTimer: TimerStep {
        package var name = SignalName("")

        package static let keys = Keys(Self(), "start-timer") { keys in
            keys.about = "Starts a timer from its first tick."
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        func command(for timer: MWTimer) -> Packet { timer.start }
    }

    package struct StopTimer: TimerStep {
        package var name = SignalName("")

        package static let keys = Keys(Self(), "stop-timer") { keys in
            keys.about = "Stops a timer; it can be started again."
            keys.required(\.name, "name", principal: true, "The timer.")
        }

        func command(for timer: MWTimer) -> Packet { timer.stop }
    }
}
