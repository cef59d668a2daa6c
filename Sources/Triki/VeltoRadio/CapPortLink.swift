internal import Bluetooth
internal import Central
import Peripheral
import VeltoKit

/// One link to a cap: does what the session asks in the order of the calls.
final class CapPortLink {
    private static let service = BluetoothUUID(stringLiteral: CapUUID.service)
    private static let receive = BluetoothUUID(stringLiteral: CapUUID.receive)
    private static let transmit = BluetoothUUID(stringLiteral: CapUUID.transmit)

    /// Whether it is open.
    private(set) var isUp = false
    private let link: any LinkPort
    private var report: (RadioEvent, AccessError?) -> Void = { _, _ in }
    private var take: ([UInt8]) -> Void = { _ in }
    private var services: [RemoteService] = []
    private var operations: [RadioOperation] = []
    /// Whether an answer is waited for.
    private var isBusy = false

    init(_ link: any LinkPort) { self.link = link }

    /// Opens the link, and reports what becomes of it; the last event comes with an error.
    ///
    /// - Parameter take: takes the cap's notifications, without a detour through this link.
    func open(
        taking take: @escaping ([UInt8]) -> Void,
        _ report: @escaping (RadioEvent, AccessError?) -> Void
    ) {
        self.take = take
        self.report = report
        link.onEnd = { [weak self] in self?.end($0) }
        link.open { [weak self] result in
            switch result {
            case .success:
                self?.isUp = true
                self?.report(.connected, nil)
            case .failure(let error): self?.report(.failedToConnect, error)
            }
        }
    }

    /// Closes the link, or gives up the attempt.
    func close(_ isDown: @escaping () -> Void) {
        operations = []
        link.close { [self] in
            isUp = false
            isDown()
        }
    }

    private func end(_ error: AccessError) {
        isUp = false
        operations = []
        report(.disconnected, error)
    }

    func perform(_ operation: RadioOperation) {
        operations.append(operation)
        performNext()
    }

    private func performNext() {
        while isUp, !isBusy, !operations.isEmpty { carryOut(operations.removeFirst()) }
    }

    private func carryOut(_ operation: RadioOperation) {
        switch operation {
        case .discoverServices:
            wait({ link.discover(knowing: nil, $0) }) { [weak self] services in
                self?.services = services
                let hasUART = services.contains { $0.uuid.matches(Self.service) }
                return .services(hasUART: hasUART)
            }
        case .discoverCharacteristics:
            let hasUART = services.contains {
                $0.characteristic(Self.receive) != nil && $0.characteristic(Self.transmit) != nil
            }
            report(.characteristics(hasUART: hasUART), nil)
        case .subscribe:
            link.listen(to: Self.transmit) { [take] _, bytes in take(bytes.array()) }
            wait({ link.configure(Self.transmit, .notifications, $0) }) { .subscribed }
        case .write(let bytes, withResponse: true):
            wait({ link.write(bytes, to: Self.receive, .request, $0) }) { nil }
        case .write(let bytes, withResponse: false):
            link.write(bytes, to: Self.receive, .command) { _ in }
        case .scan, .stopScan, .connect, .cancelConnection: break
        }
    }

    /// What follows waits for the answer; a refusal ends the link.
    private func wait<Value>(
        _ start: (@escaping AccessCompletion<Value>) -> Void,
        _ event: @escaping (Value) -> RadioEvent?
    ) {
        isBusy = true
        start { [weak self] result in
            guard let self, isUp else { return }
            isBusy = false
            switch result {
            case .success(let value):
                if let event = event(value) { report(event, nil) }
                performNext()
            case .failure(let error): close { [self] in report(.disconnected, error) }
            }
        }
    }
}
