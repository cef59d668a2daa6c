import EventLoop

@testable import HCICentral

extension ScriptedController {
    /// Where the attribute descriptor is not in sight, which has the same name.
    static func socket(_ number: Int32, _ loop: EventLoop) -> ControllerSocket {
        ControllerSocket(Descriptor(number), on: loop)
    }
}
