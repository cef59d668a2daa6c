import Glibc
import Simulation

/// The native twin of the module, with the same commands as `twin.mjs`.
@main enum Twin {
    static func main() {
        let words = CommandLine.arguments
        switch words[1] {
        case "exchange":
            for product in Board.products.indices {
                let board = Board(product: product, seed: 7, isTraced: true)
                board.exchange()
                put(board.packets, "\(words[2])/\(product).packets")
                put(board.trace, "\(words[2])/\(product).trace")
                board.packets.isKept = false
                board.trace.isKept = false
                board.advance(milliseconds: 300_000)
                tell(board, "\(product)")
            }
        case "fuzz":
            for product in Board.products.indices.dropLast() {
                for seed in 1...(UInt64(words[2]) ?? 1) {
                    let board = Board(product: product, seed: 7, isTraced: true)
                    board.fuzz(seed: seed, packets: Int(words[3]) ?? 1)
                    tell(board, "\(product) \(seed)")
                }
            }
        case "calls": answerCalls()
        default:
            let board = Board(product: Int(words[2]) ?? 0, seed: 7, isTraced: false)
            board.exchange()
            board.packets.isKept = false
            for _ in 0..<5 {
                let start = ContinuousClock.now
                board.advance(milliseconds: 600_000)
                print(ContinuousClock.now - start)
            }
            tell(board, words[2])
        }
    }

    /// Answers the requests on standard input, each on a line; a line with a number moves time to that nanosecond, and tells what
    /// happens on the way. An empty line ends each answer.
    private static func answerCalls() {
        let calls = Calls()
        while let line = readLine() {
            if let until = Int64(line), let desk = calls.desk {
                repeat {
                    desk.advance(until: Instant(nanoseconds: until))
                    print(desk.now.nanoseconds, hex(desk.events.take()))
                } while desk.now.nanoseconds < until
            } else {
                print(String(decoding: calls.answer(Array(line.utf8)), as: UTF8.self))
            }
            print()
            fflush(nil)
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes { text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
        return text
    }

    private static func tell(_ board: Board, _ name: String) {
        print(name, String(board.summary, radix: 16), board.notifications)
    }

    private static func put(_ text: Text, _ path: String) {
        let file = fopen(path, "w")!
        fwrite(text.bytes, 1, text.bytes.count, file)
        fclose(file)
    }
}
