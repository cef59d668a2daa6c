import Scenario
import VirtualRadio

extension ScenarioRun {
    /// The LE controller of a host that has attached, on the air of this run.
    ///
    /// - Parameters:
    ///   - host: its number, from 1 on.
    ///   - name: where it came from.
    func makeController(host: Int, name: String) -> any HCIPort { SilentController() }
}

/// A controller that answers nothing: what hosts meet until there is one on the air.
private final class SilentController: HCIPort {
    var onOutput: (() -> Void)?
    var isHostSlow = false

    func receive(_ packet: Span<UInt8>) {}
    func takeOutput(into buffer: inout [UInt8]) {}
    func detach() {}
}
