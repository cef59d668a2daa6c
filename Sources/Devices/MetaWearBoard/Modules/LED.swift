internal import Simulation
import Wire

/// The LED's three channels, each with a pattern that plays in virtual time (protocol, sensors 4).
public final class LED: Module {
    static let id: UInt8 = 0x02
    static let name = "LED"
    static let registers: [Register<LED>] = [
        .command(0x01, "play", Play.self) { $0.play($1.mode, on: $2) }
            .readable(Play.self) { led, _ in [led.mode.rawValue] },
        .command(0x02, "stop", Stop.self) { led, stop, _ in led.stop(clearing: stop.clears) }
            .readable(Stop.self) { led, _ in [led.lastStop.clears ? 1 : 0] },
        .command(0x03, "pattern", Pattern.self) { $0.load($1, on: $2) }
            .readable(Byte.self, answer: Pattern.self) { led, channel, _ in
                guard channel.value < 3 else { return nil }
                return led.tracks[Int(channel.value)].map { ShortBytes($0.pattern.bytes) }
            },
    ]

    /// The last command of `play`.
    enum Mode: UInt8 { case paused, playing, autoplaying }

    /// A loaded pattern.
    struct Track {
        var pattern: Pattern
        /// When its time zero is; nil while it has not been started.
        var start: Instant?
        /// Time already played when it was paused.
        var paused: Nanoseconds?

        func isRunning(at now: Instant) -> Bool {
            start.map { !pattern.isOver(after: now - $0) } ?? false
        }
    }

    private(set) var mode = Mode.paused
    private var lastStop = Stop()
    private var tracks: [Track?] = [nil, nil, nil]
    private let revision: UInt8

    init(_ information: ModuleInformation, on board: MetaWearBoard) {
        revision = information.revision
    }

    private func play(_ mode: Mode, on board: MetaWearBoard) {
        let now = board.now
        for channel in tracks.indices {
            guard var track = tracks[channel] else { continue }
            switch mode {
            case .paused:
                if let start = track.start { track.paused = now - start }
                track.start = nil
            case .playing, .autoplaying:
                if let paused = track.paused {
                    track.start = now - paused
                } else if !track.isRunning(at: now) {
                    track.start = now
                }
                track.paused = nil
            }
            tracks[channel] = track
            awaitEnd(of: track, on: board)
        }
        self.mode = mode
    }

    /// The current of a pattern ends with the pattern.
    private func awaitEnd(of track: Track, on board: MetaWearBoard) {
        guard let start = track.start, let length = track.pattern.length,
            track.isRunning(at: board.now)
        else { return }
        board.schedule(LED.id, 0, at: start + length)
    }

    /// A pattern may be over.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        board.supply?.settle()
    }

    /// The light goes out before an event of the lost link can light it again.
    func disconnected(on board: MetaWearBoard) {
        guard board.has(.lightEndsWithLink) else { return }
        endPlaying(clearing: false)
        board.supply?.settle()
    }

    private func stop(clearing: Bool) {
        lastStop = Stop(clears: clearing)
        endPlaying(clearing: clearing)
    }

    private func endPlaying(clearing: Bool) {
        mode = .paused
        for channel in tracks.indices {
            tracks[channel]?.start = nil
            tracks[channel]?.paused = nil
            if clearing { tracks[channel] = nil }
        }
    }

    /// A playing pattern is not replaced (protocol, sensors 4: the Swift SDK stops first for that
    /// reason).
    private func load(_ pattern: Pattern, on board: MetaWearBoard) {
        let channel = Int(pattern.channel.rawValue)
        if tracks[channel]?.isRunning(at: board.now) == true {
            return board.ignore(.playing, "the LED's \(pattern.channel) pattern is playing")
        }
        guard pattern.kind == .pulse || pattern.kind == .blink else {
            return board.ignore(
                .undocumentedValue, "LED pattern mode \(pattern.kind) is not documented")
        }
        var pattern = pattern
        if revision < 1 { pattern.delay = 0 }
        let track = Track(pattern: pattern, start: mode == .autoplaying ? board.now : nil)
        tracks[channel] = track
        awaitEnd(of: track, on: board)
    }

    /// Intensity of a channel at an instant, 0 (dark) to 31.
    func intensity(_ channel: Channel, at time: Instant) -> Double {
        guard let track = tracks[Int(channel.rawValue)] else { return 0 }
        if let paused = track.paused { return track.pattern.intensity(after: paused) }
        guard let start = track.start, time >= start else { return 0 }
        return track.pattern.intensity(after: time - start)
    }

    fileprivate func pattern(of channel: Channel, at time: Instant) -> LightPattern? {
        tracks[Int(channel.rawValue)].map { track in
            let pattern = track.pattern
            return LightPattern(
                isPulse: pattern.kind == .pulse, high: Int(pattern.high), low: Int(pattern.low),
                rise: Int(pattern.rise), hold: Int(pattern.hold), fall: Int(pattern.fall),
                period: Int(pattern.period), delay: Int(pattern.delay),
                repetitions: pattern.length == nil ? nil : Int(pattern.repetitions),
                isPlaying: track.isRunning(at: time))
        }
    }

    /// The mean of each playing pattern: 10 mA a channel at full intensity, a usual rating of small
    /// RGB LEDs.
    func current(on board: MetaWearBoard) -> Double {
        tracks.reduce(0) { sum, track in
            guard let track, track.isRunning(at: board.now) else { return sum }
            return sum + track.pattern.meanIntensity / 31 * 10_000
        }
    }

    /// Whether no pattern of the host is loaded or plays.
    var isIdle: Bool { tracks.allSatisfy { $0 == nil } }
}

extension MetaWearBoard {
    /// The intensity of a channel now, 0 to 31: the host's pattern or, if none is loaded and the
    /// charger is connected, the charging lights (blue blinks, then green; sensors 4, vendor).
    package func lightIntensity(_ channel: LED.Channel) -> Double {
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

/// What a host programmed a channel of the LED to do; times in milliseconds.
package struct LightPattern: Equatable, Sendable {
    /// Whether it is a pulse, with edges that take time, rather than a blink.
    package var isPulse: Bool
    /// 0 to 31.
    package var high, low: Int
    package var rise, hold, fall, period, delay: Int
    /// nil for ever.
    package var repetitions: Int?
    /// Whether it plays now.
    package var isPlaying: Bool
}

extension MetaWearBoard {
    /// The pattern that is loaded for a channel; nil if there is none.
    package func lightPattern(_ channel: LED.Channel) -> LightPattern? {
        (module() as LED?)?.pattern(of: channel, at: now)
    }

    /// The last command to the LED's patterns: `playing`.
    package var lightMode: String? { (module() as LED?).map { "\($0.mode)" } }
}

extension LED.Mode: CustomStringConvertible {
    /// The case's name.
    var description: String {
        switch self {
        case .paused: "paused"
        case .playing: "playing"
        case .autoplaying: "autoplaying"
        }
    }
}
