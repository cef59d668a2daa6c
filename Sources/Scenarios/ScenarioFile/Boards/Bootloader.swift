import Declaration
import ScriptedClient
import YAML

package struct Bootloader: Section {
    package static let title = "bootloader"
    package static let about = """
        MetaBoot, the bootloader that `FE 02` starts. A firmware image does not say which revision it
        is; without `image` the board looks for `boardsim:firmware=1.7.4` in it, then at the application
        version of its init packet, and keeps the revision that it had if neither says one.
        """
    package static let example = """
        bootloader: {revision: 0.4.0, image: 1.7.4}
        """

    package var revision: String?
    package var image: String?

    package static let keys = Keys(Self()) { keys in
        keys.optional(
            \.revision, "revision", otherwise: "that of the model",
            "The bootloader's revision, as device information shows it.")
        keys.optional(
            \.image, "image", otherwise: "as the image or its init packet says",
            "The firmware revision that any image is which a host sends.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        for (key, text) in [("revision", revision), ("image", image)] {
            guard let text, !FirmwareName.isNumbered(text) else { continue }
            reader.fail(
                "`\(key)` is `\(text)`", at: mark,
                fix: "give three numbers from 0 to 255, such as 1.7.4")
        }
    }
}
