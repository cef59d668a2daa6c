import Bluetooth
import Peripheral
import Simulation
import Testing

@testable import Pairing

/// What happens by itself, in virtual time.
@Suite struct TimingTests {
    static let request: [UInt8] = [0x01, 0x03, 0x00, 0x01, 0x10, 0x00, 0x00]

    static func seconds(_ n: Int64) -> Nanoseconds { .seconds(n) }

    // Core Vol 3, Part H, 3.4.
    @Test func `a pairing is given up after 30 s, and the link pairs no more`() {
        let link = TestLink()
        link.receive(Self.request)
        #expect(link.sent.map { $0[0] } == [0x02])
        #expect(link.wakes == [Instant.zero + Self.seconds(30)])
        link.now = Instant.zero + Self.seconds(30) - Nanoseconds(1)
        link.board.timer(at: link.now)
        #expect(link.outcomes == [])
        link.now = link.now + Nanoseconds(1)
        link.board.timer(at: link.now)
        #expect(link.outcomes == [.timedOut])
        // Nothing is said about it, and nothing is answered any more.
        link.receive(Self.request)
        link.board.requestSecurity(link.connection)
        #expect(link.sent.count == 1)
        link.reconnect(from: TestLink.centralAddress)
        link.receive(Self.request)
        #expect(link.sent.map { $0[0] } == [0x02])
    }

    @Test func `each PDU that goes out winds the clock up again`() {
        let link = TestLink()
        link.receive(Self.request)
        link.now = Instant.zero + Self.seconds(29)
        link.receive([0x03] + [UInt8](repeating: 1, count: 16))
        #expect(link.sent.map { $0[0] } == [0x02, 0x03])
        link.now = Instant.zero + Self.seconds(58)
        link.board.timer(at: link.now)
        #expect(link.outcomes == [])
        #expect(link.wakes == [Instant.zero + Self.seconds(30), Instant.zero + Self.seconds(59)])
        link.now = Instant.zero + Self.seconds(59)
        link.board.timer(at: link.now)
        #expect(link.outcomes == [.timedOut])
    }

    @Test func `a pairing that has ended needs no clock`() throws {
        let link = TestLink()
        _ = try Initiator(link, secure: true).pair()
        link.now = Instant.zero + Self.seconds(100)
        link.board.timer(at: link.now)
        #expect(link.outcomes == [.completed(.justWorks, bonded: true)])
        #expect(link.wakes.count == 1)
    }

    @Test func `a link that ends takes its pairing with it`() {
        let link = TestLink()
        link.receive(Self.request)
        link.board.closed(link.connection)
        #expect(link.outcomes == [.linkLost])
        link.board.timer(at: Instant.zero + Self.seconds(31))
        link.receive(Self.request)
        link.board.answer(.yes, for: link.connection, at: link.now)
        link.board.encryptionChanged(link.connection, isEncrypted: true, at: link.now)
        #expect(link.outcomes == [.linkLost])
        #expect(link.sent.count == 1)
    }

    // Core Vol 3, Part H, 2.3.6.
    @Test func `after a wrong secret the next attempt waits, each time twice as long`() throws {
        var options = SecurityOptions()
        options.capability = .displayOnly
        options.passkey = 5
        let link = TestLink(options)
        func attempt(_ passkey: UInt32) throws {
            link.sent = []
            let initiator = try Initiator(link, secure: true)
            initiator.features.capability = .keyboardOnly
            initiator.passkey = { passkey }
            _ = try initiator.pair()
        }
        var wait = Self.seconds(1)
        for _ in 0..<9 {
            #expect(throws: Initiator.Stop.refused(.confirmValueFailed)) { try attempt(4) }
            // Another link does not help.
            link.reconnect(from: TestLink.centralAddress)
            link.now = link.now + wait - Nanoseconds(1)
            #expect(throws: Initiator.Stop.refused(.repeatedAttempts)) { try attempt(5) }
            link.now = link.now + Nanoseconds(1)
            wait = min(wait * 2, Self.seconds(64))
        }
        try attempt(5)
        #expect(link.outcomes.last == .completed(.passkeyShown, bonded: true))
        // It is forgotten now.
        #expect(throws: Initiator.Stop.refused(.confirmValueFailed)) { try attempt(4) }
        link.now = link.now + Self.seconds(1)
        try attempt(5)
    }

