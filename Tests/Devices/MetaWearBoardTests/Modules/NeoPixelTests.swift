import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct NeoPixelTests {
    private func strand(_ bench: Bench) throws -> NeoPixel {
        try #require(bench.board.module())
    }

    // registers NeoPixel 01 04
    // holds NEO-01 NEO-02
    @Test func `the examples light a pixel of thirty`() throws {
        let bench = Bench()
        let module = try strand(bench)
        bench.play(
            """
            > 06 01 01 03 00 1e  strand 1, GBR, slow, pin 0, thirty lights (test_neopixel)
            > 06 04 01 18 d5 55 6b  light 24
            """)
        #expect(module.lights(1).count == 30)
        #expect(module.lights(1)[24] == NeoPixel.Colour(red: 0xD5, green: 0x55, blue: 0x6B))
        #expect(module.lights(1)[23] == NeoPixel.Colour())
        #expect(Array(module.line(1)[72..<75]) == [0x55, 0x6B, 0xD5])
        #expect(module.lights(0) == [] && module.lights(7) == [])
    }

    static let orders: [(String, [UInt8])] = [
        ("00", [1, 2, 3]), ("01", [1, 3, 2]), ("02", [2, 1, 3]), ("03", [2, 3, 1]),
        ("06", [2, 1, 3]),
    ]

    // registers NeoPixel 01
    // holds NEO-02
    @Test(arguments: orders)
    func `the line carries the strand's order`(_ order: String, _ bytes: [UInt8]) throws {
        let bench = Bench()
        bench.write("06 01 02 \(order) 04 01")
        bench.write("06 04 02 00 01 02 03")
        #expect(try strand(bench).line(2) == bytes)
    }

    // registers NeoPixel 02 03 04 06
    // holds NEO-03 NEO-04 NEO-05
    @Test func `hold gathers changes, clear darkens a range, free forgets`() throws {
        let bench = Bench()
        let module = try strand(bench)
        let red = NeoPixel.Colour(red: 255, green: 0, blue: 0)
        let dark = NeoPixel.Colour()
        bench.write("06 01 00 00 00 04")
        bench.write("06 02 00 01")
        for index in ["00", "01", "02", "03", "04"] { bench.write("06 04 00 \(index) ff 00 00") }
        #expect(module.lights(0) == [dark, dark, dark, dark])
        bench.write("06 02 00 00")
        #expect(module.lights(0) == [red, red, red, red])
        #expect(bench.lines.last?.contains("strand 0 shows ff 00 00, ff 00 00") == true)
        bench.write("06 03 00 01 02")
        #expect(module.lights(0) == [red, dark, dark, red])
        bench.write("06 06 00")
        #expect(module.lights(0) == [])
        bench.play(
            """
            > 06 06 02  an unused one (test_neopixel)
            > 06 06 03
            ! no NeoPixel strand 3
            > 06 05 03 00 01 e8 03
            ! no NeoPixel strand 3
            > 06 81
            ! cannot be read
            """)
    }

    // registers NeoPixel 05
    // holds NEO-06 NEO-07
    @Test func `a rotation moves the colours on, as often as it says`() throws {
        let bench = Bench()
        let module = try strand(bench)
        func place() -> Int? { module.lights(0).firstIndex { $0.red == 9 } }
        bench.write("06 01 00 00 00 0a")
        bench.write("06 04 00 00 09 00 00")
        bench.write("06 05 00 01 4b e8 03")  // 75 steps of a second, the other way (test_neopixel)
        bench.run(milliseconds: 999)
        #expect(place() == 0)
        bench.run(milliseconds: 1)
        #expect(place() == 9)
        bench.run(milliseconds: 74_000)
        #expect(place() == 5)
        bench.run(milliseconds: 100_000)
        #expect(place() == 5)
        bench.write("06 05 00 00 ff 64 00")  // for ever, every 100 ms
        bench.run(milliseconds: 10_000)
        #expect(place() == 5)
        bench.run(milliseconds: 300)
        #expect(place() == 8)
        bench.write("06 05 00 00 00 00 00")
        bench.run(milliseconds: 10_000)
        #expect(place() == 8)
        bench.write("06 05 00 00 02 00 00")  // a period of nothing is one millisecond
        bench.run(milliseconds: 5)
        #expect(place() == 0)
    }

    // registers NeoPixel 04
    // holds NEO-08
    @Test func `light draws current`() throws {
        let bench = Bench()
        let module = try strand(bench)
        #expect(module.current(on: bench.board) == 0)
        bench.write("06 01 00 00 00 02")
        bench.write("06 04 00 00 ff ff ff")
        #expect(module.current(on: bench.board) == 38_000)
    }
}
