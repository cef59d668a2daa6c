import Foundation
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

#if !DEBUG
    /// What the firmware costs, in CPU time of this thread and in memory. Release builds only:
    /// `swift test -c release -Xswiftc -enable-testing --filter PerformanceTests`.
    @Suite(.serialized) struct PerformanceTests {
        static func nanoseconds(_ count: Int, _ name: String, _ work: () -> Void) -> Double {
            func now() -> Double {
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
            }
            let start = now()
            work()
            let each = (now() - start) / Double(count)
            print("performance: \(name): \((each * 10).rounded() / 10) ns each, \(count) times")
            return each
        }

        @Test func `a million entries are logged in less than 0.3 s`() {
            let bench = Bench(.metaMotionS, isTraced: false)
            bench.write("0b 02 03 04 ff 60")
            bench.write("0b 02 03 04 ff 24")
            bench.write("0b 01 01")
            var sample = ShortBytes()
            for n in 0..<6 { sample.append(UInt8(n)) }
            let outlet = bench.outlet(0x03, 0x04)!
            let each = Self.nanoseconds(1_000_000, "entry logged") {
                for _ in 0..<500_000 { bench.board.emit(outlet, sample) }
            }
            #expect(bench.log.recordedEntries == 1_000_000)
            #expect(each < 300)
        }

        @Test func `a million entries are read out`() {
            let bench = Bench(.metaMotionS, isTraced: false)
            bench.log.isEnabled = true
            for n in 0..<1_000_000 {
                bench.log.append(logger: 0, tick: UInt32(n), data: UInt32(n))
            }
            bench.log.flush()
            bench.log.isEnabled = false
            let link = CountingLink()
            bench.board.attach(to: link)
            bench.write("0b 07 01")
            let each = Self.nanoseconds(1_000_000, "entry read out") {
                bench.board.perform([0x0B, 0x06, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0])
                while link.pages > 0 {
                    link.pages -= 1
                    bench.board.perform([0x0B, 0x0E])
                }
            }
            #expect(link.bytes > 9_500_000)
            #expect(bench.log.length == 0)
            #expect(each < 300)
        }

        @Test func `a sample goes from the event to the link`() {
            let bench = Bench(.metaMotionS, isTraced: false)
            let link = CountingLink()
            bench.board.attach(to: link)
            for packet in ["03 03 a8 02", "03 04 01", "03 02 01 00", "03 01 01"] {
                bench.write(packet)
            }
            let each = Self.nanoseconds(360_000, "sample streamed, ideal sensor") {
                bench.run(.seconds(3_600 as Int64))
            }
            #expect(link.notifications >= 359_999)
            #expect(each < 600)
        }

        @Test func `a realistic sample goes from the event to the link`() {
            let bench = Bench(.metaMotionS, sensors: .realistic, isTraced: false)
            let link = CountingLink()
            bench.board.attach(to: link)
            for packet in ["03 03 a8 02", "03 04 01", "03 02 01 00", "03 01 01"] {
                bench.write(packet)
            }
            let each = Self.nanoseconds(360_000, "sample streamed, realistic sensor") {
                bench.run(.seconds(3_600 as Int64))
            }
            #expect(each < 800)
        }

        @Test func `a read is answered`() {
            let bench = Bench(.metaMotionS, isTraced: false)
            let link = CountingLink()
            bench.board.attach(to: link)
            let packet: [UInt8] = [0x03, 0x83]
            let each = Self.nanoseconds(100_000, "register read") {
                for _ in 0..<100_000 { bench.write(packet) }
            }
            #expect(each < 3_000)
        }

        #if os(Linux)
            /// Resident memory in bytes.
            static func resident() throws -> Int {
                let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize())
            }

            /// In a process of its own, where no other test has left memory behind.
            @Test func `a board takes less than 32 KiB`() async {
                await #expect(processExitsWith: .success) {
                    let bytes = try Self.memoryOfABoard()
                    #expect(bytes < 32 << 10)
                }
            }

            static func memoryOfABoard() throws -> Int {
                let simulation = Simulation()
                let body = FixedBody()
                let environment = SimpleEnvironment()
                var boards: [MetaWearBoard] = []
                func add(_ count: Int) {
                    for _ in 0..<count {
                        let board = MetaWearBoard(
                            .metaMotionS, name: "board", address: Bench.address, body: body,
                            environment: environment, in: simulation)
                        board.attach(to: CountingLink())
                        board.connected(
                            ConnectionID(1), to: Bench.central, Bench.parameters)
                        boards.append(board)
                    }
                }
                add(100)
                let before = try Self.resident()
                add(1_000)
                let each = (try Self.resident() - before) / 1_000
                print("performance: one board: \(each) bytes")
                return each
            }

            @Test func `streaming and logging allocate nothing but pages`() async {
                await #expect(processExitsWith: .success) {
                    // A million samples in their pages, and the table of pages.
                    let bytes = try Self.memoryOfAMillionSamples()
                    #expect(bytes < 10 << 20)
                }
            }

            static func memoryOfAMillionSamples() throws -> Int {
                let bench = Bench(.metaMotionS, isTraced: false)
                let link = CountingLink()
                bench.board.attach(to: link)
                for packet in [
                    "03 04 01", "03 02 01 00", "03 01 01", "0b 02 03 04 ff 60", "0b 01 01",
                ] { bench.write(packet) }
                bench.run(.seconds(100 as Int64))
                let before = try Self.resident()
                bench.run(.seconds(10_000 as Int64))
                let grown = try Self.resident() - before
                print("performance: a million samples, streamed and logged: \(grown) bytes")
                return grown
            }
        #endif
    }

    /// A link that counts, and keeps nothing.
    final class CountingLink: PeripheralLink {
        var notifications = 0
        var bytes = 0
        var pages = 0

        func notify(
            _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
        ) -> NotifyOutcome {
            notifications += 1
            self.bytes += bytes.count
            if bytes.count == 2, bytes[1] == 0x0D { pages += 1 }
            return .queued
        }
        func indicate(
            _ bytes: Span<UInt8>, of characteristic: ValueID, to connection: ConnectionID
        ) -> NotifyOutcome { .notSubscribed }
        func disconnect(_ connection: ConnectionID) {}
        func vanish(_ connection: ConnectionID) {}
        func request(_ parameters: ConnectionParameterRequest, from connection: ConnectionID) {}
        func advertisementChanged() {}
        func servicesChanged() {}
    }
#endif
