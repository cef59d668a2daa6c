public import Simulation

/// What is known to differ between caps, or believed of them, as switches (protocol, triki 1.8).
public struct TrikiSwitches: Sendable, Equatable {
    /// What byte 1 of a frame says (protocol, triki 8.3).
    public enum Status: Sendable, CaseIterable {
        /// 01 while the button is down.
        case button
        /// A number that counts 0 to 15 with the frames; the button is nowhere.
        case rolling
    }

    /// How the bytes of the stream are cut into notifications (protocol, triki 1.5).
    public enum Chunking: Sendable, Equatable {
        /// 20, 20 and 2 bytes in turn, without regard to frames.
        case cycle
        /// So many frames a notification, at least 1, as far as the MTU allows.
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
    /// How the stream falters.
    public var dropOuts = DropOuts()
    /// How long the cap can be found, without a central, before it sleeps (protocol, triki 1.2:
    /// within seconds). The figure is ours.
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

/// How the stream of a cap falters in a hand or a pocket (protocol, triki 1.5).
public struct DropOuts: Sendable, Equatable {
    /// Whether delivery stands still for up to 100 ms now and then, and catches up at once.
    public var hasBursts: Bool
    /// How long nothing is sent at all, as with a covered antenna; what is made then is lost. Zero
    /// for never.
    public var silence: Nanoseconds
    /// From the beginning of one silence to that of the next; the first comes so long after START.
    public var every: Nanoseconds

    /// A stream that never falters, unless told.
    public init(
        hasBursts: Bool = false, silence: Nanoseconds = .zero, every: Nanoseconds = .seconds(10)
    ) {
        self.hasBursts = hasBursts
        self.silence = silence
        self.every = every
    }
}
