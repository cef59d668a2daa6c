internal import Simulation
import Wire

/// Strands of addressable lights on the pins (protocol, sensors 8).
final class NeoPixel: Module {
    static let id: UInt8 = 0x06
    static let name = "NeoPixel"
    static let registers: [Register<NeoPixel>] = [
        .command(0x01, "initialise", Setup.self) { module, setup, board in
            module.change(setup.strand, on: board) { $0 = Strand(setup) }
        },
        .command(0x02, "hold", Hold.self) { module, hold, board in
            module.change(hold.strand, on: board) { $0?.isHeld = hold.isOn }
        },
        .command(0x03, "clear", Clear.self) { module, clear, board in
            module.change(clear.strand, on: board) { $0?.clear(clear.first, clear.last) }
        },
        .command(0x04, "pixel", Pixel.self) { module, pixel, board in
            module.change(pixel.strand, on: board) { $0?.set(pixel.index, pixel.colour) }
        },
        .command(0x05, "rotate", Rotation.self) { $0.rotate($1, on: $2) },
        .command(0x06, "free", Byte.self) { module, strand, board in
            module.change(strand.value, on: board) { $0 = nil }
        },
    ]

    /// Three at most; nil until one is initialised.
    private var strands: [Strand?] = [nil, nil, nil]
    /// Distinguishes a rotation's steps from those of an earlier one, by strand.
    private var runs: [UInt64] = [0, 0, 0]

    /// No strand.
    init(_ information: ModuleInformation, on board: MetaWearBoard) {}

    /// The lights of a strand, in order; empty if it was not initialised.
    func lights(_ strand: Int) -> [Colour] {
        strands.indices.contains(strand) ? strands[strand]?.shown ?? [] : []
    }

    /// What the strand's data line last carried: three bytes a light, in the strand's own order.
    func line(_ strand: Int) -> [UInt8] {
        guard strands.indices.contains(strand), let state = strands[strand] else { return [] }
        return state.shown.flatMap { state.order.bytes($0) }
    }

    /// A step of a rotation is due.
    func tick(_ code: UInt8, _ argument: UInt64, on board: MetaWearBoard) {
        let strand = Int(code)
        guard strands.indices.contains(strand), argument == runs[strand],
            var rotation = strands[strand]?.rotation
        else { return }
        if rotation.repetitions != 0xFF { rotation.repetitions -= 1 }
        strands[strand]?.turn(isBackwards: rotation.isBackwards)
        strands[strand]?.rotation = rotation.repetitions == 0 ? nil : rotation
        traceLights(strand, on: board)
        if rotation.repetitions > 0 { scheduleStep(strand, rotation, on: board) }
    }

    /// 1 mA a light and 12 mA for each fully lit colour (WS2812B data sheet).
    func current(on board: MetaWearBoard) -> Double {
        strands.reduce(0) { sum, strand in
            (strand?.shown ?? []).reduce(sum) { $0 + 1_000 + 12_000 * $1.brightness }
        }
    }

    private func change(
        _ strand: UInt8, on board: MetaWearBoard, _ body: (inout Strand?) -> Void
    ) {
        guard strands.indices.contains(Int(strand)) else {
            return board.ignore(.notThere, "there is no NeoPixel strand \(strand)")
        }
        let before = strands[Int(strand)]?.shown
        body(&strands[Int(strand)])
        strands[Int(strand)]?.show()
        if strands[Int(strand)]?.shown != before { traceLights(Int(strand), on: board) }
    }

    private func rotate(_ rotation: Rotation, on board: MetaWearBoard) {
        guard strands.indices.contains(Int(rotation.strand)) else {
            return board.ignore(.notThere, "there is no NeoPixel strand \(rotation.strand)")
        }
        let strand = Int(rotation.strand)
        runs[strand] &+= 1
        // All zeros stop a rotation, as do zero repetitions.
        strands[strand]?.rotation = rotation.repetitions > 0 ? rotation : nil
        guard strands[strand]?.rotation != nil else { return }
        scheduleStep(strand, rotation, on: board)
    }

    private func scheduleStep(_ strand: Int, _ rotation: Rotation, on board: MetaWearBoard) {
        // A period of 0 would never let time pass.
        let period = Nanoseconds.milliseconds(Int64(max(rotation.period, 1)))
        board.schedule(Self.id, UInt8(strand), runs[strand], at: board.now + period)
    }

    private func traceLights(_ strand: Int, on board: MetaWearBoard) {
        board.trace(
            "strand \(strand) shows "
                + lights(strand).map { Hex.text([$0.red, $0.green, $0.blue]) }
                .joined(separator: ", "))
    }
}

extension NeoPixel {
    /// The colour of one light.
    struct Colour: Equatable, Sendable {
        /// 0 is dark, 255 fully on.
        var red: UInt8 = 0
        /// 0 is dark, 255 fully on.
        var green: UInt8 = 0
        /// 0 is dark, 255 fully on.
        var blue: UInt8 = 0

        /// 0 for dark, 3 for white.
        var brightness: Double { Double(Int(red) + Int(green) + Int(blue)) / 255 }
    }
}
