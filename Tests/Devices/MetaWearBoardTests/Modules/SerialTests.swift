import Motion
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct SerialTests {
    /// A device of which every register holds its own number, 10 to 1F for reading only.
    private static func device(countsUp: Bool = true) -> RegisterMapDevice {
        let device = RegisterMapDevice(name: "device", countsUp: countsUp)
        device.preset((0...255).map { UInt8($0) }, at: 0)
        device.preset((0x10...0x1F).map { UInt8($0) }, at: 0x10, isReadOnly: true)
        return device
    }

    // registers Serial 01
    // holds SER-01 SER-02 SER-03
    @Test func `an I2C read answers with its id`() {
        let bench = Bench(.metaWearR)
        bench.board.attach(Self.device(), at: .i2c(0x68))
        bench.play(
            """
            > 0d 81 1c 0d 0a 01  WHO_AM_I of the board's own MMA8452Q (test_i2c)
            < 0d 81 0a 2a
            > 0d 81 1c 0d ff 01  a direct read has the id FF (TestI2C)
            < 0d 81 ff 2a
            > 0d c1 1c 0d 0a 01  silent
            < nothing
            > 0d 81 68 6b 00 11  as many as an answer holds
            < 0d 81 00 6b 6c 6d 6e 6f 70 71 72 73 74 75 76 77 78 79 7a 7b
            > 0d 81 68 6b 00 12
            ! do not fit
            > 0d 81 68 6b 00 00
            ! do not fit
            > 0d 81 69 00 00 01
            ! no device answers at I2C 69
            < nothing
            > 0d 81 68 6b 00
            ! too short
            """)
    }

    // registers Serial 01
    // holds SER-04 SER-05
    @Test func `an I2C write goes on by itself and leaves read-only registers alone`() {
        let bench = Bench()
        bench.board.attach(Self.device(), at: .i2c(0x68))
        bench.play(
            """
            > 0d 01 68 6b ff 02 de ad  (MWSerialTests)
            > 0d 81 68 6a 01 04
            < 0d 81 01 6a de ad 6d
            > 0d 01 68 0f ff 02 77 77
            > 0d 81 68 0f 01 02
            < 0d 81 01 77 10
            > 0d 01 68 20 ff 03 01 02
            ! 3 bytes are announced, 2 came
            > 0d 01 68 20 ff 01 01 02
            > 0d 81 68 20 01 02
            < 0d 81 01 01 21
            > 0d 01 50 00 ff 01 00
            ! no device answers at I2C 50
            """)
        let still = Bench()
        still.board.attach(Self.device(countsUp: false), at: .i2c(0x40))
        still.play(
            """
            > 0d 81 40 22 01 03
            < 0d 81 01 22 22 22
            > 0d 01 40 22 ff 02 05 06
            > 0d 81 40 22 01 02
            < 0d 81 01 06 06
            """)
    }

    // registers Serial 02
    // holds SER-06 SER-07
    @Test func `an SPI read writes first, then reads`() {
        let bench = Bench(.metaMotionR)
        bench.board.attach(Self.device(), at: .spi(select: 0x0A))
        bench.play(
            """
            # mode 3, 8 MHz, the radio's own pins: the BMI160 inside (test_spi)
            > 0d 82 0a 00 0b 07 76 e4 da
            < 0d 82 0e 07 30 81 0b c0
            > 0d 82 0a 00 0b 07 76 c4 da
            < 0d 82 0c 07 30 81 0b c0
            > 0d c2 0a 00 0b 07 76 e4 da
            < nothing
            # and the other chip on pins of the board
            > 0d 02 0a 0b 0c 0d 18 2a bb  (MWSerialTests, with a register that takes it)
            > 0d 82 0a 0b 0c 0d 18 10 aa
            < 0d 82 01 bb
            > 0d 02 0a 0b 0c 0d 18 aa bb  bit 7 of the first byte reads
            > 0d 82 0a 0b 0c 0d 18 11 a9
            < 0d 82 01 29 bb
            > 0d 82 0a 0b 0c 0d 18 0f a9
            < 0d 82 00 29 bb 2b 2c 2d 2e 2f 30 31 32 33 34 35 36 37 38
            > 0d 82 0a 0b 0c 0d 18
            ! too short
            """)
    }

    // registers Serial 02
    // holds SER-08
    @Test func `a missing device or the wrong mode reads as ones`() {
        let bench = Bench()
        bench.board.attach(Self.device(), at: .spi(select: 2))
        bench.play(
            """
            > 0d 82 03 00 01 04 00 12 80  nobody on pin 3
            < 0d 82 01 ff ff ff
            > 0d 82 02 00 01 04 00 12 80
            < 0d 82 01 00 01 02
            > 0d 82 02 00 01 04 02 12 80  mode 1
            < 0d 82 01 ff ff ff
            > 0d 82 02 00 01 04 01 12 80  least significant bit first
            < 0d 82 01 ff ff ff
            > 0d 02 02 00 01 04 02 05 77
            > 0d 82 02 00 01 04 00 10 85
            < 0d 82 01 05
            > 0d 02 03 00 01 04 00 05 77
            ! no device answers at SPI, select pin 3
            """)
    }

    // registers Serial 02
    // holds SER-09
    @Test func `revision 0 has no SPI`() {
        Bench(.metaWearRG).play(
            """
            > 0d 82 0a 00 0b 07 76 e4 da
            ! needs revision 1
            < nothing
            """)
    }

    // holds QRK-silent-serial-answers
    @Test func `with the quirk, a silent read is a notification`() {
        let bench = Bench(.metaMotionR, quirks: [.silentSerialAnswers])
        bench.board.attach(Self.device(), at: .i2c(0x68))
        bench.play(
            """
            > 0d c1 68 0d 0a 01
            < 0d 01 0a 0d
            > 0d c1 68 0d ff 01
            < 0d 01 ff 0d
            > 0d c2 0a 00 0b 07 76 e4 da
            < 0d 02 0e 07 30 81 0b c0
            > 0d 81 68 0d 0a 01
            < 0d 81 0a 0d
            > 04 c1 00  other modules stay silent
            < nothing
            """)
    }

    // registers Serial 01
    // holds SER-10
    @Test func `a register follows the world`() {
        let bench = Bench()
        // An LM75's way: 16 bits, most significant first, 1/256 °C.
        let thermometer = RegisterMapDevice(name: "thermometer")
        thermometer.follow(
            .init(register: 0, size: 2, unitsPerCount: 1.0 / 256) {
                [environment = bench.environment] in environment.temperature(at: $0)
            })
        bench.board.attach(thermometer, at: .i2c(0x48))
        bench.play(
            """
            * warm 21.5
            > 0d 81 48 00 03 02
            < 0d 81 03 15 80
            * warm -10.25
            > 0d 01 48 00 ff 02 11 22  it is for reading only
            > 0d 81 48 00 03 02
            < 0d 81 03 f5 c0
            * warm 500
            > 0d 81 48 00 03 02
            < 0d 81 03 7f ff
            """)
    }

    // registers Serial 01
    // holds SER-11
    @Test func `a logged silent read is the bare bytes`() {
        let bench = Bench(.metaMotionR)
        bench.board.attach(Self.device(), at: .i2c(0x68))
        bench.play(
            """
            > 0b 02 0d c1 0a 20
            < 0b 02 00
            > 0b 01 01
            > 0d c1 68 6b 0a 02
            < nothing
            """)
        #expect(bench.log.page(0)?.entry(0).data == 0x6C6B)
    }

    @Test(arguments: [
        (1, true, 100.0, [0x7F as UInt8]), (1, true, -3.0, [0xFD]), (2, false, 258.0, [2, 1]),
        (4, true, -1.0, [0xFF, 0xFF, 0xFF, 0xFF]), (3, true, 66_051.0, [1, 2, 3]),
        (9, true, 1e30, [0x7F, 0xFF, 0xFF, 0xFF]), (0, true, -1e30, [0x80]),
        (2, true, Double.nan, [0, 0]),
    ])
    func `a follower's number ends at its size`(
        _ size: Int, _ isBigEndian: Bool, _ value: Double, _ bytes: [UInt8]
    ) {
        let follower = RegisterMapDevice.Follower(
            register: 0, size: size, isBigEndian: isBigEndian,
            unitsPerCount: size == 1 && value == 100 ? 0.5 : 0, value: { _ in value })
        #expect(follower.bytes(at: .zero) == bytes)
    }
}
