/// A fall from a height: release, free fall, a hard landing, rest.
public struct FreeFall: MoveKind {
    static let name = "freeFall"

    /// Metres down to the final position.
    public var height: Double
    /// Seconds of the release.
    public var release: Double
    /// Seconds of the landing: the shorter, the harder.
    public var landing: Double

    /// A fall; by default from one metre with a landing of 20 ms.
    public init(height: Double = 1, release: Double = 0.05, landing: Double = 0.02) {
        self.height = height
        self.release = release
        self.landing = landing
    }

    var problem: String? {
        Check.first(
            Check.positive(height, "height"), Check.positive(release, "release"),
            Check.positive(landing, "landing"),
            Check.duration(height + release + landing),
            height <= lowest || catcher == nil
                ? """
                height is \(height) m, less than release and landing take: \
                give more, or shorten them
                """ : nil)
    }

    /// Metres that release and landing take by themselves; a higher fall has a flight between them.
    package var lowest: Double {
        let g = standardGravity
        let both = release + landing
        return 0.5 * g * (both * both / 4 - landing * landing / 28) + g * release * release / 56
    }

    /// The landing; nil if there is no flight before it.
    fileprivate var catcher: Push? {
        let g = standardGravity
        let released = 0.5 * g * release
        let above = released * released / (2 * g) - g * release * release / 7
        guard let push = Push(catchingFrom: height + above, duration: landing),
            push.speed > released
        else { return nil }
        return push
    }

    func segment(from start: Pose) -> Segment { FallSegment(start: start, self) }
}

private final class FallSegment: LineSegment {
    private let release: Double
    private let flight: Double
    private let land: Push
    private let bottom: Double

    init(start: Pose, _ move: FreeFall) {
        release = move.release
        let released = 0.5 * standardGravity * move.release
        land = move.catcher ?? Push(duration: move.landing, speed: released)
        flight = (land.speed - released) / standardGravity
        bottom = -move.height
        super.init(
            start: start, duration: move.release + flight + move.landing, line: .zAxis)
    }

    override func way(_ t: Double) -> Jet {
        let g = standardGravity
        if t < release {
            let share = Profile.minimumJerkIntegrals(max(0, t / release))
            return Jet(
                value: -g * release * release * share.second, rate: -g * release * share.first,
                acceleration: -g * Profile.minimumJerk(t, release).value)
        }
        let aloft = t - release
        if aloft <= flight {
            return Jet(
                value: -g * (release * release / 7 + 0.5 * release * aloft + 0.5 * aloft * aloft),
                rate: -g * (0.5 * release + aloft), acceleration: -g)
        }
        var down = land.landing(aloft - flight)
        down.value += bottom
        return down
    }

    override var bandwidth: Double { 2 / min(release, land.duration) }
}
