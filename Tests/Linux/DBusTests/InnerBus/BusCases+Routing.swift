import DBusPeer
import EventLoop
import Glibc

@testable import DBus

extension BusCase {
    static let routing = [
        BusCase("calls, answers and errors between clients", wants: "to #") { script in
            try script.join("a", "b")
            script.call("b", "RequestName", "x.y", .uint32(0))
            var call = BusMessage.call("x.y", "/p", "q.r", "Foo", ["täxt", .bytes([1, 2])])
            for (noStart, noReply) in [(true, false), (false, true), (true, true)] {
                call.wantsNoStart = noStart
                call.wantsNoReply = noReply
                script.tell("a", call)
            }
            script.tell("a", call.to(script.unique("b")))
            call.wantsNoReply = false
            call.serial = 77
            script.tell("a", call)
            // The same number again, while the call is not answered.
            script.tell("a", call)
            var reply = BusMessage(.reply)
            reply.replySerial = 77
            reply.destination = script.unique("a")
            reply.values = ["done"]
            script.tell("b", reply)
            script.tell("a", call)
            script.tell("b", reply.of(.error).named("x.y.Failed"))
            // To oneself.
            script.tell("a", call.to(script.unique("a")))
        },
        BusCase("calls, signals and answers to names without an owner", wants: "does not exist") {
            script in
            try script.join("a")
            for name in ["nope.x", ":1.99"] {
                for noStart in [true, false] {
                    for noReply in [true, false] {
                        var call = BusMessage.call(name, "/p", "q.r", "Foo", [])
                        call.wantsNoStart = noStart
                        call.wantsNoReply = noReply
                        script.tell("a", call)
                    }
                    var signal = BusMessage.signal("/p", "q.r", "Foo", [], to: name)
                    signal.wantsNoStart = noStart
                    script.tell("a", signal)
                    var reply = BusMessage(.reply)
                    reply.replySerial = 5
                    reply.destination = name
                    reply.wantsNoStart = noStart
                    script.tell("a", reply)
                }
            }
        },
        BusCase("signals to all and to one", wants: "signal") { script in
            try script.join("a", "b", "c")
            script.call("b", "AddMatch", "type='signal',interface='q.r'")
            script.call("b", "AddMatch", "type='signal',member='Foo'")
            script.call("c", "AddMatch", "type='signal',interface='q.r',member='Bar'")
            script.tell("a", .signal("/p", "q.r", "Foo", ["x"], to: nil))
            script.tell("a", .signal("/p", "q.r", "Bar", ["x"], to: nil))
            script.tell("a", .signal("/p", "q.r", "Foo", ["x"], to: script.unique("c")))
            script.call("b", "RemoveMatch", "type='signal',interface='q.r'")
            script.tell("a", .signal("/p", "q.r", "Bar", ["x"], to: nil))
            script.call("a", "AddMatch", "type='signal'")
            script.tell("a", .signal("/p", "q.r", "Foo", ["x"], to: nil))
        },
        BusCase("descriptors go to whoever takes them", wants: "1 descriptors") { script in
            try script.join("a", "b")
            try script.join("n", descriptors: false)
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let (near, far) = (Descriptor(ends[0]), Descriptor(ends[1]))
            let call = BusMessage.call(script.unique("b"), "/p", "q.r", "Foo", [.descriptor(0)])
            script.tell("a", call, descriptors: [far.number])
            let came = script.client("b").takeDescriptors()
            script.say("\(came.count) came")
            script.tell("a", call.to(script.unique("n")), descriptors: [far.number])
            for who in ["b", "n"] { script.call(who, "AddMatch", "type='signal',interface='q.r'") }
            script.tell(
                "a", .signal("/p", "q.r", "Foo", [.descriptor(0), .descriptor(1)], to: nil),
                descriptors: [far.number, near.number])
            script.say("\(script.client("b").takeDescriptors().count) came")
            // Announced, but not sent.
            var lie = call
            lie.serial = 99
            lie.descriptorCount = 1
            script.write("a", lie.bytes(), "a lie")
        },
        BusCase(
            "descriptors of one that has not asked whether they may come", wants: "disconnected"
        ) {
            script in
            try script.join("a")
            try script.join("n", descriptors: false)
            script.tell(
                "n", .call(script.unique("a"), "/p", "q.r", "Foo", [.descriptor(0)]),
                descriptors: [0])
        },
        BusCase("a message in the other byte order", wants: "q.r Foo sasv") { script in
            try script.join("a", "b")
            let call = BigEndian.call(to: script.unique("b"), serial: 7)
            script.write("a", call, "big-endian")
        },
        BusCase("fields that are unknown", wants: "q.r Foo") { script in
            try script.join("a", "b")
            script.write(
                "a",
                RawMessage(
                    .call,
                    fields: [
                        (1, .path("/p")), (2, "q.r"), (3, "Foo"), (6, .string(script.unique("b"))),
                        (7, ":1.77"), (200, "x"), (201, .tuple([.byte(1), "y"])),
                    ]
                ).bytes, "unknown fields")
        },
    ]