    @Test func `waiting is by central, and peace makes it short again`() throws {
        var attempts = RepeatedAttempts()
        let first = Self.seconds(1)
        for n in 0..<100 { attempts.failed(Address(UInt64(n)), first: first, at: .zero) }
        #expect(attempts.refuses(Address(99), at: .zero))
        #expect(!attempts.refuses(Address(0), at: .zero))
        for _ in 0..<3 { attempts.failed(Address(99), first: first, at: .zero) }
        #expect(attempts.refuses(Address(99), at: .zero + Self.seconds(7)))
        let later = Instant.zero + Self.seconds(73)
        attempts.failed(Address(99), first: first, at: later)
        #expect(attempts.refuses(Address(99), at: later))
        #expect(!attempts.refuses(Address(99), at: later + Self.seconds(1)))
        attempts.failed(Address(7), first: .zero, at: later)
        #expect(!attempts.refuses(Address(7), at: later))
    }

    @Test func `a passkey may be typed before or after the central's confirm value`() throws {
        for isEarly in [false, true] {
            for isSecure in [false, true] {
                var options = SecurityOptions()
                options.capability = .keyboardOnly
                let link = TestLink(options)
                let initiator = try Initiator(link, secure: isSecure)
                initiator.features.capability = .displayOnly
                initiator.passkey = { 42 }
                initiator.spoil = { _, pdu in
                    guard pdu[0] == 0x03, link.questions == [.enterPasskey] else { return }
                    link.questions = []
                    if isEarly {
                        link.board.answer(.passkey(42), for: link.connection, at: link.now)
                        return
                    }
                    link.receive(pdu)
                    #expect(link.sent.allSatisfy { $0[0] != 0x03 })
                    link.board.answer(.passkey(42), for: link.connection, at: link.now)
                    // It is there already.
                    pdu = []
                }
                _ = try initiator.pair()
                #expect(link.outcomes == [.completed(.passkeyEntered, bonded: true)])
            }
        }
    }

    @Test(arguments: [PairingAnswer.no, .passkey(1_000_000)])
    func `who types no passkey ends it`(_ answer: PairingAnswer) throws {
        var options = SecurityOptions()
        options.capability = .keyboardOnly
        let link = TestLink(options)
        link.reaction = { _ in answer }
        let initiator = try Initiator(link)
        initiator.features.capability = .displayOnly
        link.receive(initiator.features.pdu(.pairingRequest).bytes)
        #expect(link.sent.map { $0[0] } == [0x02, 0x05])
        #expect(link.outcomes == [.failed(.passkeyEntryFailed)])
    }

    @Test func `a comparison waits for somebody, and may be slower than the central`() throws {
        for answer in [PairingAnswer.yes, .no] {
            var options = SecurityOptions()
            options.capability = .displayYesNo
            options.numbersAgree = nil
            let link = TestLink(options)
            let initiator = try Initiator(link, secure: true)
            initiator.features.capability = .displayYesNo
            initiator.features.requirements.insert(.mitm)
            initiator.spoil = { _, pdu in
                guard pdu[0] == 0x0D else { return }
                link.receive(pdu)
                #expect(link.sent == [])
                link.board.answer(.passkey(1), for: link.connection, at: link.now)
                #expect(link.sent == [])
                link.board.answer(answer, for: link.connection, at: link.now)
                pdu = []
            }
            if answer == .yes {
                _ = try initiator.pair()
                #expect(link.board.security(of: link.connection) == .authenticated)
            } else {
                #expect(throws: Initiator.Stop.refused(.numericComparisonFailed)) {
                    try initiator.pair()
                }
            }
        }
    }

    @Test func `a board that requires pairing asks for it, with what it wants`() throws {
        var options = SecurityOptions()
        options.pairing = .required
        let link = TestLink(options)
        // Bonding and Secure Connections (Core Vol 3, Part H, 3.6.7).
        #expect(link.sent == [[0x0B, 0x09]])
        link.sent = []
        let keys = try Initiator(link, secure: true).pair()
        link.board.requestSecurity(link.connection)
        #expect(link.sent == [])
        // A bonded central is asked too: it encrypts instead.
        link.reconnect(from: TestLink.centralAddress)
        #expect(link.sent == [[0x0B, 0x09]])
        #expect(link.encrypt(keys.linkKey))
        link.board.encryptionChanged(link.connection, isEncrypted: false, at: link.now)
        #expect(link.changes.map(\.security) == [.encrypted, .open])
    }

    @Test func `two links pair at a time and know nothing of each other`() throws {
        let link = TestLink()
        let other = ConnectionID(9)
        link.board.opened(other, peer: Address(0xC000_0000_0002), at: link.now)
        let initiator = try Initiator(link, secure: true)
        let request = Self.request
        initiator.spoil = { _, _ in
            link.board.receive(request.span, from: other, at: link.now)
            link.sent.removeLast()
        }
        _ = try initiator.pair()
        #expect(!link.board.isBonded(other))
        #expect(link.board.isBonded(link.connection))
    }
}
