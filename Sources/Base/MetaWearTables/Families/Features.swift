extension TableFamily {
    /// What the accelerometers' chips find in their samples; the chip decides about the register (protocol, sensors 5.3
    /// to 5.8).
    static let features = TableFamily(
        modules: [],
        signals: [
            .feature(
                .steps, axis: "steps", size: 2,
                "Steps counted; reported every 20 × `watermark` steps on a MetaMotion S."),
            .feature(.stepDetector, "1 at each step."),
            .feature(
                .motion, "Any, no, slow or significant motion, as configured: the chip's bits."),
            .feature(.tap, "A tap or a double tap, its axis and sign: the chip's bits."),
            .feature(
                .orientation, "Portrait or landscape, face up or down: the chip's bits."),
            .feature(.flat, "Starts or stops lying flat: the chip's bits."),
            .feature(.freeFall, "Low-g interrupt: the chip's bits."),
            .feature(.highG, "High-g interrupt: the chip's bits."),
            .feature(.activity, "Still, walking or running: the chip's bits."),
            .feature(.gesture, "Wrist gestures and wake-up: the chip's bits."),
        ])
}

extension SignalDescription {
    fileprivate static func feature(
        _ signal: Signal, axis: String = "value", size: Int = 1, _ about: String
    ) -> SignalDescription {
        SignalDescription(
            signal, about, module: .accelerometer, register: .feature,
            fields: [SampleField(axis: axis, number: .unsigned, size: size)], runs: .feature)
    }
}
