import Wire

extension Events {
    /// Register 02: which signal causes which command, and what of the datum goes into it
    /// (protocol, core 5.2 and 5.3).
    struct Entry: Layout {
        var module: UInt8 = 0
        /// With its read bits.
        var register: UInt8 = 0
        var index: UInt8 = 0
        var targetModule: UInt8 = 0
        /// With its read bits.
        var targetRegister: UInt8 = 0
        /// The command's length without its header.
        var length: UInt8 = 0
        var hasToken = false
        /// Bytes that the token copies, 0 to 7.
        var tokenLength: UInt8 = 0
        /// Offset in the datum, 0 to 15.
        var tokenOffset: UInt8 = 0
        /// Offset in the parameters.
        var destination: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&module, "source module")
            c(&register, "source register")
            c(&index, "source index")
            c(&targetModule, "module")
            c(&targetRegister, "register")
            c(&length, "length")
            c.markOptional()
            guard c.hasMore else { return }
            c(&hasToken, "data token")
            c.markOptional()
            c(&tokenLength, bits: 3, "token length")
            c.markOptional()
            c(&tokenOffset, bits: 4, "token offset")
            c.markOptional()
            c(&destination, "token destination")
        }

        var source: SignalKey { SignalKey(module, register, index) }
        /// What fits after the header of one packet.
        var parameterCount: Int { min(Int(length), ShortBytes.capacity - 2) }
        var executesMacro: Bool { targetModule == Macros.id && targetRegister == 0x05 }

        /// As it was written: six bytes, eight with a token.
        var wire: [UInt8] { hasToken ? bytes : Array(bytes.prefix(6)) }
    }
}
