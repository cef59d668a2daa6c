import Wire

extension DataProcessor {
    /// Which bytes of which signal a processor takes (protocol, core 4.2).
    struct Source: Layout {
        var module: UInt8 = 0
        var register: UInt8 = 0
        var index: UInt8 = 0
        var offset: UInt8 = 0
        /// Length less one, in three bits: a length above 8 bytes loses its upper bits.
        var span: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&module, "source module")
            c(&register, "source register")
            c(&index, "source index")
            c(&offset, bits: 5, "offset")
            c(&span, bits: 3, "length less one")
        }

        var key: SignalKey { SignalKey(module, register, index) }
        /// The processor whose output it is.
        var outputOf: UInt8? { module == DataProcessor.id && register == 0x03 ? index : nil }
        /// The processor whose output or state it is.
        var parent: UInt8? {
            guard module == DataProcessor.id else { return nil }
            return register == 0x03 || register & 0x3F == 0x04 ? index : nil
        }
    }

    /// Register 02: a source, a type, and the type's own configuration.
    struct Definition: Layout {
        var source = Source()
        /// The shortest one, for the docs' example of a form.
        var kind = Kind.accumulator

        mutating func layout(_ c: inout some Coder) {
            source.layout(&c)
            c(&kind, "type")
            kind.playConfig(&c)
        }
    }

    /// Register 05.
    struct Change: Layout {
        var id: UInt8 = 0
        var kind = Kind.accumulator

        mutating func layout(_ c: inout some Coder) {
            c(&id, "processor")
            c(&kind, "type")
            kind.playConfig(&c)
        }
    }

    /// Register 04.
    struct State: Layout {
        var id: UInt8 = 0
        var bytes: [UInt8] = []
        mutating func layout(_ c: inout some Coder) {
            c(&id, "processor")
            c.rest(&bytes, max: 20, "state")
        }
    }

    /// Register 07.
    struct Gate: Layout {
        var id: UInt8 = 0
        var isOn = false
        mutating func layout(_ c: inout some Coder) {
            c(&id, "processor")
            c(&isOn, bits: 8, "on")
        }
    }
}
