extension Bus {
    /// The board's own chips that hosts are known to address, as far as they are documented.
    mutating func attachOwn(_ chip: InertialUnit) {
        switch chip {
        case .mma8452q:
            // WHO_AM_I (protocol, sensors 11).
            let device = RegisterMapDevice(name: "MMA8452Q")
            device.preset([0x2A], at: 0x0D, isReadOnly: true)
            attach(device, at: .i2c(0x1C))
        case .bmi160:
            // CHIP_ID, and the low-g and high-g settings as the chip comes up (BST-BMI160-DS000;
            // protocol, sensors 11, the example of an SPI read).
            let device = RegisterMapDevice(name: "BMI160")
            device.preset([0xD1], at: 0x00, isReadOnly: true)
            device.preset([0x07, 0x30, 0x81, 0x0B, 0xC0], at: 0x5A)
            attach(device, at: .internalSPI)
        case .bmi270, .bma255: break
        }
    }
}
