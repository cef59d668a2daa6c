internal import Bluetooth
internal import Central

/// A link of an ``HCIHostPort``.
final class HCIHostLink: AttributeLink {
    var onEnd: (AccessError) -> Void = { _ in }
    let found = FoundServices()
    private let peer: Address
    private let port: HCIHostPort
    private var host: HCIHost?
    private var link: HostLink?
    private var isConnecting = false
    private var whenOpen: AccessCompletion<Void>?
    private var whenDown: (() -> Void)?

    init(to peer: Address, through port: HCIHostPort) {
        self.peer = peer
        self.port = port
    }

    var client: AttributeClient? { link?.client }

    static func words(for reason: DisconnectReason) -> String { HCIHost.words(reason.rawValue) }

    func open(_ done: @escaping AccessCompletion<Void>) {
        guard let host = port.host else { return done(.failure(.broken("the controller is gone"))) }
        self.host = host
        whenOpen = done
        isConnecting = true
        host.connect(to: peer) { [self] result in
            isConnecting = false
            switch result {
            case .success(let link): begin(link)
            case .failure(let error):
                if whenDown == nil { opened(.failure(error)) } else { isOver() }
            }
        }
    }

    private func opened(_ result: Result<Void, AccessError>) {
        let done = whenOpen.take()
        done?(result)
    }

    private func begin(_ link: HostLink) {
        self.link = link
        link.onEnd = { [weak self] why, _ in
            guard let self else { return }
            self.link = nil
            if whenDown != nil { isOver() } else { onEnd(.ended(why)) }
        }
        // It came about while it was cancelled.
        guard whenDown == nil else { return host?.disconnect(link) ?? () }
        opened(.success(()))
    }

    func close(_ done: @escaping () -> Void) {
        whenOpen = nil
        whenDown = done
        if let link {
            host?.disconnect(link)
        } else if isConnecting, let host, host.failure == nil {
            host.cancelConnecting(to: peer)
        } else {
            isOver()
        }
    }

    private func isOver() {
        let done = whenDown.take()
        done?()
    }

    func readRSSI(_ done: @escaping AccessCompletion<Int>) {
        guard let link, let host else { return done(.failure(.ended("it is not open"))) }
        host.readRSSI(of: link, done)
    }
}
