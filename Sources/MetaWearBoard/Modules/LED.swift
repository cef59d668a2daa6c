public import Simulation
import Wire

/// The LED's three channels, each with a pattern that really plays (protocol, sensors 4).
public final class LED: Module {
    public static let id: UInt8 = 0x02
    public static let name = "LED"
    public static let registers: [Register<LED>] = [
        .command(0x01, "play", Play.self) { $0.play($1.mode, at: $2.now) }
            .readable { led, _ in [led.mode.rawValue] },
        .command(0x02, "stop", Stop.self) { led, stop, _ in led.stop(clearing: stop.clears) }
            .readable { led, _ in [led.lastStop.clears ? 1 : 0] },
        patternRegister,
    ]

    private static let patternRegister: Register<LED> = {
        var register = Register<LED>.command(0x03, "pattern", Pattern.self) {
            $0.load($1, on: $2)
        }
        register.declaration.access.insert(.read)
        register.read = { led, request, _ throws(LayoutError) in
            let channel = try Byte(request).value
            guard channel < 3, let track = led.tracks[Int(channel)] else { return nil }
            return RegisterValue(ShortBytes(track.pattern.bytes))
        }
        return register
    }()

    /// What `play` was last told.
    enum Mode: UInt8 { case paused, playing, autoplaying }

    /// A pattern on its way.
    struct Track {
        var pattern: Pattern
        /// When its time zero is; nil while it has not been started.
        var start: Instant?
        /// Time already played when it was paused.
        var paused: Nanoseconds?
    }

    private(set) var mode = Mode.paused
    private var isStopped = true
    private var lastStop = Stop()
    private var tracks: [Track?] = [nil, nil, nil]
    private let revision: UInt8

    public init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
    }

    private func play(_ mode: Mode, at now: Instant) {
        for channel in tracks.indices {
            guard var track = tracks[channel] else { continue }
            switch mode {
            case .paused:
                if let start = track.start { track.paused = now - start }
                track.start = nil
            case .playing, .autoplaying:
                if let paused = track.paused {
                    track.start = now - paused
                } else if track.start == nil || track.pattern.isOver(after: now - track.start!) {
                    track.start = now
                }
                track.paused = nil
            }
            tracks[channel] = track
        }
        self.mode = mode
        isStopped = false
    }

    private func stop(clearing: Bool) {
        lastStop = Stop(clears: clearing)
        isStopped = true
        mode = .paused
        for channel in tracks.indices {
            tracks[channel]?.start = nil
            tracks[channel]?.paused = nil
            if clearing { tracks[channel] = nil }
        }
    }

    /// A running pattern is not replaced (protocol, sensors 4: the Swift SDK stops first for
    /// that reason).
    private func load(_ pattern: Pattern, on board: MetaWearBoard) {
        let channel = Int(pattern.channel.rawValue)
        if let track = tracks[channel], let start = track.start,
            !track.pattern.isOver(after: board.now - start)
        {
            return board.trace("ignored: the LED's \(pattern.channel) pattern is playing")
        }
        var pattern = pattern
        if revision < 1 { pattern.delay = 0 }
        tracks[channel] = Track(
            pattern: pattern, start: mode == .autoplaying ? board.now : nil)
    }

    /// Intensity of a channel at an instant, 0 (dark) to 31.
    public func intensity(_ channel: Channel, at time: Instant) -> Double {
        guard let track = tracks[Int(channel.rawValue)] else { return 0 }
        if let paused = track.paused { return track.pattern.intensity(after: paused) }
        guard let start = track.start, time >= start else { return 0 }
        return track.pattern.intensity(after: time - start)
    }

    /// Whether a pattern of the host's is loaded or plays.
    public var isIdle: Bool { tracks.allSatisfy { $0 == nil } }
}

extension LED {
    /// The colours, as the wire numbers them.
    public enum Channel: UInt8, Sendable, CaseIterable { case green, red, blue }

    struct Play: Layout {
        var mode = Mode.paused
        mutating func layout(_ c: inout some Coder) { c(&mode, "mode") }
    }

    struct Stop: Layout {
        var clears = false
        mutating func layout(_ c: inout some Coder) { c(&clears, bits: 8, "clear") }
    }

    /// One channel's pattern: 15 bytes, times in milliseconds.
    struct Pattern: Layout {
        var channel = Channel.green
        /// 2 in every packet of the SDKs; what 0 and 1 change is not documented.
        var kind: UInt8 = 2
        var high: UInt8 = 0
        var low: UInt8 = 0
        var rise: UInt16 = 0
        var hold: UInt16 = 0
        var fall: UInt16 = 0
        var period: UInt16 = 0
        var delay: UInt16 = 0
        var repetitions: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&channel, "channel")
            c(&kind, "mode")
            c(&high, "high intensity")
            c(&low, "low intensity")
            c(&rise, "rise time")
            c(&hold, "high time")
            c(&fall, "fall time")
            c(&period, "period")
            c(&delay, "delay")
            c(&repetitions, "repeat count")
        }

        /// `FF` goes on for ever; 0 is documented as undefined and does so too, as the Swift SDK
        /// encodes it.
        private var isEndless: Bool { repetitions == 0xFF || repetitions == 0 }

        func isOver(after played: Nanoseconds) -> Bool {
            guard !isEndless else { return false }
            let length = Int64(period) * Int64(repetitions) + Int64(delay)
            return played >= .milliseconds(length)
        }

        func intensity(after played: Nanoseconds) -> Double {
            let time = played.seconds * 1000 - Double(delay)
            guard time >= 0, !isOver(after: played) else { return 0 }
            let high = Double(min(self.high, 31))
            let low = Double(min(self.low, 31))
            guard period > 0 else { return high }
            let phase = time.truncatingRemainder(dividingBy: Double(period))
            let (rise, hold, fall) = (Double(rise), Double(hold), Double(fall))
            if phase < rise { return low + (high - low) * phase / rise }
            if phase < rise + hold { return high }
            if phase < rise + hold + fall {
                return high - (high - low) * (phase - rise - hold) / fall
            }
            return low
        }
    }
}

extension MetaWearBoard {
    /// What the LED shows on a channel now, 0 to 31: the host's pattern or, with none loaded and
    /// the charger connected, the charging lights (blue blinks, then green; sensors 4, vendor).
    public func lightIntensity(_ channel: LED.Channel) -> Double {
        guard let led: LED = module() else { return 0 }
        guard led.isIdle, hardware.isChargerConnected else {
            return led.intensity(channel, at: now)
        }
        switch channel {
        case .blue:
            return hardware.isCharging && now.nanoseconds % 1_000_000_000 < 50_000_000 ? 31 : 0
        case .green: return hardware.isCharging ? 0 : 31
        case .red: return 0
        }
    }
}
