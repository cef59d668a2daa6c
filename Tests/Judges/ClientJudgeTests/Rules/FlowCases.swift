import MetaWearBoard

/// Chains that lack a step, or have one too many.
extension RuleCase {
    private static let loggers = "> 0b 02 03 04 ff 60\n> 0b 02 03 04 ff 24\n"
    private static let runs = "> 03 02 01 00\n> 03 01 01\n"
    private static let stops = "> 03 01 00\n> 03 02 00 01\n"
    private static let second = "+ 1000 ms\n"
    /// Its id is 0.
    private static let passthrough = "> 09 02 03 04 ff a0 01 00 00 00\n+ 60 ms\n"
    private static let opened = "> 09 03 01\n> 09 07 00 01\n"
    private static let timer = "> 0c 02 e8 03 00 00 ff ff 00\n+ 60 ms\n"
    /// Reads the temperature with each tick.
    private static let polling = "> 0a 02 0c 06 00 04 c1 01\n> 0a 03 00\n"

    static let flows: [RuleCase] = loggerFlows + processorFlows + otherFlows + macroFlows

    private static let loggerFlows: [RuleCase] = [
        RuleCase(
            "MW-FLOW-01", broken: loggers + runs + second + stops + "leave",
            correct: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\nleave"),
        RuleCase(
            "MW-FLOW-01", hiding: "the loggers are removed",
            broken: loggers + "> 0b 01 01\n" + second + "> 0b 01 00\n> 0b 0a",
            correct: loggers + "> 0b 01 01\n" + runs + second + stops
                + "> 0b 01 00\n> 0b 09 ff ff ff ff\n> 0b 0a"),
        RuleCase(
            "MW-FLOW-01", hiding: "only the interrupt of its sensor is off",
            broken: loggers + "> 0b 01 01\n> 03 01 01\n" + second + stops + "> 0b 01 00\nleave",
            correct: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\nleave"),
        RuleCase(
            "MW-FLOW-01", hiding: "nothing reads what it polls",
            broken: "> 0b 02 04 c1 00 20\n> 0b 01 01\n" + second + "> 0b 01 00\nleave",
            correct: "> 0b 02 04 c1 00 20\n> 0b 01 01\n" + timer + polling + "> 0c 03 00\n"
                + second + "> 0b 01 00\n> 0c 05 00\nleave"),
        RuleCase(
            "MW-LOG-07",
            broken: "> 0b 02 03 04 ff 60\n> 0b 01 01\n" + runs + second + stops
                + "> 0b 01 00\nleave",
            correct: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\nleave"),
        RuleCase(
            "MW-LOG-07", hiding: "the second logger is removed, too",
            broken: "> 0b 02 03 04 ff 60\n> 0b 01 01\n" + runs + second + stops
                + "> 0b 01 00\n> 0b 03 00",
            // One after the other.
            correct: loggers + "> 0b 01 01\n" + runs + second + stops
                + "> 0b 01 00\n> 0b 03 00\n> 0b 03 01"),
        RuleCase(
            "MW-LOG-08", broken: "> 0b 02 03 04 ff 65",
            correct: "> 0b 02 03 04 ff 24\n> 0b 02 03 04 ff 60"),
        RuleCase(
            "MW-LOG-09", on: .metaMotionR,
            broken: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\n> 0b 0a\n"
                + asked + "> 0b 06 10 00 00 00 00 00 00 00\n+ 60 ms\n> 0b 0e",
            correct: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\n"
                + asked + "> 0b 06 10 00 00 00 00 00 00 00\n+ 60 ms\n> 0b 0e\n> 0b 0a"),
        RuleCase(
            "MW-READOUT-10", on: .metaMotionR,
            broken: loggers + "> 0b 01 01\n" + runs + second + stops + "> 0b 01 00\n"
                + asked + "> 0b 06 00 00 00 00 00 00 00 00",
            // An empty log has nothing to ask for.
            correct: asked + "> 0b 06 00 00 00 00 00 00 00 00"),
    ]

    private static let asked = "> 0b 07 01\n> 0b 0d 01\n> 0b 08 01\n> 0b 85\n+ 60 ms\n"

    private static let processorFlows: [RuleCase] = [
        RuleCase(
            "MW-FLOW-02", broken: passthrough + opened + second + "leave",
            correct: passthrough + opened + runs + second + stops + "leave"),
        RuleCase(
            "MW-FLOW-04", broken: passthrough + runs + second + stops + "leave",
            correct: passthrough + opened + runs + second + stops + "leave"),
        RuleCase(
            "MW-FLOW-04", hiding: "it is removed",
            broken: passthrough + runs + second + stops + "> 09 08",
            correct: passthrough + runs + "> 09 84 00\n" + second + stops + "> 09 08"),
        RuleCase(
            "MW-SUB-04", hiding: "a processor is between",
            broken: passthrough + opened + runs + second + "leave",
            correct: passthrough + opened + runs + second + stops + "leave"),
        RuleCase(
            "MW-SUB-04", hiding: "two processors are between",
            broken: passthrough + "> 09 02 09 03 00 a0 01 00 00 00\n+ 60 ms\n> 09 03 01\n"
                + "> 09 07 01 01\n" + runs + second + "leave",
            correct: passthrough + "> 09 02 09 03 00 a0 01 00 00 00\n+ 60 ms\n> 09 03 01\n"
                + "> 09 07 01 01\n" + runs + second + "> 09 07 01 00\n" + stops + "leave"),
        RuleCase(
            "MW-SUB-05", hiding: "a processor that nothing listens to uses it",
            also: ["MW-FLOW-04"],
            broken: passthrough + runs + second + "leave",
            correct: passthrough + "> 0b 02 09 03 00 60\n> 0b 02 09 03 00 24\n> 0b 01 01\n" + runs
                + second + "leave"),
    ]

    private static let streaming = "> 03 04 01\n" + runs + second

    private static let otherFlows: [RuleCase] = [
        RuleCase(
            "MW-FLOW-03", broken: "> 0a 02 03 04 ff 02 02 01\n> 0a 03 01\n" + second + "leave",
            correct: "> 0a 02 03 04 ff 02 02 01\n> 0a 03 01\n" + runs + second + stops + "leave"),
        RuleCase(
            "MW-FLOW-05", broken: runs + second + stops,
            correct: "> 03 04 01\n" + runs + second + stops + "> 03 04 00"),
        RuleCase(
            "MW-FLOW-06", broken: timer + "> 0c 03 00\n" + second + "> 0c 05 00",
            correct: timer + "> 0a 02 0c 06 00 02 02 01\n> 0a 03 01\n> 0c 03 00\n" + second
                + "> 0c 05 00"),
        RuleCase(
            "MW-TIMER-02", hiding: "it is removed", broken: timer + second + "> 0c 05 00",
            correct: timer + "> 0c 03 00\n" + second + "> 0c 05 00"),
        RuleCase(
            "MW-TIMER-02", hiding: "an event starts another", also: ["MW-FLOW-06"],
            broken: timer + timer + "> 0a 02 01 01 ff 0c 03 01\n> 0a 03 01\nleave",
            correct: timer + "> 0a 02 01 01 ff 0c 03 01\n> 0a 03 00\nleave"),
        RuleCase(
            "MW-TIMER-03", broken: "> 0c 02 00 00 03 e8 ff ff 00",
            correct: "> 0c 02 e8 03 00 00 ff ff 00\n+ 60 ms\n> 0c 02 00 5c 26 05 ff ff 00"),
        RuleCase(
            "MW-TIMER-03", hiding: "two bytes are swapped",
            broken: "> 0c 02 03 e8 00 00 ff ff 00",
            correct: "> 0c 02 60 ea 00 00 ff ff 00"),
        RuleCase(
            "MW-MACRO-10", broken: "! 0f 02 00\n! 0f 03 03 03 28\n! 0f 04",
            correct: "! 0f 02 00\n! 0f 03 03 03 28 03\n! 0f 04"),
        RuleCase(
            "MW-MACRO-10", hiding: "the first part has no second",
            broken: "! 0f 02 00\n! 0f 09 02 02\n! 0f 04",
            correct: "! 0f 02 00\n! 0f 09 02 02\n! 0f 03 01\n! 0f 04"),
        RuleCase(
            "MW-SUB-04", hiding: "the board stops another sensor when the link ends",
            broken: streaming + "> 0a 02 11 0a ff 13 01 01\n> 0a 03 00\nleave",
            correct: streaming + "> 0a 02 11 0a ff 03 01 01\n> 0a 03 00\nleave"),
        RuleCase(
            "MW-SUB-04", hiding: "a macro stops nothing when the link ends",
            broken: "! 0f 02 00\n! 0f 03 02 02 01\n! 0f 04\n" + streaming
                + "> 0a 02 11 0a ff 0f 05 01\n> 0a 03 00\nleave",
            correct: "! 0f 02 00\n! 0f 03 03 01 00\n! 0f 04\n" + streaming
                + "> 0a 02 11 0a ff 0f 05 01\n> 0a 03 00\nleave"),
        RuleCase(
            "MW-SUB-05", hiding: "a timer stops nothing after the link's end",
            broken: timer + runs + "> 0a 02 11 0a ff 0c 03 01\n> 0a 03 00\n"
                + "> 0a 02 0c 06 00 02 02 01\n> 0a 03 01\nleave",
            correct: timer + runs + "> 0a 02 11 0a ff 0c 03 01\n> 0a 03 00\n"
                + "> 0a 02 0c 06 00 03 01 01\n> 0a 03 00\nleave"),
    ]

    private static let execution = "! 0f 05 00\n"
    private static let makesLoggers = ["0b 02 03 04 ff 60", "0b 02 03 04 ff 24", "0b 01 01"]
    private static let starts = ["03 02 01 00", "03 01 01"]
    private static let ends = second + stops + "> 0b 01 00\nleave"
    /// The board starts anew and does what its macro says.
    private static let restart = "> fe 01\n+ 3000 ms\nconnect\nlisten\n"

    /// A recorded macro with these commands, which runs when it is executed or when the board starts.
    private static func macro(atBoot: Bool = false, _ commands: [String]) -> String {
        "! 0f 02 \(atBoot ? "01" : "00")\n" + commands.map { "! 0f 03 \($0)\n" }.joined()
            + "! 0f 04\n"
    }

    private static let macroFlows: [RuleCase] = [
        RuleCase(
            "MW-FLOW-01", hiding: "a macro makes the loggers",
            broken: macro(makesLoggers) + execution + ends,
            correct: macro(makesLoggers + starts) + execution + ends),
        RuleCase(
            "MW-FLOW-01", hiding: "a macro makes the loggers when the board starts",
            broken: macro(atBoot: true, makesLoggers) + restart + ends,
            correct: macro(atBoot: true, makesLoggers + starts) + restart + ends),
        RuleCase(
            "MW-FLOW-03", hiding: "a macro makes the event",
            broken: macro(["0a 02 03 04 ff 02 02 01", "0a 03 01"]) + execution + second + "leave",
            correct: macro(["0a 02 03 04 ff 02 02 01", "0a 03 01"] + starts) + execution + second
                + stops + "leave"),
        RuleCase(
            "MW-FLOW-04", hiding: "a macro makes the processor",
            broken: macro(starts + ["09 02 03 04 ff a0 01 00 00 00"]) + execution + second + stops
                + "leave",
            correct: macro(starts + ["09 02 03 04 ff a0 01 00 00 00"]) + execution + "+ 60 ms\n"
                + opened + second + stops + "leave"),
        RuleCase(
            "MW-FLOW-05", hiding: "a macro starts it",
            broken: macro(starts) + execution + second + stops,
            correct: macro(starts + ["03 04 01"]) + execution + second + stops + "> 03 04 00"),
        RuleCase(
            "MW-TIMER-02", hiding: "a macro makes the timer",
            broken: macro(["0c 02 e8 03 00 00 ff ff 00"]) + execution + second + "leave",
            correct: macro(["0c 02 e8 03 00 00 ff ff 00"]) + execution + "> 0c 03 00\nleave"),
    ]
}
