import Bluetooth
import Central
import MetaWearProtocol
import Simulation
import Testing
import VirtualRadio
import Wire
import YAML

@testable import Declaration
@testable import ScriptedClient

/// A session that knows its board and talks to nobody: what a step would write.
struct CommandBench {
    enum Model: String, Sendable { case r, s, detector }

    let session: HostSession
    private let simulation = Simulation(seed: 1)

    /// - Parameter model: MetaMotion R or S, or the MetaDetector, with the modules of the vendor's
    ///   mock boards (protocol, core appendix A).
    init(_ model: Model = .r) {
        let air = Air(simulation)
        session = HostSession(
            central: Central(on: air, name: "phone", address: nil),
            address: Address(0xC000_0000_0001), board: 0, boardName: "wrist",
            channel: .metaWear, on: ScriptExecutor(DelayedCalls(simulation.clock)))
        let modules: [[UInt8]] = [
            [0x03, 0x80] + (model == .r ? [1, 1] : model == .s ? [4, 0] : [3, 1]),
            [0x09, 0x80, 0, 3, 0x1C], [0x11, 0x80, 0, 10, 7, 0], [0x12, 0x80, 0, 0],
            [0x13, 0x80] + (model == .r ? [0, 1] : [1, 0]), [0x14, 0x80, 0, 0],
            [0x15, 0x80, 0, model == .r ? 1 : 2], [0x19, 0x80, 0, 3],
        ]
        session.modules = BoardDescription(modules: modules.compactMap { MWModuleInfo(answer: $0) })
    }

    /// A step as a file writes it.
    static func step(_ text: String) throws -> Step {
        let reader = Reader()
        // Names are given by other steps.
        let step = try #require(Step.read(try Node(parsing: text), reader))
        try #require(reader.problems.isEmpty, "\(text): \(reader.problems)")
        return step
    }

    /// What a step writes, a packet a line.
    func packets(_ text: String) throws -> [String] {
        try session.commands(of: [Self.step(text)]).map { Hex.text($0.bytes).uppercased() }
    }

    /// Has the session remember what a `configure` says.
    func configure(_ text: String) throws {
        guard let step = try Self.step(text).kind as? Step.Configure else { return }
        session.state.configurations.take(step.parts)
        for case let wish as Step.AccelerometerConfiguration in step.parts {
            session.state.accelerometer = wish.wish.setting
        }
    }
}

/// A step with the packets that the protocol documents give.
struct CommandRow: Sendable, CustomTestStringConvertible {
    var model: CommandBench.Model
    var step: String
    var packets: [String]
    /// What was configured before.
    var before: String
    var testDescription: String { "\(model.rawValue): \(step)" }

    init(
        _ step: String, _ packets: String..., on model: CommandBench.Model = .r,
        after before: String = ""
    ) {
        self.step = step
        self.packets = packets
        self.model = model
        self.before = before
    }
}
