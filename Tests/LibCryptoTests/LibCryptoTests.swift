import Testing

@testable import LibCrypto
