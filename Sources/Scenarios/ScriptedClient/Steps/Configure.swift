import Declaration
import MetaWearProtocol
import YAML

/// What `configure` says of one part of a board.
protocol PartConfiguration: Section {
    /// Its key in `configure`, and its help.
    static var key: (String, String) { get }
    /// Modules that must be known before its packets are.
    static var modules: [MWModule] { get }
    /// - Parameter sensors: how the client wants the board, this part included.
    func packets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet]
}

/// The configuration of a part that is started and stopped.
protocol UnitConfiguration: PartConfiguration {
    static var unit: SensorUnit { get }
}

extension UnitConfiguration {
    static var modules: [MWModule] { unit.modules }

    func packets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
        try sensors.configure(Self.unit)
    }
}

/// The configuration of a module with power of its own.
protocol ModuleConfiguration: UnitConfiguration {
    static var module: MWModule { get }
    /// Samples per second; 0 if it has no fixed rate.
    func samplesPerSecond(_ sensors: SensorCommands) -> Double
    func configurePackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet]
    func startPackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet]
    var stopPackets: [Packet] { get }
}

extension ModuleConfiguration {
    static var unit: SensorUnit { .module(module) }

    func startPackets(_ sensors: SensorCommands) -> [Packet] {
        [PoweredSensor.enable(Self.module), PoweredSensor.start(Self.module)]
    }

    var stopPackets: [Packet] {
        [PoweredSensor.stop(Self.module), PoweredSensor.disable(Self.module)]
    }
}

/// The configuration of the accelerometer or of the gyroscope, whose chips differ.
protocol InertialConfiguration: ModuleConfiguration {
    var wish: InertialWish { get }
}

extension InertialConfiguration {
    func samplesPerSecond(_ sensors: SensorCommands) -> Double {
        sensors.nearest(Self.module)?.rate ?? 0
    }

    func configurePackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
        [try sensors.chip(Self.module).configure(sensors.setting(Self.module))]
    }

    func startPackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
        try sensors.chip(Self.module).startPackets
    }
}

/// The configuration of a sensor that is the same on every board.
protocol SensorConfiguration: ModuleConfiguration {
    associatedtype Sensor: StreamableSensor
    /// The protocol's.
    var sensor: Sensor { get }
}

extension SensorConfiguration {
    func samplesPerSecond(_ sensors: SensorCommands) -> Double { 0 }

    func configurePackets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
        _ = try sensors.revision(Self.module)
        return sensor.configurePackets
    }

    func startPackets(_ sensors: SensorCommands) -> [Packet] {
        sensor.enablePackets + sensor.startPackets
    }

    var stopPackets: [Packet] { sensor.stopPackets + sensor.disablePackets }
}

/// The configuration of a feature of the accelerometer's chip.
protocol FeatureConfiguration: PartConfiguration {
    static var feature: AccelerometerFeature { get }
}

extension FeatureConfiguration {
    static var modules: [MWModule] { [.accelerometer] }

    func packets(_ sensors: SensorCommands) throws(StepFailure) -> [Packet] {
        try sensors.features().configure(Self.feature)
    }
}

/// The configuration of a sensor that measures when it is read, and is never started.
protocol OnDemandConfiguration: PartConfiguration {
    /// The command that writes it.
    var packet: Packet { get }
}

extension OnDemandConfiguration {
    static var modules: [MWModule] { [] }
    func packets(_ sensors: SensorCommands) -> [Packet] { [packet] }
}

extension Step {
    package struct Configure: CommandStep {
        package static let example =
            "- configure: {accelerometer: {rate: 100 Hz, range: 8 g}, gyroscope: {rate: 100 Hz}}"

        /// At most one of each kind, in the order of `kinds`.
        var parts: [any PartConfiguration] = []

        static let kinds: [any PartConfiguration.Type] =
            [
                AccelerometerConfiguration.self, GyroscopeConfiguration.self,
                MagnetometerConfiguration.self,
            ] + environment + [FusionConfiguration.self] + features

        package static let keys = Keys(Self(), "configure") { keys in
            keys.about = "Configures sensors. Streams and logs use the latest configuration."
            func declare<Part: PartConfiguration>(_: Part.Type) {
                keys.optional(
                    \.[Slot<Part>()], Part.key.0, otherwise: "unchanged", Part.key.1)
            }
            for kind in kinds { declare(kind) }
        }

        /// The place of one kind.
        struct Slot<Part>: Hashable {}

        subscript<Part: PartConfiguration>(_: Slot<Part>) -> Part? {
            get { parts.lazy.compactMap { $0 as? Part }.first }
            set { parts = parts.filter { !($0 is Part) } + (newValue.map { [$0] } ?? []) }
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard parts.isEmpty else { return }
            reader.fail(
                "nothing is configured", at: mark,
                fix: "add `accelerometer: {rate: 50 Hz}` or `gyroscope: {rate: 50 Hz}`")
        }

        /// Accelerometer and gyroscope.
        private var wishes: [InertialWish] {
            parts.compactMap { ($0 as? any InertialConfiguration)?.wish }
        }

        /// Those that are never started come last.
        private var ordered: [any PartConfiguration] {
            parts.filter { !($0 is any OnDemandConfiguration) }
                + parts.filter { $0 is any OnDemandConfiguration }
        }

        func modules(_ session: HostSession) -> [MWModule] {
            parts.flatMap { type(of: $0).modules }.withoutRepeats
        }

        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            for wish in wishes { session.set(try await session.chip(wish.module), wish.setting) }
            try await session.fetch(modules(session))
            session.state.configurations.take(parts)
            if self[Slot<FusionConfiguration>()] != nil { session.state.followFusion() }
            for part in ordered where !(part is any InertialConfiguration) {
                session.send(try part.packets(session.sensors))
            }
            return try await session.settle()
        }

        func commands(_ session: HostSession) throws(StepFailure) -> [Packet] {
            var sensors = session.sensors
            sensors.configurations.take(parts)
            for wish in wishes { sensors.take(wish) }
            var packets: [Packet] = []
            for part in ordered { packets += try part.packets(sensors) }
            return packets
        }
    }
}
