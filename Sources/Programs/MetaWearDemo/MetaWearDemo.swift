import DemoProgram
import Foundation
import MetaWear

/// The SDK's demo with a real board: over this machine's Bluetooth, or the radio that `METAWEAR_RADIO` names.
@main struct MetaWearDemo {
    private static let usage = """
        usage: MetaWearDemo

        Finds a board nearby, shows what it is, flashes its LED, runs its motor and streams its
        accelerometer for five seconds.

        METAWEAR_RADIO  the radio: `bluez` (the default), `bluez:hci1`, `hci-unix:PATH` or
                        `hci-tcp:HOST:PORT`

        exit status: 0 everything worked, 1 a step failed, 2 wrong usage, 3 no radio or no board
        """

    @MainActor static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case nil: break
        case "--help", "-h":
            DemoProgram.print(usage)
            exit(0)
        case .some(let argument):
            DemoProgram.complain("MetaWearDemo: unexpected argument `\(argument)`\n\n\(usage)")
            exit(2)
        }
        let status = await DemoProgram.run(
            scanner: MetaWearScanner(), say: DemoProgram.print,
            complain: DemoProgram.complain)
        exit(status.rawValue)
    }
}
