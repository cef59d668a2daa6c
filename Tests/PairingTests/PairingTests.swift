import Testing

@testable import Pairing
