import Declaration

extension Input {
    package struct BatteryLevel: ChangeInput {
        package static let key = "battery"
        package static let about = "Changes the battery's charge."

        static let limits: ClosedRange<Quantity<Ratio>> = .percent(0)...(.percent(100))

        let change: Change<Self>

        package var words: String { "bring the battery to \(change.to.text)" }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.ramp(index, to: change.to.percent, over: change.over)
        }
    }
}
