public import Device
public import Simulation

/// Watches what clients do with devices, and finds what the protocol does not allow.
///
/// It works wherever the devices run: in a test of one's own, in a scenario, with a host over the
/// air. Equal courses give equal findings.
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

    /// A device holds its witness; the witness does not hold the device.
    private struct JudgedDevice {
        weak var device: (any SimulatedDevice)?
        let context: JudgeContext
    }

    /// A judge of all rules.
    public init() {}

    /// Watches a device from now on, in place of whoever watched it; best before its first host.
    public func attach(to device: any SimulatedDevice) {
        guard !scenes.contains(where: { $0.device === device }) else { return }
        scenes.append(
            JudgedDevice(device: device, context: JudgeContext(device, log, RuleTable.families)))
        device.witness = self
    }

    /// What was found so far, in the order in which it was found first.
    public var findings: [Finding] { log.findings }

    /// How much of the protocol was exercised, a card a device.
    public var scoreCards: [ScoreCard] { scenes.map(\.context.card.card) }

    /// The run is over: what is still missing will not come. Devices are let go.
    public func finish(at time: Instant) {
        guard !isFinished else { return }
        isFinished = true
        for watched in scenes {
            watched.device?.witness = nil
            watched.context.finish(watched.device, at: time)
        }
    }

    /// For devices to call.
    public func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
        for watched in scenes where watched.device === device {
            watched.context.take(event, of: device, at: time)
        }
    }
}
