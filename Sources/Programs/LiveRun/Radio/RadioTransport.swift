import Declaration

/// A transport by which external programs take part in a run.
package protocol RadioTransport: AnyObject {
    /// To be called before any input is passed on: virtual time must be that of the input.
    var beforeInput: () -> Void { get set }
    /// Why the run cannot continue; nil while it can.
    var failure: RunError? { get }
    /// Sends a turn's results.
    func flush()
    /// Disconnects all clients.
    func close()
}

extension RadioTransport {
    /// It cannot fail permanently.
    package var failure: RunError? { nil }
}
