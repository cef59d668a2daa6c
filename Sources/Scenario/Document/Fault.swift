public import Simulation
public import YAML

/// Something that goes wrong at a given time.
public struct Fault: Section {
    public static let title = "fault"
    public static let about = "Something that goes wrong at a given time."
    public static let example = """
        faults:
          - {at: 20 s, link-loss: 5 s}
          - {at: 40 s, interference: {loss: 30 %, for: 10 s}}
          - {at: 60 s, brown-out: 500 ms}
        """

    /// Since the run began.
    public var at = Nanoseconds.zero
    /// Which board.
    public var board = Reference(.board)
    /// What goes wrong.
    public var kind = Kind.reset(ResetFault())
    public var mark = Mark.start

    public init() {}

    public mutating func declare(_ keys: Keys) {
        keys.required(&at, "at", in: .zero...Nanoseconds.longest, "When, in virtual time.")
        keys.reference(&board, "board", "Which board.")
        keys.exactlyOne(&kind)
    }

    /// What goes wrong.
    public enum Kind: OneOf {
        public static let title = "kind of fault"
        case linkLoss(LinkLoss)
        case range(RangeFault)
        case interference(Interference)
        case reset(ResetFault)
        case brownOut(BrownOut)
        case stuckSensor(StuckSensor)
        case flashFull(FlashFull)
        case mute(MuteModule)
        case slow(SlowModule)

        public static func declare(_ cases: Cases<Kind>) {
            cases("link-loss", Kind.linkLoss)
            cases("range", Kind.range)
            cases("interference", Kind.interference)
            cases("reset", Kind.reset)
            cases("brown-out", Kind.brownOut)
            cases("stuck-sensor", Kind.stuckSensor)
            cases("flash-full", Kind.flashFull)
            cases("mute-module", Kind.mute)
            cases("slow-module", Kind.slow)
        }
    }
}
