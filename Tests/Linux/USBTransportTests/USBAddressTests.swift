import Testing

@testable import USBTransport

@Suite struct USBAddressTests {
    @Test(arguments: [
        ("usb-pty:/tmp/board", "/tmp/board", nil),
        ("usb-pty:board", "board", nil),
        ("usb-pty:/tmp/board:wrist", "/tmp/board", "wrist"),
        ("usb-pty:/tmp/a:b/c", "/tmp/a:b/c", nil),
        ("usb-pty:/tmp/a:b/c:left hand", "/tmp/a:b/c", "left hand"),
    ])
    func `an address is read, and written as it was`(
        text: String, path: String, board: String?
    ) throws {
        let address = try USBAddress(text)
        #expect(address.path == path)
        #expect(address.board == board)
        #expect("\(address)" == text)
    }

    @Test(arguments: [
        ("usb-pty:", USBAddressError.noPath, "write `usb-pty:PATH`"),
        ("usb-pty::wrist", .noPath, "the path is missing"),
        ("usb-pty:a\0b", .noPath, "the path is missing"),
        ("usb-pty:/tmp/board:", .noBoard, "omit the colon"),
    ])
    func `a wrong one is told with its fix`(text: String, error: USBAddressError, words: String) {
        #expect(throws: error) { try USBAddress(text) }
        #expect("\(error)".contains(words), "\(error)")
    }
}
