import CCrypto

/// P-256, with the library's arithmetic for secret numbers.
struct Curve: ~Copyable {
    private let group: Handle

    /// nil if the library was built without it.
    init?() {
        guard let group = Handle(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), EC_GROUP_free)
        else { return nil }
        self.group = group
    }

    /// A private key; nil unless it has 32 bytes and is in 1 ..< n.
    func scalar(_ bytes: [UInt8]) -> Handle? {
        guard bytes.count == 32, let number = Handle(BN_bin2bn(bytes, 32, nil), BN_clear_free),
            BN_is_zero(number.pointer) == 0,
            BN_cmp(number.pointer, EC_GROUP_get0_order(group.pointer)) < 0
        else { return nil }
        return number
    }

    /// A public key; nil if its coordinates are too large or the point is not on the curve.
    func point(_ x: [UInt8], _ y: [UInt8]) -> Handle? {
        let bytes = [UInt8(POINT_CONVERSION_UNCOMPRESSED.rawValue)] + x + y
        guard x.count == 32, y.count == 32,
            let point = Handle(EC_POINT_new(group.pointer), EC_POINT_free),
            EC_POINT_oct2point(group.pointer, point.pointer, bytes, bytes.count, nil) == 1
        else { return nil }
        return point
    }

    /// The multiple of a point, or of the generator.
    func multiply(_ scalar: borrowing Handle, _ point: OpaquePointer?) -> Handle? {
        guard let result = Handle(EC_POINT_new(group.pointer), EC_POINT_clear_free) else {
            return nil
        }
        let isDone =
            if let point {
                EC_POINT_mul(group.pointer, result.pointer, nil, point, scalar.pointer, nil)
            } else {
                EC_POINT_mul(group.pointer, result.pointer, scalar.pointer, nil, nil, nil)
            }
        guard isDone == 1 else { return nil }
        return result
    }

    /// A mark, X and Y: 65 bytes; nil for the point at infinity.
    func bytes(of point: borrowing Handle) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65)
        let count = EC_POINT_point2oct(
            group.pointer, point.pointer, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
        return count == bytes.count ? bytes : nil
    }
}
