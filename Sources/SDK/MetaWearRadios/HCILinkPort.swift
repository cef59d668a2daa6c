internal import Bluetooth
internal import Central
internal import CoreBluetooth
internal import Foundation
internal import HCICentral
internal import MetaWearGATT
internal import MetaWearProtocol
internal import MetaWearTransport

/// A link through a controller.
final class HCILinkPort: AttributeLinkPort {
    var onLoss: (MWError) -> Void = { _ in }
    private let identifier: UUID
    private let port: HCIPort
    private var host: HCIHost?
    private var peer: Address?
    private var link: HostLink?
    private(set) var attributes: AttributePort?
    private var whenOpen: ((MWError?) -> Void)?
    private var whenDown: (() -> Void)?

    init(to identifier: UUID, through port: HCIPort) {
        self.identifier = identifier
        self.port = port
    }

    func open(_ done: @escaping (MWError?) -> Void) {
        whenOpen = done
        port.find(identifier, for: self)
    }

    /// The peripheral is found.
    func connect(to peer: Address) {
        guard let host = port.host else { return fail(.operationFailed("the controller is gone")) }
        self.host = host
        self.peer = peer
        host.connect(to: peer) { [self] result in
            switch result {
            case .success(let link): begin(link)
            case .failure(let error):
                if whenDown == nil { fail(MWError(error)) } else { ended() }
            }
        }
    }

    private func begin(_ link: HostLink) {
        self.link = link
        link.onEnd = { [weak self] why, _ in
            guard let self else { return }
            self.link = nil
            if whenDown != nil {
                ended()
            } else if whenOpen != nil {
                fail(.operationFailed("the link was lost: \(why)"))
            } else {
                onLoss(.operationFailed("the link was lost: \(why)"))
            }
        }
        // It came about while it was cancelled.
        guard whenDown == nil else { return host?.disconnect(link) ?? () }
        let attributes = AttributePort(link.client)
        self.attributes = attributes
        attributes.discover { [weak self] error in
            guard let self, whenDown == nil, self.link != nil else { return }
            if let error { return giveUp(error) }
            whenOpen?(nil)
            whenOpen = nil
        }
    }

    /// A peripheral that cannot be discovered is of no use.
    private func giveUp(_ error: MWError) {
        if let link {
            link.onEnd = { _, _ in }
            host?.disconnect(link)
        }
        link = nil
        fail(error)
    }

    /// It cannot be opened.
    func fail(_ error: MWError) {
        whenOpen?(error)
        whenOpen = nil
    }

    func close(_ done: @escaping () -> Void) {
        whenOpen = nil
        whenDown = done
        if let link {
            host?.disconnect(link)
        } else if let peer, let host, host.failure == nil, attributes == nil {
            host.cancelConnecting(to: peer)
        } else {
            _ = port.forget(self)
            ended()
        }
    }

    private func ended() {
        let done = whenDown
        whenDown = nil
        done?()
    }

    func readRSSI(_ done: @escaping (Result<Int, MWError>) -> Void) {
        guard let link else { return }
        host?.readRSSI(of: link) { done($0.mapError { MWError($0) }) }
    }
}

extension MWError {
    /// What went wrong with a radio.
    init(_ error: AccessError) {
        self = if case .timedOut = error { .timeout } else { .operationFailed("\(error)") }
    }
}
