import DemoProgram
import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import VirtualTime

/// The demo with a simulated board, in virtual time, so it ends at once.
@main struct SimulatedDemo {
    static func main() async {
        guard CommandLine.arguments.count == 1 else {
            DemoProgram.complain("usage: boardsim demo")
            exit(2)
        }
        do {
            let desk = SimulatedDesk(seed: 1)
            // Somebody picks it up while it streams.
            try desk.add(.metaMotionS, moving: [.rest(Rest(duration: 13)), .shake(Shake(peak: 2))])
            let status = try await withVirtualTime(desk) {
                await DemoProgram.run(
                    scanner: MetaWearScanner(radio: desk.radio), say: DemoProgram.print,
                    complain: DemoProgram.complain)
            }
            exit(status.rawValue)
        } catch {
            DemoProgram.complain("boardsim demo: \(error)")
            exit(DemoProgram.Status.failed.rawValue)
        }
    }
}
