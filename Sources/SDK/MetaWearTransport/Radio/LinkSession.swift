internal import Bluetooth
internal import Central
import CoreBluetooth
import Foundation
internal import MetaWearProtocol
internal import Peripheral

/// The contract of ``BLETransport`` over the links of a radio: which call is legal when, the order of pending calls, and
/// what ends with the link.
///
/// It belongs to the radio's thread, which is why actors on that thread may share it.
package final class LinkSession: @unchecked Sendable {
    private enum Phase { case down, connecting, up, closing }

    /// A call that waits; it is answered or fails, whichever comes first.
    private struct Call {
        let number: Int
        let fail: (any Error) -> Void
    }

    private struct Stream {
        let number: Int
        let characteristic: CBUUID
        let found: LinkCharacteristics.Found
        let finish: ((any Error)?) -> Void
    }

    /// What is sent in the order of the calls. Behind one that is answered the others wait.
    private struct Operation {
        let isAnswered: Bool
        let start: (any LinkPort, _ done: @escaping () -> Void) -> Void
    }

    private let hub: RadioHub
    private var phase = Phase.down
    private var link: (any LinkPort)?
    /// The attempt to connect, while there is one.
    private var opening: LinkOpening?
    /// What discovery has found on this link.
    private var characteristics = LinkCharacteristics()
    private var lastNumber = 0
    private var calls: [Call] = []
    /// The call that connects.
    private var attempt = 0
    private var streams: [Stream] = []
    private var operations: [Operation] = []
    private var waitsForAnswer = false
    /// Writes without response that the radio has not sent yet.
    private var unsent = 0
    private var isReadingRSSI = false
    /// Called when the link is down.
    private var whenDown: [() -> Void] = []

    /// A session without a link.
    package init(_ hub: RadioHub) { self.hub = hub }

    // MARK: Calls

    func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Keeps a call until it is completed.
    func keep(_ number: Int, _ fail: @escaping (any Error) -> Void) {
        calls.append(Call(number: number, fail: fail))
    }

    /// Whether the call was still waiting; it no longer is.
    func complete(_ number: Int) -> Bool {
        guard let index = calls.firstIndex(where: { $0.number == number }) else { return false }
        calls.remove(at: index)
        return true
    }

    private func fail(_ number: Int, _ error: any Error) {
        guard let index = calls.firstIndex(where: { $0.number == number }) else { return }
        calls.remove(at: index).fail(error)
    }

    private func failCalls(_ error: any Error) {
        let failed = calls
        calls = []
        for call in failed { call.fail(error) }
    }

    /// Its task is cancelled. What the peripheral was asked for may happen none the less.
    func cancel(_ number: Int) {
        if phase == .connecting, attempt == number {
            close(failing: CancellationError()) {}
        } else {
            fail(number, CancellationError())
        }
    }

    // MARK: Connecting

    func connect(to identifier: UUID, call: Int, _ done: @escaping () -> Void) {
        switch phase {
        case .up:
            // Its owner knows nothing of that link any more.
            let own = calls.filter { $0.number == call }
            calls.removeAll { $0.number == call }
            close(failing: MWError.operationFailed("the transport connects again")) {}
            calls += own
            connect(to: identifier, call: call, done)
        case .connecting: fail(call, MWError.invalidState("the transport is connecting already"))
        case .closing:
            whenDown.append { [weak self] in
                guard let self, calls.contains(where: { $0.number == call }) else { return }
                connect(to: identifier, call: call, done)
            }
        case .down:
            phase = .connecting
            attempt = call
            hub.whenReady { [weak self] error in
                guard let self, phase == .connecting, attempt == call else { return }
                if let error { return lose(error) }
                open(identifier, done)
            }
        }
    }

    private func open(_ identifier: UUID, _ done: @escaping () -> Void) {
        let opening = LinkOpening(to: identifier, through: hub)
        self.opening = opening
        opening.start { [weak self, weak opening] outcome in
            guard let self, let opening, self.opening === opening, phase == .connecting else {
                return
            }
            self.opening = nil
            switch outcome {
            case .success(let (link, services)):
                begin(link, services)
                done()
            case .failure(let error): lose(error)
            }
        }
    }

    private func begin(_ link: any LinkPort, _ services: [RemoteService]) {
        self.link = link
        link.onEnd = { [weak self, weak link] error in
            guard let self, let link, self.link === link else { return }
            lose(MWError(error))
        }
        characteristics = LinkCharacteristics(services)
        phase = .up
    }

    /// Ends the link or the attempt; calls back when it is down.
    func close(failing error: any Error, _ done: @escaping () -> Void) {
        switch phase {
        case .down: return done()
        case .closing: whenDown.append(done)
        case .connecting, .up:
            phase = .closing
            whenDown.append(done)
            for stream in streams { stream.finish(nil) }
            streams = []
            // A pending write without a response was already reported as written.
            if let link {
                for operation in operations where !operation.isAnswered { operation.start(link) {} }
            }
            operations = []
            closeWhenSent()
        }
        // A call to connect may wait for the end, too.
        failCalls(error)
    }

    /// Calls back when the link is down, whatever ends it; at once if there is none.
    func watchEnd(_ done: @escaping () -> Void) {
        if phase == .down { done() } else { whenDown.append(done) }
    }

    /// The session is no longer used: a link must not stay up without an owner.
    package func abandon() {
        guard phase == .connecting || phase == .up else { return }
        phase = .closing
        opening?.close {}
        link?.close {}
    }

    /// What was written without response before is sent before the link ends.
    private func closeWhenSent() {
        guard phase == .closing, unsent == 0 else { return }
        if let opening {
            return opening.close { [weak self, weak opening] in
                guard let self, let opening, self.opening === opening else { return }
                end()
            }
        }
        guard let link else { return end() }
        link.close { [weak self, weak link] in
            guard let self, let link, self.link === link else { return }
            end()
        }
    }

    /// The link is lost, or could not be made.
    private func lose(_ error: MWError) {
        if phase != .closing {
            phase = .closing
            for stream in streams { stream.finish(error) }
            failCalls(error)
        }
        end()
    }

    private func end() {
        phase = .down
        opening = nil
        link = nil
        characteristics = LinkCharacteristics()
        streams = []
        operations = []
        waitsForAnswer = false
        unsent = 0
        isReadingRSSI = false
        let waiting = whenDown
        whenDown = []
        for done in waiting { done() }
    }

    // MARK: Operations

    /// The link, and the characteristic if the peripheral has it.
    private func find(
        _ characteristic: CBUUID
    ) throws(MWError) -> (link: any LinkPort, found: LinkCharacteristics.Found) {
        let link = try openLink()
        guard let found = characteristics[characteristic] else {
            throw .operationFailed("the peripheral has no characteristic \(characteristic)")
        }
        return (link, found)
    }

    /// Whether the link is up and the peripheral has the characteristic.
    func has(_ characteristic: CBUUID) -> Bool {
        phase == .up && characteristics[characteristic] != nil
    }

    private func openLink() throws(MWError) -> any LinkPort {
        guard phase == .up, let link else {
            throw .operationFailed("the transport is not connected")
        }
        return link
    }

    func read(
        _ characteristic: CBUUID, _ done: @escaping (Result<Data, MWError>) -> Void
    ) throws(MWError) {
        let (link, found) = try find(characteristic)
        link.read(found.uuid) { done($0.map { Data($0) }.mapError { MWError($0) }) }
    }

    func readRSSI(_ done: @escaping (Result<Int, MWError>) -> Void) throws(MWError) {
        let link = try openLink()
        guard !isReadingRSSI else {
            throw .operationFailed("the signal strength is being read already")
        }
        isReadingRSSI = true
        link.readRSSI { [weak self, weak link] result in
            if let self, let link, self.link === link { isReadingRSSI = false }
            done(result.mapError { MWError($0) })
        }
    }

    /// Queues a value.
    func write(_ data: Data, to characteristic: CBUUID) throws(MWError) {
        let (link, found) = try find(characteristic)
        guard data.count <= link.longestCommand else {
            throw .operationFailed(
                "\(data.count) bytes do not fit a write without response, which has at most"
                    + " \(link.longestCommand)")
        }
        let bytes = [UInt8](data)
        if operations.isEmpty, !waitsForAnswer { return send(bytes, to: found.uuid, link) }
        operations.append(
            Operation(isAnswered: false) { [weak self] link, _ in
                self?.send(bytes, to: found.uuid, link)
            })
    }

    private func send(_ bytes: [UInt8], to value: BluetoothUUID, _ link: any LinkPort) {
        unsent += 1
        link.write(bytes, to: value, .command) { [weak self, weak link] _ in
            guard let self, let link, self.link === link else { return }
            unsent -= 1
            closeWhenSent()
        }
    }

    /// Writes a value that is answered.
    func write(
        _ data: Data, to characteristic: CBUUID, _ done: @escaping (MWError?) -> Void
    ) throws(MWError) {
        let found = try find(characteristic).found
        perform(
            Operation(isAnswered: true) { link, isOver in
                link.write([UInt8](data), to: found.uuid, .request) { result in
                    done(result.error)
                    isOver()
                }
            })
    }

    private func perform(_ operation: Operation) {
        operations.append(operation)
        sendOperations()
    }

    private func sendOperations() {
        while phase == .up, !waitsForAnswer, !operations.isEmpty, let link {
            let next = operations.removeFirst()
            waitsForAnswer = next.isAnswered
            next.start(link) { [weak self, weak link] in
                guard let self, let link, self.link === link else { return }
                waitsForAnswer = false
                sendOperations()
            }
        }
    }

    // MARK: Notifications

    /// Turns notifications on. What is written after this is sent after it.
    ///
    /// - Parameters:
    ///   - take: gets each value.
    ///   - finish: gets the end: an error, or nil for a wanted one.
    /// - Returns: a number by which they are dropped; nil if they ended at once.
    func notify(
        from characteristic: CBUUID, _ take: @escaping (Data) -> Void,
        finish: @escaping ((any Error)?) -> Void
    ) -> Int? {
        let found: LinkCharacteristics.Found
        do throws(MWError) {
            found = try find(characteristic).found
        } catch {
            finish(error)
            return nil
        }
        remove { $0.characteristic == characteristic }?.finish(nil)
        let number = newNumber()
        streams.append(
            Stream(
                number: number, characteristic: characteristic, found: found, finish: finish))
        perform(
            Operation(isAnswered: true) { [weak self] link, isOver in
                link.listen(to: found.uuid) { _, value in take(Data(value.array())) }
                link.configure(found.uuid, found.subscription) { [weak link] result in
                    if let error = result.error {
                        link?.listen(to: found.uuid, nil)
                        finish(error)
                        _ = self?.remove { $0.number == number }
                    }
                    isOver()
                }
            })
        return number
    }

    private func remove(where isMeant: (Stream) -> Bool) -> Stream? {
        streams.firstIndex(where: isMeant).map { streams.remove(at: $0) }
    }

    /// Turns off notifications that no longer have a reader.
    func drop(_ number: Int) {
        guard let stream = remove(where: { $0.number == number }), phase == .up else { return }
        perform(
            Operation(isAnswered: true) { link, isOver in
                link.configure(stream.found.uuid, []) { [weak link] _ in
                    link?.listen(to: stream.found.uuid, nil)
                    isOver()
                }
            })
    }
}

extension Result<Void, AccessError> {
    fileprivate var error: MWError? {
        if case .failure(let error) = self { MWError(error) } else { nil }
    }
}
