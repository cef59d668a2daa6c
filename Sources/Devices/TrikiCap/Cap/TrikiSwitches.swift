public import Simulation

/// Known or supposed differences between caps, as switches (protocol, triki 1.8).
public struct TrikiSwitches: Sendable, Equatable {
    /// The meaning of byte 1 of a frame (protocol, triki 8.3).
    public enum Status: Sendable, CaseIterable {
        /// 01 while the button is down.
        case button
        /// A counter of frames, 0 to 15; the button is not reported.
        case rolling
    }

    /// How the stream is split into notifications (protocol, triki 1.5).
    public enum Chunking: Sendable, Equatable {
        /// 20, 20 and 2 bytes in turn, regardless of frames.
        case cycle
        /// A number of frames in each notification, at least 1, as far as the MTU allows.
        case frames(Int)
        /// 8 bytes a notification.
        case blocks
    }

    /// Byte 1 of a frame.
    public var status = Status.button
    /// Notifications of the stream.
    public var chunking = Chunking.cycle
    /// Bytes of a frame.
    public var layout = FrameLayout.sensor
    /// Whether the first 20 frames after START hold random numbers.
    public var hasStartNoise = true
    /// Whether START is answered by `21 00 00 00 00`.
    public var acknowledges = true
    /// Drop-outs of the stream.
    public var dropOuts = DropOuts()
    /// How long the cap advertises, without a central, before it sleeps (protocol, triki 1.2:
    /// within seconds). The figure is our choice.
    public var sleepsAfter = Nanoseconds.seconds(10)

    /// As the captured cap behaves.
    public init() {}

    /// Those that differ from the captured cap, by name, sorted.
    var names: [String] {
        let usual = TrikiSwitches()
        var names: [String] = []
        if chunking != usual.chunking { names.append("chunking-\(chunking)") }
        if dropOuts != usual.dropOuts { names.append("drop-outs") }
        if layout != usual.layout { names.append("layout-\(layout.rawValue)") }
        if !acknowledges { names.append("no-ack") }
        if !hasStartNoise { names.append("no-noise") }
        if status != usual.status { names.append("status-rolling") }
        return names
    }
}

extension TrikiSwitches.Chunking: CustomStringConvertible {
    /// In a word: `frames-3`.
    public var description: String {
        switch self {
        case .cycle: "cycle"
        case .frames(let count): "frames-\(count)"
        case .blocks: "blocks"
        }
    }
}

/// Drop-outs of a cap's stream in a hand or a pocket (protocol, triki 1.5).
public struct DropOuts: Sendable, Equatable {
    /// Whether delivery stops for up to 100 ms now and then, and then catches up at once.
    public var hasBursts: Bool
    /// How long nothing is sent, as with a covered antenna; frames in that time are lost. Zero for
    /// never.
    public var silence: Nanoseconds
    /// From the start of one silence to the start of the next; the first starts this long after
    /// START.
    public var every: Nanoseconds

    /// No drop-outs, by default.
    public init(
        hasBursts: Bool = false, silence: Nanoseconds = .zero, every: Nanoseconds = .seconds(10)
    ) {
        self.hasBursts = hasBursts
        self.silence = silence
        self.every = every
    }
}
