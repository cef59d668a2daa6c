import BlueZ
import CMalloc
import Checkout
import DBus
import DBusPeer
import Glibc
import Testing

@Suite("a board on BlueZ under load")
struct LoadTests {
    @Test("a central that never reads holds a bounded number of values, and gets all when it does")
    func neverReads() throws {
        let stage = try BlueZBench()
        try stage.start()
        let socket = try stage.acquireNotify(by: stage.bluez.connect())
        stage.firmware.stream(5_000)
        #expect(stage.firmware.fullCount == 1)
        let held = stage.firmware.next
        #expect(held > 16)
        #expect(held < 1_000)
        // Other things go on meanwhile.
        let central = try #require(stage.bluez.objects.keys.first { $0.contains("dev_") })
        #expect(try stage.access("9007", "ReadValue", by: central).kind == .reply)
        #expect(stage.firmware.next == held)
        var numbers: [UInt32] = []
        try stage.bus.wait("everything") {
            numbers += socket.numbers()
            return numbers.count >= 5_000
        }
        #expect(numbers == Array(0..<5_000))
    }

    @Test("a bluetoothd that is behind with signals holds a bounded number, and gets all")
    func signals() throws {
        let stage = try BlueZBench(usesSockets: false)
        try stage.start()
        stage.bluez.silences = ["Ping"]
        let peer = try #require(stage.bluez.peer)
        stage.bluez.connect()
        peer.listen("type='signal',interface='org.freedesktop.DBus.Properties'")
        #expect(try stage.access("9006", "StartNotify", by: nil).kind == .reply)
        stage.firmware.stream(2_000)
        let held = stage.firmware.next
        #expect(held > 16)
        #expect(held < 1_000)
        #expect(stage.firmware.fullCount == 1)
        func values() -> Int {
            peer.inbox.count { $0.member == "PropertiesChanged" && $0.values[1]["Value"] != nil }
        }
        try stage.bus.wait("what it was let send") { values() == held }
        // The pings were not answered; the daemon's end answers them.
        stage.bluez.silences = []
        stage.bluez.answerPings()
        try stage.bus.wait("everything") { values() == 2_000 }
        let numbers = peer.inbox.compactMap {
            $0.values.count == 3 ? $0.values[1]["Value"]?.octets : nil
        }
        .map { $0.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << ($1.offset * 8) } }
        #expect(numbers == Array(0..<2_000))
    }

    private static let misread = Value.array(
        "a{yg}",
        [[(1, "(ii)")], [(1, "s"), (255, "(ii)")], [(1, "a{sv}"), (255, "s")]]
            .map { (entries: [(UInt8, String)]) in
                .dictionary("y", "g", entries.map { .init(.byte($0.0), .signature($0.1)) })
            })

    /// What others on the bus can call, and what comes of it: never a crash, always an answer.
    static let hostile: [(String, String?, String, [Value])] = [
        ("", "org.freedesktop.DBus.Properties", "Get", []),
        ("", "org.freedesktop.DBus.Properties", "Get", [.byte(1), .byte(2)]),
        ("", "org.freedesktop.DBus.Properties", "GetAll", ["no.such"]),
        ("", "org.freedesktop.DBus.Properties", "Set", ["a", "b", .variant(.byte(1))]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", []),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.bytes([1])]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.options([("offset", .int16(-1))])]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.options([("offset", .int64(.min))])]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.options([("offset", .uint64(.max))])]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.options([("mtu", .uint16(0))])]),
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [.options([("device", .byte(0))])]),
        (
            "", "org.bluez.GattCharacteristic1", "ReadValue",
            [.options([("device", .path("/nowhere"))])]
        ),
        ("", "org.bluez.GattCharacteristic1", "WriteValue", [.bytes([]), .options([])]),
        (
            "", "org.bluez.GattCharacteristic1", "WriteValue",
            [.bytes([1]), .options([("offset", .int32(-5))])]
        ),
        (
            "", "org.bluez.GattCharacteristic1", "WriteValue",
            [.bytes([UInt8](repeating: 1, count: 100_000)), .options([])]
        ),
        ("", "org.bluez.GattCharacteristic1", "WriteValue", [.strings(["x"]), .options([])]),
        ("", "org.bluez.GattCharacteristic1", "AcquireNotify", [.options([])]),
        ("", "org.bluez.GattCharacteristic1", "AcquireWrite", [.options([("mtu", "x")])]),
        ("", "org.bluez.GattCharacteristic1", "StartNotify", [.byte(1)]),
        ("", "org.bluez.GattCharacteristic1", "Confirm", []),
        ("", nil, "ReadValue", []),
        ("", "org.bluez.GattCharacteristic1", "NoSuch", []),
        // GIO 2.74 loses its place in it, and closes the connection.
        ("", "org.bluez.GattCharacteristic1", "ReadValue", [LoadTests.misread]),
        ("/no/such", "org.bluez.GattCharacteristic1", "ReadValue", [.options([])]),
        ("", "org.freedesktop.DBus.Introspectable", "Introspect", []),
        ("", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", []),
    ]

    @Test("hostile calls of others are each answered")
    func hostileCalls() throws {
        let stage = try BlueZBench()
        try stage.start()
        stage.bluez.connect()
        let stranger = try stage.bus.peer()
        let application = try #require(stage.bluez.application)
        var paths = application.characteristics.keys.sorted()
        paths += ["/", "/io", "/io/boardsim/application", "/io/boardsim/advertisement1"]
        var answers: [Answer] = []
        for path in paths {
            for (below, interface, member, values) in Self.hostile {
                answers.append(
                    stranger.call(
                        application.owner, (path == "/" && !below.isEmpty ? "" : path) + below,
                        interface, member, values))
            }
        }
        try stage.bus.wait("every answer") { answers.allSatisfy { $0.message != nil } }
        // And it goes on.
        let central = stage.bluez.connect("C0:00:00:00:00:02")
        #expect(try stage.access("9007", "ReadValue", by: central).values == [.bytes([1, 2, 3])])
    }

    @Test("calls by the tens of thousands that want no answer are lived through", .slow)
    func flood() throws {
        let stage = try BlueZBench()
        try stage.start()
        let stranger = try stage.bus.peer()
        let application = try #require(stage.bluez.application)
        let path = try #require(application.path(of: "9007"))
        for number in 0..<20_000 {
            let hostile = Self.hostile[number % Self.hostile.count]
            guard hostile.3.count < 2 else { continue }
            var call = Message.call(application.owner, path, hostile.1, hostile.2, hostile.3)
            call.wantsReply = false
            stranger.send(call)
        }
        let last = stranger.call(
            application.owner, path, "org.freedesktop.DBus.Peer", "Ping")
        #expect(try stage.bus.answer(last).kind == .reply)
        let central = stage.bluez.connect()
        #expect(try stage.access("9007", "ReadValue", by: central).values == [.bytes([1, 2, 3])])
    }

    @Test("ten thousand connections leave no descriptor and no memory behind", .slow)
    func connects() async {
        // In a process of its own, where nothing else opens and allocates.
        await #expect(processExitsWith: .success) {
            let stage = try BlueZBench()
            stage.firmware.isLogging = false
            try stage.start()
            func connect(_ rounds: Int) throws {
                for number in 0..<rounds {
                    let central = stage.bluez.connect("C0:00:00:00:00:0\(number % 8)")
                    let socket = try stage.acquireNotify(by: central)
                    let write = try stage.access("9001", "AcquireWrite", by: central)
                    let writer = PacketSocket(try #require(write.descriptors.first))
                    #expect(writer.write([1]))
                    stage.firmware.stream(1)
                    #expect(socket.numbers() == [stage.firmware.next - 1])
                    stage.bluez.disconnect(central)
                    if number % 3 == 0 { stage.bluez.forget(central) }
                    try stage.bus.wait("the end") { stage.firmware.connections.isEmpty }
                    stage.bluez.peer?.inbox = []
                    stage.bluez.forgetCalls()
                }
            }
            try connect(500)
            let (descriptors, memory) = (openDescriptors(), mallinfo2().uordblks)
            try connect(10_000)
            #expect(openDescriptors() <= descriptors)
            // The allocator's caches grow to 150 kB; one object a connection would be 320 kB more.
            let growth = Int(mallinfo2().uordblks) - Int(memory)
            #expect(growth < 300_000, "\(growth) bytes")
            exit(openDescriptors() <= descriptors && growth < 300_000 ? 0 : 1)
        }
    }
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}
