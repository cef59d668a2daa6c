import Declaration
import Peripheral
import Simulation
import YAML

extension Step {
    package struct Connect: StepKind {
        package static let example = "- connect: {board: wrist, interval: 7.5 ms, mtu: 247}"

        package var board = Reference(.board)
        package var interval = Nanoseconds.microseconds(15_000)
        package var latency = 0
        package var timeout: Nanoseconds = .seconds(6)
        package var mtu = 247
        package var pair: Pair?
        package var within: Nanoseconds = .seconds(30)

        package static let keys = Keys(Self(), "connect") { keys in
            keys.about =
                "Waits for a board's advertisement, connects, exchanges the MTU, discovers"
                + " services and enables notifications."
            keys.reference(\.board, "board", principal: true, "The board.")
            keys.optional(
                \.interval, "interval", in: .microseconds(7_500)...(.seconds(4)),
                "The connection interval.")
            keys.optional(
                \.latency, "latency", in: 0...499,
                "How many connection events the board may skip.")
            keys.optional(
                \.timeout, "timeout", in: .milliseconds(100)...(.seconds(32)),
                "The supervision timeout: the link is lost after this long without a packet.")
            keys.optional(\.mtu, "mtu", in: 23...517, "The ATT MTU that the client offers.")
            keys.optional(
                \.pair, "pair", otherwise: "no pairing",
                "Pairs before notifications are enabled, or encrypts with the keys of an earlier"
                    + " link. It applies to `reconnect` as well.")
            keys.optional(
                \.within, "within", in: Step.waits, "The step fails after this long without a link."
            )
        }

        package func check(_ reader: Reader, at mark: Mark) {
            // Core Vol 6, Part B, 4.5.2.
            guard timeout <= interval * Int64(2 * (latency + 1)) else { return }
            reader.fail(
                "the timeout is too short for this interval and latency", at: mark,
                fix: "make `timeout` longer than \((interval * Int64(2 * (latency + 1))).text)")
        }

        var words: String { board.name.map { "connect \($0)" } ?? "connect" }
        var ability: Ability? { nil }
        var pairs: Bool { pair != nil }
        var boards: [Reference] { [board] }

        func start(_ client: ScriptedClient, on _: Int?) async throws(StepFailure) -> String {
            let board = client.world.place(of: board)
            client.current = board
            let session = client.session(for: board)
            session.protect = pair.map { pair in
                { [unowned client, unowned session] () async throws(StepFailure) in
                    try await pair.protect(client, session)
                }
            }
            try await session.connect(
                ConnectionParameters(
                    interval: interval, latency: UInt16(clamping: latency),
                    supervisionTimeout: timeout), mtu: mtu, timeout: within)
            client.linkBegan(board)
            return ""
        }
    }
}
