import Declaration
import Device

/// What happens to the power supply.
package enum PowerInput: String, Choice, InputKind {
    package static let title = "power input"
    package static let key = "power"
    package static let about =
        "Cuts the power supply, until it is restored; `brown-out` among the faults cuts it for a"
        + " given time."
    case cut, restore

    package var words: String { "\(self) the power supply" }

    package func apply(to index: Int, in run: any ScenarioWorld) {
        switch self {
        case .cut:
            run.suppliesCut.insert(index)
            run.boards[index].powerOff()
        case .restore:
            run.suppliesCut.remove(index)
            if run.powerCuts[index, default: 0] == 0 { run.boards[index].powerOn() }
        }
    }
}
