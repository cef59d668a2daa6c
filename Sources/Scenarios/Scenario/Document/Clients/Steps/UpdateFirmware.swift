import Declaration
import MetaWearBoard
import Simulation
import YAML

extension Step {
    /// Updates the firmware over the air.
    package struct UpdateFirmware: Section {
        package static let title = "update-firmware"
        package static let about =
            "Sends the board into its bootloader and transfers an image by Nordic's legacy DFU. The"
            + " board then runs it; `reconnect` and `initialise` come next."
        package static let example = "- update-firmware: {revision: 1.7.4, size: 20000}"

        package var image: RelativePath?
        package var initPacket: RelativePath?
        package var revision = "1.7.9"
        package var size = 20_000
        package var within: Nanoseconds = .seconds(300)

        package static let keys = Keys(Self()) { keys in
            keys.optional(\.image, "image", otherwise: "made-up bytes", "The application's file.")
            keys.optional(
                \.initPacket, "init-packet", otherwise: "made for the image",
                "The file with the init packet.")
            keys.optional(\.revision, "revision", "Which revision a made-up image is.")
            keys.optional(\.size, "size", in: 64...1_000_000, "Bytes of a made-up image.")
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "After this long without its end the step fails.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            guard FirmwareRevision(revision) == nil else { return }
            reader.fail(
                "`revision` is `\(revision)`", at: mark,
                mend: "give three numbers from 0 to 255, such as 1.7.4")
        }
    }
}
