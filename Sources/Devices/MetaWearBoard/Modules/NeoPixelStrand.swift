import Wire

extension NeoPixel {
    /// One chain of lights.
    struct Strand {
        let order: Order
        /// The colours that the host set.
        private(set) var pixels: [Colour]
        /// The colours last sent to the lights.
        private(set) var shown: [Colour]
        /// Changes are held back until it is released.
        var isHeld = false
        var rotation: Rotation?

        init(_ setup: Setup) {
            order = setup.order
            pixels = Array(repeating: Colour(), count: Int(setup.count))
            shown = pixels
        }

        mutating func show() { if !isHeld { shown = pixels } }

        /// A light beyond the strand is ignored.
        mutating func set(_ index: UInt8, _ colour: Colour) {
            if pixels.indices.contains(Int(index)) { pixels[Int(index)] = colour }
        }

        mutating func clear(_ first: UInt8, _ last: UInt8) {
            for index in pixels.indices where index >= Int(first) && index <= Int(last) {
                pixels[index] = Colour()
            }
        }

        /// Every colour moves by one light; the last one wraps around.
        mutating func turn(isBackwards: Bool) {
            guard pixels.count > 1 else { return }
            if isBackwards {
                pixels.append(pixels.removeFirst())
            } else {
                pixels.insert(pixels.removeLast(), at: 0)
            }
            show()
        }
    }

    /// The order of a light's three bytes.
    enum Order: UInt8 {
        case rgb, rbg, grb, gbr

        func bytes(_ colour: Colour) -> [UInt8] {
            switch self {
            case .rgb: [colour.red, colour.green, colour.blue]
            case .rbg: [colour.red, colour.blue, colour.green]
            case .grb: [colour.green, colour.red, colour.blue]
            case .gbr: [colour.green, colour.blue, colour.red]
            }
        }
    }

    struct Setup: Layout {
        var strand: UInt8 = 0
        var order = Order.rgb
        /// 800 kHz instead of 400 kHz.
        var isFast = false
        var pin: UInt8 = 0
        var count: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&strand, "strand")
            c(&order, bits: 2, "colour order")
            c(&isFast, "fast")
            c.reserved(bits: 5)
            c(&pin, "pin")
            c(&count, "lights")
        }
    }

    struct Hold: Layout {
        var strand: UInt8 = 0
        var isOn = false
        mutating func layout(_ c: inout some Coder) {
            c(&strand, "strand")
            c(&isOn, bits: 8, "on")
        }
    }

    struct Clear: Layout {
        var strand: UInt8 = 0
        var first: UInt8 = 0
        var last: UInt8 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&strand, "strand")
            c(&first, "first")
            c(&last, "last")
        }
    }

    struct Pixel: Layout {
        var strand: UInt8 = 0
        var index: UInt8 = 0
        var colour = Colour()
        mutating func layout(_ c: inout some Coder) {
            c(&strand, "strand")
            c(&index, "light")
            c(&colour.red, "red")
            c(&colour.green, "green")
            c(&colour.blue, "blue")
        }
    }

    struct Rotation: Layout {
        var strand: UInt8 = 0
        var isBackwards = false
        /// Steps of one light; FF repeats for ever.
        var repetitions: UInt8 = 0
        var period: UInt16 = 0
        mutating func layout(_ c: inout some Coder) {
            c(&strand, "strand")
            c(&isBackwards, bits: 8, "direction")
            c(&repetitions, "repetitions")
            c.unit(FieldUnit("ms"))
            c(&period, "period")
        }
    }
}
