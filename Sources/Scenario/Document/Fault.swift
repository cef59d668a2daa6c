import Simulation
public import YAML

/// Something that goes wrong at a given time.
public struct Fault: LocatedSection {
    public static let title = "fault"
    public static let about = "Something that goes wrong at a given time."
    public static let example = """
        faults:
          - {at: 20 s, link-loss: 5 s}
          - {at: 40 s, interference: {loss: 30 %, for: 10 s}}
          - {at: 60 s, brown-out: 500 ms}
          - {at: 70 s, every: 30 s, times: 20, link-loss: 8 s}
        """

    /// When, and how often.
    public var timing = Recurrence()
    public var board = Reference(.board)
    /// What goes wrong.
    public var kind = Kind.reset(ResetFault())
    public var mark = Mark.start

    public static let keys = Keys(Self()) { keys in
        Recurrence.declare(&keys, \.timing)
        keys.reference(\.board, "board", "Which board.")
        keys.exactlyOne(\.kind)
    }

    public func check(_ reader: Reader, at mark: Mark) {
        timing.check(Self.title, lasting: kind.duration, at: mark, reader)
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

        public static let cases = Cases<Kind> { cases in
            cases(
                Kind.linkLoss, Kind.range, Kind.interference, Kind.reset, Kind.brownOut,
                Kind.stuckSensor, Kind.flashFull)
            cases("mute-module", Kind.mute)
            cases("slow-module", Kind.slow)
        }
    }
}

extension Fault.Kind {
    /// How long it lasts; `nil`: for good.
    var duration: Nanoseconds? {
        switch self {
        case .linkLoss(let fault): fault.duration
        case .range(let fault): fault.over
        case .interference(let fault): fault.duration
        case .reset, .flashFull: .zero
        case .brownOut(let fault): fault.duration
        case .stuckSensor(let fault): fault.duration
        case .mute(let fault): fault.duration
        case .slow(let fault): fault.duration
        }
    }
}
