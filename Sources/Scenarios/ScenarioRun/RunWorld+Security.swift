import Declaration
import FlashStore
import Pairing
import ScenarioFile
import VirtualRadio

extension RunWorld {
    /// What a board or peripheral needs to pair; its bonds are kept where its flash is kept.
    ///
    /// - Parameters:
    /// - place: its position in the scenario file.
    /// - folder: the folder of its flash; nil if nothing is kept.
    func security(
        _ description: BoardSecurity, of name: String, place: String, folder: String?,
        _ options: RunOptions
    ) throws(RunError) -> SecuritySetup {
        let bonds: any BondStore
        if let folder {
            do throws(FlashStoreError) {
                let file = try BondFile(folder)
                bondFiles.append((name, file))
                let announce = options.announce
                file.onFailure = { announce("bonds of \(name): \($0)") }
                bonds = file
            } catch {
                throw RunError(.environment, "\(file):\(place): error: \(error)")
            }
        } else {
            bonds = BondMemory()
        }
        let announce = options.announce
        return SecuritySetup(
            description.options, cryptography: options.cryptography, bonds: bonds
        ) { [unowned self] question in
            switch question {
            case .show(let passkey):
                passkeysShown[name] = passkey
                announce("\(name) shows the passkey \(passkey.sixDigits)")
            case .compare(let number): announce("\(name) shows the number \(number.sixDigits)")
            case .authorize: return .yes
            case .enterPasskey:
                // Without a passkey in the scenario there is nothing to type.
                announce("\(name) needs a passkey; set it with `security: {passkey: …}`")
                return .no
            }
            return nil
        }
    }

    /// The first bond that could not be stored.
    var bondFailure: RunError? {
        for (name, file) in bondFiles {
            if let failure = file.failure {
                return RunError(.environment, "bonds of \(name): \(failure)")
            }
        }
        return nil
    }
}

extension UInt32 {
    /// As a display shows it.
    fileprivate var sixDigits: String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, 6 - digits.utf8.count)) + digits
    }
}