    static let rules = [
        BusCase("rules that are none, and their removal", wants: "MatchRuleInvalid") { script in
            try script.join("a")
            for rule in [
                "", "type='signal'", "type='foo'", "type=signal", "sender='x.y'", "sender='bad'",
                "interface='bad'", "interface='x.y'", "member='a.b'", "path='bad'", "path='/'",
                "path_namespace='/a/'", "path_namespace='/a'", "path='/',path_namespace='/'",
                "path='/',path='/'", "destination='x'", "destination=':1.0'", "arg0='x'",
                "arg64='x'", "arg63='x'", "arg00='x'", "arg0path='/a'", "arg0path='a'",
                "arg1namespace='a'", "arg0namespace='a.b'", "arg0namespace='a'",
                "arg0namespace='a..b'", "arg0namespace=''", "argx='a'", "arg='a'", "arg0x='a'",
                "arg64path='/'", "arg99999999='x'",
                "eavesdrop='false'", "eavesdrop='x'", "type='signal',type='signal'", "foo='bar'",
                "type", "type='signal", "type=='signal'", "='x'", "type='signal',",
                ",type='signal'", " type='signal'", "type ='signal'", "type= 'signal'",
                "type='signal' ", "arg0='a',arg0='b'", "arg0='a',arg0path='/b'",
                "arg0='a',arg00='b'", "member='x\\'", "member=x\\'y", "arg0='it'\\''s'",
                "sender='1.2'", "sender=':bad'", "sender='a.b',sender='c.d'", "member=''",
                "interface='a.b',interface='a.c'", "member='a',member='b'",
                "destination='a.b',destination='a.c'", "path=''", "path='/a//b'", "path='/a/'",
                "arg0=\\", "member=a\\b", "member=\\\\'a'",
                String(repeating: "a", count: 1025),
                "arg0='" + String(repeating: "a", count: 1017) + "'",
            ] {
                script.call("a", "AddMatch", .string(rule))
            }
            for rule in [
                "type='signal'", "path='/nope'", "bad", "type=signal", "type='signal'", "foo=bar",
                "arg0=x", "arg0=x",
            ] {
                script.call("a", "RemoveMatch", .string(rule))
            }
        },
        BusCase("which signals a rule is about", wants: "q.r Foo s") { script in
            let rules = [
                "", "type='signal'", "type='method_call'", "type='error'", "interface='q.r'",
                "interface='q.s'", "member='Foo'", "path='/a/b'", "path='/a'",
                "path_namespace='/a'",
                "path_namespace='/a/b'", "path_namespace='/a/b/c'", "path_namespace='/'",
                "path_namespace='/aa'", "sender='x.y'", "sender='n.o'", "arg0='/a/b'", "arg0='a.b'",
                "arg1='x'", "arg2='x'", "arg0path='/a/'", "arg0path='/a/b'", "arg0path='/'",
                "arg0path='/a/b/c'", "arg0path='/a'", "arg0namespace='a'", "arg0namespace='a.b'",
                "arg0namespace='a.b.c'", "destination='x.y'", "arg1path='/a/b'", "arg3path='/q/'",
                "arg3='/q/r'", "arg0='a.b',arg1='x'",
            ]
            try script.join("s", "l")
            script.call("s", "RequestName", "x.y", .uint32(0))
            for rule in rules {
                script.call("l", "AddMatch", .string(rule))
                for values: [Value] in [
                    ["/a/b", "x"], ["a.b", "y", "z"], ["/a/", "x"], [], [.uint32(1)],
                    ["a.b.c", "x", "x", .path("/q/r")], [.path("/a/b")], ["a", .path("/a/b")],
                    ["/", "/a/b"],
                ] {
                    script.tell("s", .signal("/a/b", "q.r", "Foo", values, to: nil))
                }
                script.call("l", "RemoveMatch", .string(rule))
            }
        },
        BusCase("who eavesdrops gets what is for others", wants: "(\"secret\")") { script in
            try script.join("a", "b", "e")
            script.call("e", "AddMatch", .string("eavesdrop='true',interface='q.r'"))
            script.call("e", "AddMatch", .string("eavesdrop='true',type='method_return'"))
            var call = BusMessage.call(script.unique("b"), "/p", "q.r", "Foo", ["secret"])
            call.serial = 50
            script.tell("a", call)
            var reply = BusMessage(.reply)
            reply.replySerial = 50
            reply.destination = script.unique("a")
            script.tell("b", reply)
            script.tell("a", .signal("/p", "q.r", "Foo", ["secret"], to: script.unique("b")))
            script.tell("a", .signal("/p", "q.r", "Foo", ["open"], to: nil))
            call.serial = 0
            script.tell("a", call.to(script.unique("e")))
            script.call("e", "AddMatch", .string("eavesdrop='true',member='GetId'"))
            script.call("e", "RemoveMatch", .string("eavesdrop='true',interface='q.r'"))
            script.call(
                "e", "AddMatch",
                .string("eavesdrop='true',destination='\(script.unique("a"))',member='Bar'"))
            call.member = "Bar"
            script.tell("e", call.to(script.unique("a")))
            script.tell("a", call)
        },
    ]

