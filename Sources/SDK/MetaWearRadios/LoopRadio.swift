internal import Central
internal import EventLoop
internal import Foundation
internal import MetaWearTransport

/// A radio of this machine. It lives on the event loop's thread, whose callbacks enter it without a lock.
actor LoopRadio: HubRadio {
    nonisolated let hub: RadioHub
    private let thread: LoopThread

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(_ port: any RadioPort, seeks: Bool, on thread: LoopThread) {
        hub = RadioHub(port, seeks: seeks, onTrouble: RadioLog.report)
        self.thread = thread
    }

    // What the loop watches must not go while it is being called.
    isolated deinit {}

    nonisolated func transport(to identifier: UUID) -> any BLETransport {
        LoopTransport(self, on: thread)
    }
}

/// The link to one board through a radio of this machine.
actor LoopTransport: SessionTransport {
    nonisolated let session: LinkSession
    nonisolated let radio: any HubRadio
    private let thread: LoopThread

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(_ radio: LoopRadio, on thread: LoopThread) {
        session = LinkSession(radio.hub)
        self.radio = radio
        self.thread = thread
    }

    isolated deinit { session.abandon() }
}
