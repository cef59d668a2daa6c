extension MotionConfig {
    /// The tuning for a mode (protocol, triki-motion 3.12).
    public static func preset(
        for mode: MotionMode, _ version: VeltoVersion = .seed
    ) -> MotionConfig {
        var config = MotionConfig()
        config.mode = mode
        config.axisMapping = .preset
        for change in published[mode, default: []] {
            change(&config)
        }
        if version == .current {
            for change in sinceCurrent[mode, default: []] { change(&config) }
        }
        return config
    }

    private typealias Change = @Sendable (inout MotionConfig) -> Void

    /// What each preset changes of the defaults.
    private static let published: [MotionMode: [Change]] = [
        .paddle: [
            {
                $0.inputSmoothing = 0
                $0.referenceDriftEnabled = false
                $0.pointerSensitivity = 0
                $0.pointerRotDamping = 1
                $0.deadzone = 0
            },
            {
                $0.paddleInputGain = 0.34
                $0.paddleMicroDeadzone = 0.42
                $0.paddleStillThreshold = 2.5
                $0.paddleAutoCalibRetain = 0.985
                $0.paddleAutoCalibBlend = 0.015
                $0.paddleSmoothRetain = 0.58
                $0.paddleSmoothBlend = 0.42
                $0.paddleSmoothRetainIdle = 0.76
                $0.paddleRawSmoothing = 0.22
            },
            {
                $0.paddlePositionGain = 1
                $0.paddlePositionFollow = 0
                $0.paddleZeroSnap = 0
                $0.paddleDamping = 1
            },
        ],
        .pointer: [
            {
                $0.inputSmoothing = 1
                $0.deadzone = 0.02
            }
        ],
        .gesture: [
            {
                $0.inputSmoothing = 0.35
                $0.referenceDriftEnabled = false
                $0.pointerSensitivity = 0.045
                $0.pointerRotDamping = 0.96
                $0.pointerOutputSmoothing = 0.22
                $0.deadzone = 0.02
            },
            {
                $0.gestureCooldown = 0.45
                $0.gestureMinThrustSpeed = 0.10
                $0.gesturePullSpeed = 0.08
                $0.gesturePullbackDelta = 0.12
                $0.gestureThreshold = 0.28
                $0.gestureMinRelY = 0.10
            },
        ],
    ]

    /// What the newest version changes of them: no smoothing.
    private static let sinceCurrent: [MotionMode: [Change]] = [
        .paddle: [
            {
                $0.inputSmoothing = 1
                $0.paddleSmoothRetain = 0
                $0.paddleSmoothBlend = 1
                $0.paddleSmoothRetainIdle = 0
                $0.paddleRawSmoothing = 1
            }
        ],
        .pointer: [{ $0.pointerOutputSmoothing = 0 }],
        .gesture: [
            {
                $0.inputSmoothing = 1
                $0.pointerOutputSmoothing = 0
            }
        ],
    ]
}

extension MotionConfig {
    /// The tunings that the sample games make of a preset (protocol, triki-motion 3.12).
    public enum Tuning: String, Sendable, CaseIterable {
        /// Menus: the paddle preset.
        case menu
        /// Darts: a throw with a reference that drifts.
        case dart
        /// Bowling: a throw without drift.
        case bowling
    }

    /// The settings of a sample game.
    public static func tuned(_ tuning: Tuning, _ version: VeltoVersion = .seed) -> MotionConfig {
        guard tuning != .menu else { return preset(for: .paddle, version) }
        var config = preset(for: .gesture, version)
        config.pointerRotDamping = 0.985
        config.inputSmoothing = version == .seed ? 0.22 : 1
        config.referenceDriftEnabled = tuning == .dart
        config.pointerSensitivity = tuning == .dart ? 0.14 : 0.10
        config.pointerOutputSmoothing = version == .current ? 0 : tuning == .dart ? 0.28 : 0.30
        return config
    }

    /// The numbers that the engine reads.
    static var numbers: [WritableKeyPath<MotionConfig, Double>] {
        [
            \.inputSmoothing, \.referenceRetain, \.referenceBlend, \.pointerSensitivity,
            \.pointerRotDamping, \.pointerOutputSmoothing, \.gestureCooldown,
            \.gestureMinThrustSpeed, \.gesturePullSpeed, \.gesturePullbackDelta,
            \.paddleInputGain, \.paddleMicroDeadzone, \.paddleStillThreshold,
            \.paddleAutoCalibRetain, \.paddleAutoCalibBlend, \.paddleAutoCalibMaxSteer,
            \.paddleSmoothRetain, \.paddleSmoothRetainIdle, \.paddleSmoothMax,
            \.paddleRawDivisor, \.paddleRawSmoothing, \.paddleSpikeThreshold,
        ]
    }

    /// With every number finite that the engine reads.
    var finite: MotionConfig {
        var config = self
        for number in Self.numbers { config[keyPath: number] = config[keyPath: number].finite }
        return config
    }
}
