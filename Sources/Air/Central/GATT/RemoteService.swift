public import Bluetooth
public import Peripheral

/// A discovered service of the other side.
public struct RemoteService: Sendable, Equatable {
    /// The kind of service.
    public var uuid: BluetoothUUID
    /// From the service's declaration to its last attribute.
    public var handles: ClosedRange<UInt16>
    /// In the order of their handles.
    public var characteristics: [RemoteCharacteristic] = []

    /// A discovered service.
    package init(
        uuid: BluetoothUUID, handles: ClosedRange<UInt16>,
        characteristics: [RemoteCharacteristic] = []
    ) {
        self.uuid = uuid
        self.handles = handles
        self.characteristics = characteristics
    }

    /// The first characteristic with this UUID, whatever its width.
    public func characteristic(_ uuid: BluetoothUUID) -> RemoteCharacteristic? {
        characteristics.first { $0.uuid.matches(uuid) }
    }
}

/// A discovered characteristic.
public struct RemoteCharacteristic: Sendable, Equatable {
    /// What the value means.
    public var uuid: BluetoothUUID
    /// Its properties, from its declaration.
    public var properties: CharacteristicProperties
    /// The handle of its declaration.
    public var handle: UInt16
    /// The handle of its value.
    package var valueHandle: UInt16
    /// The handle of its last attribute.
    package var endHandle: UInt16
    /// In the order of their handles.
    package var descriptors: [RemoteDescriptor] = []

    /// A discovered characteristic.
    package init(
        uuid: BluetoothUUID, properties: CharacteristicProperties, handle: UInt16,
        valueHandle: UInt16, endHandle: UInt16, descriptors: [RemoteDescriptor] = []
    ) {
        self.uuid = uuid
        self.properties = properties
        self.handle = handle
        self.valueHandle = valueHandle
        self.endHandle = endHandle
        self.descriptors = descriptors
    }

    /// The client characteristic configuration descriptor (2902), if there is one.
    public var configuration: RemoteDescriptor? {
        descriptors.first { $0.uuid == .short(0x2902) }
    }
}

/// A discovered descriptor.
public struct RemoteDescriptor: Sendable, Equatable {
    /// What it describes.
    public var uuid: BluetoothUUID
    /// Its handle.
    public var handle: UInt16

    /// A discovered descriptor.
    package init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}
