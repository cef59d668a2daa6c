public import Device
public import Simulation

/// Observes what clients do with devices, and reports violations of the protocol.
///
/// It works wherever the devices run: in your own test, in a scenario, with a host over the air.
/// Equal runs give equal findings.
///
///     let judge = ClientJudge()
///     judge.attach(to: board)
///     … the client does its work …
///     judge.finish(at: simulation.now)
///     #expect(judge.findings.filter { $0.rule.severity == .error } == [])
public final class ClientJudge: DeviceWitness {
    private let log = FindingLog()
    private var scenes: [JudgedDevice] = []
    private var isFinished = false

    /// A device retains its witness, but not the reverse.
    private final class JudgedDevice {
        weak var device: (any SimulatedDevice)?
        /// A weak reference costs more to read than most events to judge.
        let id: ObjectIdentifier
        let context: JudgeContext

        init(_ device: any SimulatedDevice, _ context: JudgeContext) {
            (self.device, self.context) = (device, context)
            id = ObjectIdentifier(device)
        }
    }

    /// A judge with all rules.
    public init() {}

    /// Observes a device from now on and replaces its previous observer; best before its first host.
    public func attach(to device: any SimulatedDevice) {
        guard !scenes.contains(where: { $0.device === device }) else { return }
        scenes.append(
            JudgedDevice(device, JudgeContext(device, log, RuleTable.families)))
        device.witness = self
    }

    /// The findings so far, in the order of their first occurrence.
    public var findings: [Finding] { log.findings }

    /// How much of the protocol was exercised, one card per device.
    public var scoreCards: [ScoreCard] { scenes.map(\.context.card.card) }

    /// Ends the run: what is still missing is reported. Releases the devices.
    public func finish(at time: Instant) {
        guard !isFinished else { return }
        isFinished = true
        for watched in scenes {
            watched.device?.witness = nil
            watched.context.finish(watched.device, at: time)
        }
    }

    /// Called by devices.
    public func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        // A new device may have the place of one that is gone.
        let id = ObjectIdentifier(device)
        scenes.last { $0.id == id }?.context.take(event, of: device, at: time)
    }
}
