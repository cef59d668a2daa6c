import DBus
import DBusPeer
import EventLoop
import Testing

@testable import AttitudeTransport

@Suite struct DiscoveryTests {
    @Test func `a receiver is announced with its port and its frames`() throws {
        let avahi = try FakeAvahi()
        let publication = AttitudePublication(
            [NetworkPlace(host: "0.0.0.0", port: 9100)], name: "desk", on: try avahi.client())
        var events: [String] = []
        publication.onEvent = { events.append($0) }
        try avahi.test.wait("the announcement") { publication.publishedName != nil }
        #expect(
            avahi.calls == [
                "EntryGroupNew", "AddService desk _motion-control._tcp 9100 protocol 0",
            ])
        #expect(
            avahi.text
                == .array(
                    "ay",
                    ["v=1", "fmt=f32le", "order=rpy", "unit=rad"].map { .bytes(Array($0.utf8)) }))
        #expect(events == ["announced as desk (_motion-control._tcp)"])
    }

    @Test func `a name that is taken is replaced by another`() throws {
        let avahi = try FakeAvahi()
        avahi.taken = ["desk"]
        let places = [
            NetworkPlace(host: "0.0.0.0", port: 9100), NetworkPlace(host: "::", port: 9100),
        ]
        let publication = AttitudePublication(places, name: "desk", on: try avahi.client())
        try avahi.test.wait("the other name") { publication.publishedName == "desk #2" }
        // Here Avahi knows of the collision at once.
        let again = AttitudePublication(places, name: "desk", on: try avahi.client())
        try avahi.test.wait("the other name") { again.publishedName == "desk #2" }
        #expect(
            avahi.calls.filter { $0.hasPrefix("AddService") } == [
                "AddService desk _motion-control._tcp 9100 protocol -1",
                "AddService desk #2 _motion-control._tcp 9100 protocol -1",
                "AddService desk _motion-control._tcp 9100 protocol -1",
                "AddService desk #2 _motion-control._tcp 9100 protocol -1",
            ])
    }

    @Test func `the only receiver is found, by an address that others can use, too`() throws {
        let avahi = try FakeAvahi()
        avahi.services = [
            ("desk", 1, "127.0.0.1", 9100), ("desk", 2, "192.0.2.7", 9100), ("gone", 2, "", 0),
        ]
        let discovery = AttitudeDiscovery(try avahi.client())
        let place = try discovery.only(on: avahi.test.loop)
        #expect(place == NetworkPlace(host: "192.0.2.7", port: 9100))
        #expect(avahi.calls == ["ServiceBrowserNew _motion-control._tcp"])
    }

    @Test func `several receivers are listed`() throws {
        let avahi = try FakeAvahi()
        avahi.services = [("desk", 2, "192.0.2.7", 9100), ("shelf", 3, "fe80::1", 9101)]
        let discovery = AttitudeDiscovery(try avahi.client())
        do throws(AttitudeTransportError) {
            _ = try discovery.only(on: avahi.test.loop)
            Issue.record("one was chosen")
        } catch {
            #expect(
                error.description
                    == "no receiver is named: there are several: desk is 192.0.2.7:9100, shelf is"
                    + " [fe80::1%3]:9101; write one of them")
        }
    }

    @Test func `a daemon that is started again gets the announcement again`() throws {
        let avahi = try FakeAvahi()
        let publication = AttitudePublication(
            [NetworkPlace(host: "0.0.0.0", port: 9100)], name: "desk", on: try avahi.client())
        try avahi.test.wait("the announcement") { publication.publishedName != nil }
        _ = try avahi.bus.callAndWait(
            Bus.name, Bus.path, Bus.name, "ReleaseName", [.string(Avahi.name)])
        try avahi.test.wait("the end of the daemon") { publication.publishedName == nil }
        try avahi.bus.own(Avahi.name)
        try avahi.test.wait("the second announcement") { publication.publishedName == "desk" }
        #expect(avahi.calls.filter { $0 == "EntryGroupNew" }.count == 2)
    }
}
