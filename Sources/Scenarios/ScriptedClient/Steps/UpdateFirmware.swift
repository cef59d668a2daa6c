import Declaration
import Simulation
import YAML

extension Step {
    /// Updates the firmware over the air.
    package struct UpdateFirmware: BoardStep {
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
            guard !FirmwareName.isNumbered(revision) else { return }
            reader.fail(
                "`revision` is `\(revision)`", at: mark,
                fix: "give three numbers from 0 to 255, such as 1.7.4")
        }

        var files: [RelativePath] { [image, initPacket].compactMap(\.self) }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            attempt(else: done) {
                let finish = first(done)
                let update = FirmwareUpdate(try image(client)) { finish($0.map { "\($0) bytes" }) }
                client.timers.after(within) {
                    update.abandon()
                    finish(.failure(StepFailure("not updated within \(within.text)")))
                }
                _ = session.whenEnded {
                    // Another firmware may have other modules.
                    session.modules = [:]
                    session.state.forgetAll()
                    // As the Python SDK: the bootloader needs a moment.
                    client.timers.after(.seconds(1)) {
                        update.run(client.central, session.address, within: within)
                    }
                }
                session.send([0xFE, 0x02])
            }
        }

        private func image(_ client: ScriptedClient) throws(StepFailure) -> FirmwareImage {
            guard let image else { return FirmwareImage(revision: revision, size: size) }
            let bytes = try client.world.contents(of: image.text)
            guard let initPacket else { return FirmwareImage(bytes) }
            return FirmwareImage(bytes, initPacket: try client.world.contents(of: initPacket.text))
        }
    }
}
