import Bluetooth
import Simulation
import Testing

@testable import VirtualRadio

extension HostBench {
    static let zeroes = String(repeating: "00 ", count: 12)

    /// B advertises under its public address and A connects to it: interval 30 ms, timeout 5 s. Both
    /// have the handle 0x0040.
    static let connect = """
        B> 01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00
        B< 04 0E 04 01 06 20 00
        B> 01 0A 20 01 01
        B< 04 0E 04 01 0A 20 00
        A> 01 0D 20 19 10 00 10 00 00 00 0B 00 00 DC 1B 00 00 18 00 18 00 00 00 F4 01 00 00 00 00
        A< 04 0F 04 00 01 0D 20
        + 60 ms
        B< 04 3E 1F 0A 00 40 00 01 00 0A 00 00 DC 1B 00 \(zeroes) 18 00 00 00 F4 01 00
        B< 04 3E 04 14 40 00 01
        A< 04 3E 1F 0A 00 40 00 00 00 0B 00 00 DC 1B 00 \(zeroes) 18 00 00 00 F4 01 00
        A< 04 3E 04 14 40 00 01

        """

    /// A bench on which A is connected to B.
    static func connected(_ names: String = "AB", radio: Radio = Radio()) -> HostBench {
        let bench = HostBench(names, radio: radio)
        bench.play(connect)
        return bench
    }
}
