import MetaWearProtocol

/// Why a step of a scripted client failed, in words for the author of the script.
package struct StepFailure: Error, CustomStringConvertible {
    package var description: String
    package init(_ description: String) { self.description = description }
}

/// Makes a value of the protocol; its error becomes the failure of the step.
func checked<Value>(_ make: () throws(MWError) -> Value) throws(StepFailure) -> Value {
    do throws(MWError) {
        return try make()
    } catch {
        if case .operationFailed(let reason) = error { throw StepFailure(reason) }
        throw StepFailure("\(error)")
    }
}
