import ScenarioFile

extension ConformanceCase {
    /// What a person has to do to the board during the case, in words; nil for nothing.
    ///
    /// A board that has powered down counts, and one that will at its next reset (protocol, core 9):
    /// the next case could not reach it.
    func hands(in file: CaseFile) -> String? {
        Self.hands(in: before + steps, of: file, device)
    }

    /// `CaseExtent` bounds how much this has to look at.
    private static func hands(
        in steps: [CaseStep], of file: CaseFile, _ device: DeviceKind
    ) -> String? {
        for step in steps {
            let found: String? =
                switch step.kind {
                case .input(let input): input.kind.words
                case .fault(let fault): fault.kind.words
                case .move(let move): move.says
                case .write(let write) where device == .metawear && write.packet.text == "FE 07":
                    "wake the board, which powers down at its next reset"
                case .advertises(let advertises) where device == .triki && advertises.isSilent:
                    "wake the cap"
                case .connect(let connect) where device == .triki && connect.fails:
                    "wake the cap"
                case .repeat(let loop): hands(in: loop.steps, of: file, device)
                case .perform(let name):
                    hands(
                        in: file.procedures.first { $0.name == name }?.steps ?? [], of: file,
                        device)
                default: nil
                }
            if let found { return found }
        }
        return nil
    }
}
