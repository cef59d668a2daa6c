import AttitudeStream
import AttitudeTransport
import CommandLineProgram
import Declaration
import EventLoop
import Motion
import Peripheral
import ScenarioRun
import Simulation

/// The boards of a run that attitudes from outside move.
final class AttitudeInputs: RadioTransport {
    private let command: String
    private var listeners: [AttitudeListener] = []
    private var announcements: [AttitudeAnnouncement] = []

    /// - Parameter command: its name, for messages.
    init(_ command: String) { self.command = command }

    /// Turns a board; nil: its body turns.
    var turn: ((_ board: Int, Quaternion) -> Void)?

    /// Virtual time must be that of the input.
    var beforeInput: () -> Void = {} {
        didSet { for listener in listeners { listener.beforeInput = beforeInput } }
    }

    /// Listens at each address, and reports to standard error where.
    func open(
        _ addresses: [AttitudeAddress], of run: ScenarioRun, on loop: EventLoop, _ console: Console
    ) throws(RunError) {
        var taken: Set<Int> = []
        for address in addresses {
            let board = try board(address, of: run)
            guard taken.insert(board).inserted else {
                throw refusal(
                    address,
                    "\(run.boards[board].name) already follows a stream; name another board")
            }
            do throws(AttitudeTransportError) {
                let listener = try AttitudeListener(at: address.place, on: loop)
                attach(listener, to: board, of: run, on: loop, console)
                listeners.append(listener)
            } catch {
                throw RunError(.environment, of: command, "--attitude \(error)")
            }
        }
    }

    private func attach(
        _ listener: AttitudeListener, to index: Int, of run: ScenarioRun, on loop: EventLoop,
        _ console: Console
    ) {
        let name = run.boards[index].name
        announcements.append(
            AttitudeAnnouncement(listener, name, loop, console, say: console.announce))
        var hand = AttitudeHand(run.bodies[index])
        if let turn { hand.turn = { turn(index, $0) } }
        listener.onAttitude = { [unowned run] in hand.take($0, at: run.simulation.now) }
        listener.onEvent = { console.announce("attitude of \(name): \($0)") }
    }

    private func board(
        _ address: AttitudeAddress, of run: ScenarioRun
    ) throws(RunError) -> Int {
        let names = run.boards.map(\.name)
        guard let name = address.board else {
            guard names.count == 1 else {
                throw refusal(
                    address,
                    names.isEmpty
                        ? "the scenario has no board"
                        : "there are several boards; write `--attitude \(names[0])@\(address.place)`,"
                            + " or name another of: \(names.joined(separator: ", "))")
            }
            return 0
        }
        guard let index = names.firstIndex(of: name) else {
            throw refusal(
                address,
                "there is no board \(name); these exist: \(names.joined(separator: ", "))")
        }
        return index
    }

    private func refusal(_ address: AttitudeAddress, _ why: String) -> RunError {
        RunError(.input, of: command, "--attitude is `\(address)`: \(why)")
    }

    /// Attitudes are only received.
    func flush() {}

    /// Ends all streams.
    func close() {
        for listener in listeners { listener.close() }
        (announcements, listeners) = ([], [])
    }
}

/// Turns a body as the attitudes of a stream say.
struct AttitudeHand {
    private let body: ScriptedBody
    /// Taken when the first attitude comes: the sender's zero is where the body points then.
    private var guide: AttitudeGuide?
    /// Called instead of turning the body.
    var turn: ((Quaternion) -> Void)?

    init(_ body: ScriptedBody) { self.body = body }

    /// - Parameter now: not before that of the last call.
    mutating func take(_ attitude: Attitude, at now: Instant) {
        let guide = guide ?? AttitudeGuide(from: body.orientation(at: now))
        self.guide = guide
        let orientation = guide.orientation(for: attitude)
        if let turn { return turn(orientation) }
        body.turn(towards: orientation, at: now)
    }
}
