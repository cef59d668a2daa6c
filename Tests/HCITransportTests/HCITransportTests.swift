import Testing

@testable import HCITransport
