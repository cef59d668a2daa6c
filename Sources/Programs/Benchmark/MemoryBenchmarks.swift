import Bluetooth
import Central
import CommandLineProgram
import CommandLineTool
import MetaWearBoard
import Peripheral
import Simulation

#if canImport(CMalloc)
    import CMalloc
#endif

extension Benchmarks {
    /// Bytes in use on the heap; 0 where the C library does not say.
    static var heapBytes: Int {
        #if canImport(CMalloc)
            let info = mallinfo2()
            return Int(info.uordblks + info.hblkhd)
        #else
            return 0
        #endif
    }

    /// What one more connected board takes, its central included.
    static func boardMemory() -> Measurement {
        let world = BenchWorld()
        for _ in 0..<10 { world.addConnectedBoard(interval: .milliseconds(30)) }
        let before = heapBytes
        let count = 100
        for _ in 0..<count { world.addConnectedBoard(interval: .milliseconds(30)) }
        return Measurement(
            name: "one more connected board, empty log",
            value: Double(heapBytes - before) / Double(count) / 1024, unit: "KiB",
            bound: .atMost(22.5))
    }

    /// A log of a million entries: filled by two sensors, downloaded over the link.
    static func fullLog() -> [Measurement] {
        let entries = 1_000_000
        let world = BenchWorld()
        world.addConnectedBoard()
        let board = world.boards[0]
        let before = heapBytes
        var largest = 0
        let start = Pacer.processorSeconds
        let first = world.simulation.clock.handled
        for pack: [UInt8] in [[0x03, 0x04, 0xFF, 0x60], [0x03, 0x04, 0xFF, 0x24]] {
            world.command([0x0B, 0x02] + pack)
        }
        for packet in accelerometerStream where packet[1] != 0x04 { world.command(packet) }
        world.command([0x03, 0x03, 0xAC, 0x02])
        world.command([0x0B, 0x01, 0x01])
        while board.flash.log.recordedEntries < entries { world.simulation.run(for: .seconds(10)) }
        world.command([0x0B, 0x01, 0x00])
        world.command([0x03, 0x01, 0x00])
        world.command([0x0B, 0x10, 0x01])
        largest = heapBytes
        download(world, &largest)
        let seconds = Pacer.processorSeconds - start
        return [
            Measurement(
                name: "log of 1,000,000 entries, filled and downloaded", value: seconds, unit: "s",
                bound: .atMost(1),
                // Each entry is kept once and sent once.
                floor: Work(
                    events: Double(world.simulation.clock.handled - first),
                    bytes: Double(entries) * (8 + 9))),
            Measurement(
                name: "log of 1,000,000 entries, memory",
                value: Double(largest - before) / 1_048_576, unit: "MiB", bound: .atMost(16)),
        ]
    }

    /// Confirms every page until the board says that nothing is left.
    private static func download(_ world: BenchWorld, _ largest: inout Int) {
        let link = world.links[0]
        guard
            let command = try? link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A"),
            let notification = try? link.characteristic("326A9006-85CB-9195-D9DD-464CFBBAE75A")
        else { return }
        var isOver = false
        var received = 0
        let length = world.boards[0].flash.log.length
        try? link.subscribeAndWait(to: notification) { _, bytes in
            guard bytes.count >= 2, bytes[0] == 0x0B else { return }
            switch bytes[1] {
            case 0x07: received += (bytes.count - 2) / 9
            case 0x0D: link.write([0x0B, 0x0E], to: command, .command)
            case 0x08: isOver = bytes.count == 6 && bytes[2] | bytes[3] | bytes[4] | bytes[5] == 0
            default: break
            }
        }
        for packet: [UInt8] in [[0x0B, 0x07, 1], [0x0B, 0x0D, 1], [0x0B, 0x08, 1]] {
            world.command(packet)
        }
        let slots = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        world.command([0x0B, 0x06] + slots + [0, 0, 0, 0])
        while !isOver {
            let before = received
            world.simulation.run(for: .seconds(10))
            largest = max(largest, heapBytes)
            precondition(isOver || received > before, "the download stands still")
        }
        precondition(received >= 1_000_000, "entries are missing")
    }

    /// The first shipped scenario from its text to its report.
    static func firstScenario(_ console: Console) -> [Measurement] {
        let path = "Scenarios/wrist.yaml"
        guard (try? console.read(path)) != nil else {
            console.complain("skipped: \(path) is not here; run it from the repository's top\n")
            return []
        }
        var silent = console
        silent.write = { _ in }
        var status = ExitStatus.success
        let seconds = leastProcessorSeconds { status = Tool.run(["run", path], silent) }
        if status != .success { console.complain("\(path) ended with status \(status.rawValue)\n") }
        return [
            Measurement(
                name: "boardsim run of the first scenario", value: seconds, unit: "s",
                bound: .atMost(0.5)),
            sweptWorld(path, silent),
        ]
    }

    /// One of many worlds of a scenario, with its row, in a process that runs them all.
    private static func sweptWorld(_ path: String, _ console: Console) -> Measurement {
        let worlds = 200
        var silent = console
        silent.complain = { _ in }
        let words = ["sweep", path, "--seeds", "1..\(worlds)", "--jobs", "1"]
        let seconds = leastProcessorSeconds { _ = Tool.run(words, silent) }
        return Measurement(
            name: "sweep of the first scenario, one world", value: seconds / Double(worlds) * 1000,
            unit: "ms", bound: .atMost(12))
    }
}
