import Wire

/// `0D 01`: bytes for registers of an I2C device.
struct I2CWrite: Layout {
    var address: UInt8 = 0
    var register: UInt8 = 0
    var id: UInt8 = 0xFF
    var count: UInt8 = 0
    var bytes: [UInt8] = []
    mutating func layout(_ c: inout some Coder) {
        c(&address, "device")
        c(&register, "register")
        c(&id, "id")
        c(&count, "length")
        c.rest(&bytes, max: 31, "bytes")
    }
}

/// `0D 81`: registers of an I2C device.
struct I2CRead: Layout {
    var address: UInt8 = 0
    var register: UInt8 = 0
    var id: UInt8 = 0xFF
    var count: UInt8 = 0
    mutating func layout(_ c: inout some Coder) {
        c(&address, "device")
        c(&register, "register")
        c(&id, "id")
        c(&count, "length")
    }
}

/// The pins and the mode of an SPI transfer.
struct SPIBus: Layout {
    var select: UInt8 = 0
    var clock: UInt8 = 0
    var mosi: UInt8 = 0
    var miso: UInt8 = 0
    var isLSBFirst = false
    var mode: UInt8 = 0
    /// 0 to 6: 125 kHz doubled so often.
    var frequency: UInt8 = 0
    /// Uses the radio chip's own pins; the pins above are ignored then.
    var isInternal = false

    mutating func layout(_ c: inout some Coder) {
        c(&select, "select pin")
        c(&clock, "clock pin")
        c(&mosi, "MOSI pin")
        c(&miso, "MISO pin")
        c(&isLSBFirst, "least significant bit first")
        c(&mode, bits: 2, "mode")
        c(&frequency, bits: 3, "frequency")
        c(&isInternal, "internal pins")
        c.reserved(bits: 1)
    }

    var place: BusPlace { isInternal ? .internalSPI : .spi(select: select) }
}

/// `0D 02`: bytes for an SPI device.
struct SPIWrite: Layout {
    var bus = SPIBus()
    var bytes: [UInt8] = []
    mutating func layout(_ c: inout some Coder) {
        bus.layout(&c)
        c.rest(&bytes, max: 31, "bytes")
    }
}

/// `0D 82`: bytes from an SPI device, after the bytes that are written first.
struct SPIRead: Layout {
    var bus = SPIBus()
    /// One less than the number of bytes.
    var last: UInt8 = 0
    var id: UInt8 = 0
    var bytes: [UInt8] = []
    mutating func layout(_ c: inout some Coder) {
        bus.layout(&c)
        c(&last, bits: 4, "length less one")
        c(&id, bits: 4, "id")
        c.rest(&bytes, max: 31, "bytes written first")
    }
}
