import Scenario

/// A way by which somebody outside takes part in a run.
protocol WayIn: AnyObject {
    /// To be called before anything that comes in is handed over: virtual time has to be that of
    /// the input.
    var beforeInput: () -> Void { get set }
    /// Why the run cannot go on; nil while it can.
    var failure: RunError? { get }
    /// Sends out what a turn brought about.
    func flush()
    /// Takes everybody's leave.
    func close()
}

extension WayIn {
    /// Nothing that could break for good.
    var failure: RunError? { nil }
}