    static let monitors = [
        BusCase("a monitor has no names and sees everything", wants: "NameLost") { script in
            try script.join("a", "b", "m")
            script.call("m", "RequestName", "m.n", .uint32(0))
            script.call("b", "RequestName", "m.n", .uint32(0))
            script.monitor("m", [])
            var call = BusMessage.call(script.unique("b"), "/p", "q.r", "Foo", ["x"])
            call.serial = 50
            script.tell("a", call)
            var reply = BusMessage(.reply)
            reply.replySerial = 50
            reply.destination = script.unique("a")
            script.tell("b", reply)
            script.tell("a", .signal("/p", "q.r", "Foo", ["open"], to: nil))
            call.serial = 0
            script.tell("a", call.to("nope.x"))
            script.call("a", "NameHasOwner", "m.n")
            script.call("a", "Nothing")
            script.tell("a", call.to(script.unique("m")))
            script.leave("b")
            // A monitor that says something has to go.
            script.send("m", BusScript.call("GetId"))
            let monitor = script.client("m")
            _ = script.bus.wait(for: [monitor]) { monitor.isClosed }
            script.settle()
        },
        BusCase("a monitor of some messages", wants: "q.r Foo") { script in
            try script.join("a", "b", "m")
            script.monitor(
                "m",
                [
                    "interface='q.r'", "interface='org.freedesktop.DBus.Peer'",
                    "type='method_return'",
                ])
            script.tell("a", .call(script.unique("b"), "/p", "q.r", "Foo", ["x"]))
            script.tell("a", .call(script.unique("b"), "/p", "q.s", "Foo", ["x"]))
            script.call("a", "NameHasOwner", "x.y")
        },
        BusCase("wishes to be a monitor that are refused", wants: "does not support any flags") {
            script in
            try script.join("a")
            let wishes: [(String, [Value])] = [
                (Bus.path, [.strings(["bad"]), .uint32(0)]),
                (Bus.path, [.strings([]), .uint32(1)]),
                ("/x", [.strings([]), .uint32(0)]), (Bus.path, [.strings([])]),
            ]
            for (path, values) in wishes {
                var call = BusScript.call("BecomeMonitor", values)
                call.interface = "org.freedesktop.DBus.Monitoring"
                call.path = path
                script.tell("a", call)
            }
            script.call("a", "NameHasOwner", .string(script.unique("a")))
        },
    ]
}
