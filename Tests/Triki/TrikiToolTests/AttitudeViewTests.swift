import AttitudeStream
import Testing

@testable import TrikiTool

@Suite struct AttitudeViewTests {
    @Test func `a cube seen from the front is a square in a square, with an arrow up`() {
        #expect(
            CubeDrawing(Attitude(), columns: 18, rows: 9).lines.joined(separator: "\n") == """
                ⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                ⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                ⠀⠀⠀⠀⢰⢖⠒⠒⠒⠒⠒⠒⡲⡆⠀⠀⠀⠀
                ⠀⠀⠀⠀⢸⠀⡏⢉⠝⡯⡉⢹⠀⡇⠀⠀⠀⠀
                ⠀⠀⠀⠀⢸⠀⡇⠁⠀⡇⠈⢸⠀⡇⠀⠀⠀⠀
                ⠀⠀⠀⠀⢸⠀⣇⣀⣀⣇⣀⣸⠀⡇⠀⠀⠀⠀
                ⠀⠀⠀⠀⠸⠮⠤⠤⠤⠤⠤⠤⠵⠇⠀⠀⠀⠀
                ⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                ⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀
                """)
    }

    @Test func `a cube is inside its picture from every side`() {
        for step in 0..<200 {
            let angle = Double(step) * 0.37
            let attitude = Attitude(roll: angle, pitch: 1.3 * angle, yaw: 0.7 * angle)
            let lines = CubeDrawing(attitude, columns: 30, rows: 15).lines
            #expect(lines.count == 15 && lines.allSatisfy { $0.unicodeScalars.count == 30 })
            for edge in [lines[0], lines[14]] {
                #expect(edge.unicodeScalars.allSatisfy { $0.value == 0x2800 }, "\(attitude)")
            }
        }
        #expect(CubeDrawing(Attitude(), columns: 0, rows: 0).lines.count == 1)
    }

    @Test func `a terminal gets only the lines that have changed, and is given back`() {
        var view = AttitudeView(isTerminal: true, columns: 40, rows: 15)
        let first = view.update(Attitude(), at: 0)
        #expect(first?.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J\u{1B}[1;1Hroll") == true)
        #expect(view.update(Attitude(yaw: 1), at: 0.01) == nil)
        #expect(view.update(Attitude(), at: 0.1) == nil)
        // Too little to see but for a new number.
        let second = view.update(Attitude(yaw: 0.009), at: 0.2)
        #expect(second == "\u{1B}[1;1Hroll    0°  pitch    0°  yaw   +1°\u{1B}[K")
        view.keep(Attitude(yaw: 0.009))
        #expect(view.update(nil, at: 0.3) == "\u{1B}[1;1Hno attitude\u{1B}[K")
        #expect(view.end() == "\u{1B}[?25h\u{1B}[?1049l" && view.end().isEmpty)
    }

    @Test func `without a terminal a line is written when the angles have changed`() {
        var view = AttitudeView(isTerminal: false)
        #expect(view.update(nil, at: 0) == "no attitude\n")
        #expect(view.update(Attitude(), at: 0.05) == nil)
        #expect(view.update(Attitude(), at: 0.1) == "roll    0°  pitch    0°  yaw    0°\n")
        #expect(view.update(Attitude(roll: 0.001), at: 0.3) == nil)
        #expect(
            view.update(Attitude(roll: -3, yaw: 2), at: 0.4)
                == "roll -172°  pitch    0°  yaw +115°\n")
        #expect(view.end().isEmpty)
    }
}
