import Declaration
import ScriptedClient
import YAML

package struct Bootloader: Section {
    package static let example = """
        bootloader: {revision: 0.4.0, image: 1.7.4}
        """

    package var revision: String?
    package var image: String?

    package static let keys = Keys(Self(), "bootloader") { keys in
        keys.about = """
            MetaBoot, the bootloader that `FE 02` starts. A firmware image does not contain its \
            revision. Without `image`, the board looks for `boardsim:firmware=1.7.4` in the image, \
            then for an application version in its init packet. If both are missing, it keeps its \
            revision. It refuses an image that contains `boardsim:requires=0.4.0` if its bootloader is \
            older, and one with `boardsim:hardware=0.5` on other hardware: the board then stays in \
            MetaBoot.
            """
        keys.optional(
            \.revision, "revision", otherwise: "that of the model",
            "The bootloader's revision in the device information service.")
        keys.optional(
            \.image, "image", otherwise: "the revision in the image or its init packet",
            "The firmware revision that the board has after an update, whatever the image.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        for (key, text) in [("revision", revision), ("image", image)] {
            guard let text, !FirmwareName.isNumbered(text) else { continue }
            reader.fail(
                "`\(key)` is `\(text)`, which is not a revision", at: mark,
                fix: "use three numbers from 0 to 255, such as 1.7.4")
        }
    }
}
