extension HCICommand {
    /// The table of all commands: name, octet and bit in Supported Commands, the fields of its
    /// parameters or, without a handler, their length, its return parameters after the status, and
    /// its answer if it is not Command Complete (Core Vol 4, Part E, 7.1 to 7.8 and 6.27).
    private static func row(_ opcode: HCIOpcode) -> HCICommand {
        switch opcode {
        case .disconnect: Row("Disconnect", (0, 5), [.handle, .reason], answer: .status)
        case .readRemoteVersionInformation:
            Row("Read Remote Version Information", (2, 7), [.handle], answer: .status)
        case .setEventMask: Row("Set Event Mask", (5, 6), [.mask])
        case .reset: Row("Reset", (5, 7))
        case .readTransmitPowerLevel:
            Row(
                "Read Transmit Power Level", (10, 2), [.handle, .type], returns: [.handle, .power])
        case .setControllerToHostFlowControl:
            Row("Set Controller To Host Flow Control", (10, 5), [.mode])
        case .hostBufferSize:
            Row(
                "Host Buffer Size", (10, 6),
                [.octets, .synchronousLength, .packets, .synchronousPackets])
        case .hostNumberOfCompletedPackets:
            Row(
                "Host Number Of Completed Packets", (10, 7), [.count], each: [.handle, .packets],
                answer: .silence)
        case .setEventMaskPage2: Row("Set Event Mask Page 2", (22, 2), [.mask])
        case .readLEHostSupport: Row("Read LE Host Support", (24, 5), returns: [.isOn, .mode])
        case .writeLEHostSupport: Row("Write LE Host Support", (24, 6), [.isOn, .mode])
        case .readAuthenticatedPayloadTimeout:
            Row(
                "Read Authenticated Payload Timeout", (32, 4), [.handle],
                returns: [.handle, .timeout])
        case .writeAuthenticatedPayloadTimeout:
            Row(
                "Write Authenticated Payload Timeout", (32, 5), [.handle, .timeout],
                returns: [.handle])
        case .readLocalVersionInformation:
            Row(
                "Read Local Version Information", (14, 3),
                returns: [.version, .subversion, .linkVersion, .company, .linkSubversion])
        case .readLocalSupportedCommands:
            Row("Read Local Supported Commands", nil, returns: [.commands])
        case .readLocalSupportedFeatures:
            Row("Read Local Supported Features", (14, 5), returns: [.features])
        case .readLocalExtendedFeatures:
            Row(
                "Read Local Extended Features", (14, 6), [.page],
                returns: [.page, .mostPage, .features])
        case .readBufferSize:
            Row(
                "Read Buffer Size", (14, 7),
                returns: [.octets, .synchronousLength, .packets, .synchronousPackets])
        case .readBDADDR: Row("Read BD_ADDR", (15, 1), returns: [.address])
        case .readLocalSupportedCodecs: Row("Read Local Supported Codecs", (29, 5))
        case .readRSSI: Row("Read RSSI", (15, 5), [.handle], returns: [.handle, .rssi])
        case .leSetEventMask: Row("LE Set Event Mask", (25, 0), [.mask])
        case .leReadBufferSize: Row("LE Read Buffer Size", (25, 1), returns: [.octets, .buffers])
        case .leReadLocalSupportedFeatures:
            Row("LE Read Local Supported Features", (25, 2), returns: [.features])
        case .leSetRandomAddress: Row("LE Set Random Address", (25, 4), [.address])
        case .leSetAdvertisingParameters:
            Row(
                "LE Set Advertising Parameters", (25, 5),
                [.shortest, .longest, .type, .own, .peerType, .peer, .channels, .filterPolicy])
        case .leReadAdvertisingTransmitPower:
            Row("LE Read Advertising Physical Channel Tx Power", (25, 6), returns: [.power])
        case .leSetAdvertisingData: Row("LE Set Advertising Data", (25, 7), [.length, .data])
        case .leSetScanResponseData: Row("LE Set Scan Response Data", (26, 0), [.length, .data])
        case .leSetAdvertisingEnable: Row("LE Set Advertising Enable", (26, 1), [.isOn])
        case .leSetScanParameters:
            Row(
                "LE Set Scan Parameters", (26, 2), [.type, .interval, .window, .own, .filterPolicy])
        case .leSetScanEnable: Row("LE Set Scan Enable", (26, 3), [.isOn, .filter])
        case .leCreateConnection:
            Row(
                "LE Create Connection", (26, 4),
                [.interval, .window, .filterPolicy, .peerType, .peer, .own] + timing,
                answer: .status)
        case .leCreateConnectionCancel: Row("LE Create Connection Cancel", (26, 5))
        case .leReadAcceptListSize:
            Row("LE Read Filter Accept List Size", (26, 6), returns: [.count])
        case .leClearAcceptList: Row("LE Clear Filter Accept List", (26, 7))
        case .leAddToAcceptList:
            Row("LE Add Device To Filter Accept List", (27, 0), [.peerType, .peer])
        case .leRemoveFromAcceptList:
            Row("LE Remove Device From Filter Accept List", (27, 1), [.peerType, .peer])
        case .leConnectionUpdate:
            Row("LE Connection Update", (27, 2), [.handle] + timing, answer: .status)
        case .leSetHostChannelClassification:
            Row("LE Set Host Channel Classification", (27, 3), [.channelMap])
        case .leReadChannelMap:
            Row("LE Read Channel Map", (27, 4), [.handle], returns: [.handle, .channelMap])
        case .leReadRemoteFeatures:
            Row("LE Read Remote Features", (27, 5), [.handle], answer: .status)
        case .leEncrypt: Row("LE Encrypt", (27, 6), [.key, .block], returns: [.block])
        case .leRand: Row("LE Rand", (27, 7), returns: [.random])
        case .leEnableEncryption:
            Row(
                "LE Enable Encryption", (28, 0), [.handle, .random, .diversifier, .key],
                answer: .status)
        case .leLongTermKeyRequestReply:
            Row("LE Long Term Key Request Reply", (28, 1), [.handle, .key], returns: [.handle])
        case .leLongTermKeyRequestNegativeReply:
            Row("LE Long Term Key Request Negative Reply", (28, 2), [.handle], returns: [.handle])
        case .leReadSupportedStates: Row("LE Read Supported States", (28, 3), returns: [.states])
        case .leReceiverTest: Row("LE Receiver Test", (28, 4), .exactly(1))
        case .leTransmitterTest: Row("LE Transmitter Test", (28, 5), .exactly(3))
        case .leTestEnd: Row("LE Test End", (28, 6))
        case .leRemoteConnectionParameterRequestReply:
            Row(
                "LE Remote Connection Parameter Request Reply", (33, 4), [.handle] + timing,
                returns: [.handle])
        case .leRemoteConnectionParameterRequestNegativeReply:
            Row(
                "LE Remote Connection Parameter Request Negative Reply", (33, 5),
                [.handle, .reason], returns: [.handle])
        case .leSetDataLength:
            Row("LE Set Data Length", (33, 6), [.handle, .octets, .time], returns: [.handle])
        case .leReadSuggestedDefaultDataLength:
            Row("LE Read Suggested Default Data Length", (33, 7), returns: [.octets, .time])
        case .leWriteSuggestedDefaultDataLength:
            Row("LE Write Suggested Default Data Length", (34, 0), [.octets, .time])
        case .leReadLocalP256PublicKey:
            Row("LE Read Local P-256 Public Key", (34, 1), answer: .status)
        case .leGenerateDHKey: Row("LE Generate DHKey", (34, 2), [.x, .y], answer: .status)
        case .leAddToResolvingList:
            Row(
                "LE Add Device To Resolving List", (34, 3), [.peerType, .peer, .peerKey, .localKey])
        case .leRemoveFromResolvingList:
            Row("LE Remove Device From Resolving List", (34, 4), [.peerType, .peer])
        case .leClearResolvingList: Row("LE Clear Resolving List", (34, 5))
        case .leReadResolvingListSize:
            Row("LE Read Resolving List Size", (34, 6), returns: [.count])
        case .leReadPeerResolvableAddress:
            Row(
                "LE Read Peer Resolvable Address", (34, 7), [.peerType, .peer], returns: [.address])
        case .leReadLocalResolvableAddress:
            Row(
                "LE Read Local Resolvable Address", (35, 0), [.peerType, .peer], returns: [.address]
            )
        case .leSetAddressResolutionEnable:
            Row("LE Set Address Resolution Enable", (35, 1), [.isOn])
        case .leSetResolvablePrivateAddressTimeout:
            Row("LE Set Resolvable Private Address Timeout", (35, 2), [.timeout])
        case .leReadMaximumDataLength:
            Row(
                "LE Read Maximum Data Length", (35, 3),
                returns: [.octets, .time, .receiveOctets, .receiveTime])
        case .leReadPHY:
            Row("LE Read PHY", (35, 4), [.handle], returns: [.handle, .transmitPHY, .receivePHY])
        case .leSetDefaultPHY:
            Row("LE Set Default PHY", (35, 5), [.anyPHY, .transmitPHYs, .receivePHYs])
        case .leSetPHY:
            Row(
                "LE Set PHY", (35, 6), [.handle, .anyPHY, .transmitPHYs, .receivePHYs, .options],
                answer: .status)
        case .leReceiverTestV2: Row("LE Receiver Test [v2]", (35, 7), .exactly(3))
        case .leTransmitterTestV2: Row("LE Transmitter Test [v2]", (36, 0), .exactly(4))
        case .leSetAdvertisingSetRandomAddress:
            Row("LE Set Advertising Set Random Address", (36, 1), [.set, .address])
        case .leSetExtendedAdvertisingParameters:
            Row(
                "LE Set Extended Advertising Parameters", (36, 2),
                [
                    .set, .properties, .shortestLong, .longestLong, .channels, .own, .peerType,
                    .peer, .filterPolicy, .power, .primaryPHY, .mostSkipped, .secondaryPHY, .setID,
                    .notification,
                ], returns: [.power])
        case .leSetExtendedAdvertisingData:
            Row(
                "LE Set Extended Advertising Data", (36, 3),
                [.set, .operation, .preference, .length, .rest])
        case .leSetExtendedScanResponseData:
            Row(
                "LE Set Extended Scan Response Data", (36, 4),
                [.set, .operation, .preference, .length, .rest])
        case .leSetExtendedAdvertisingEnable:
            Row(
                "LE Set Extended Advertising Enable", (36, 5), [.isOn, .count],
                each: [.set, .duration, .events])
        case .leReadMaximumAdvertisingDataLength:
            Row("LE Read Maximum Advertising Data Length", (36, 6), returns: [.dataLimit])
        case .leReadNumberOfSupportedAdvertisingSets:
            Row("LE Read Number Of Supported Advertising Sets", (36, 7), returns: [.count])
        case .leRemoveAdvertisingSet: Row("LE Remove Advertising Set", (37, 0), [.set])
        case .leClearAdvertisingSets: Row("LE Clear Advertising Sets", (37, 1))
        case .leSetPeriodicAdvertisingParameters:
            Row("LE Set Periodic Advertising Parameters", (37, 2), .exactly(7))
        case .leSetPeriodicAdvertisingData:
            Row("LE Set Periodic Advertising Data", (37, 3), .atLeast(3))
        case .leSetPeriodicAdvertisingEnable:
            Row("LE Set Periodic Advertising Enable", (37, 4), .exactly(2))
        case .leSetExtendedScanParameters:
            Row(
                "LE Set Extended Scan Parameters", (37, 5), [.own, .filterPolicy, .phys],
                each: [.type, .interval, .window])
        case .leSetExtendedScanEnable:
            Row("LE Set Extended Scan Enable", (37, 6), [.isOn, .filter, .duration, .period])
        case .leExtendedCreateConnection:
            Row(
                "LE Extended Create Connection", (37, 7),
                [.filterPolicy, .own, .peerType, .peer, .phys],
                each: [.interval, .window] + timing, answer: .status)
        case .lePeriodicAdvertisingCreateSync:
            Row("LE Periodic Advertising Create Sync", (38, 0), .exactly(14), answer: .status)
        case .lePeriodicAdvertisingCreateSyncCancel:
            Row("LE Periodic Advertising Create Sync Cancel", (38, 1))
        case .lePeriodicAdvertisingTerminateSync:
            Row("LE Periodic Advertising Terminate Sync", (38, 2), .exactly(2))
        case .leAddToPeriodicAdvertiserList:
            Row("LE Add Device To Periodic Advertiser List", (38, 3), .exactly(8))
        case .leRemoveFromPeriodicAdvertiserList:
            Row("LE Remove Device From Periodic Advertiser List", (38, 4), .exactly(8))
        case .leClearPeriodicAdvertiserList: Row("LE Clear Periodic Advertiser List", (38, 5))
        case .leReadPeriodicAdvertiserListSize:
            Row("LE Read Periodic Advertiser List Size", (38, 6))
        case .leReadTransmitPower:
            Row("LE Read Transmit Power", (38, 7), returns: [.leastPower, .power])
        case .leReadRFPathCompensation: Row("LE Read RF Path Compensation", (39, 0))
        case .leWriteRFPathCompensation: Row("LE Write RF Path Compensation", (39, 1), .exactly(4))
        case .leSetPrivacyMode: Row("LE Set Privacy Mode", (39, 2), [.peerType, .peer, .mode])
        case .leSetPeriodicAdvertisingReceiveEnable:
            Row("LE Set Periodic Advertising Receive Enable", (40, 5), .exactly(3))
        case .lePeriodicAdvertisingSyncTransfer:
            Row("LE Periodic Advertising Sync Transfer", (40, 6), .exactly(6))
        case .lePeriodicAdvertisingSetInfoTransfer:
            Row("LE Periodic Advertising Set Info Transfer", (40, 7), .exactly(5))
        case .leSetPeriodicAdvertisingSyncTransferParameters:
            Row("LE Set Periodic Advertising Sync Transfer Parameters", (41, 0), .exactly(8))
        case .leSetDefaultPeriodicAdvertisingSyncTransferParameters:
            Row(
                "LE Set Default Periodic Advertising Sync Transfer Parameters", (41, 1), .exactly(6)
            )
        case .leGenerateDHKeyV2:
            Row("LE Generate DHKey [v2]", (41, 2), [.x, .y, .type], answer: .status)
        case .leReadBufferSizeV2: Row("LE Read Buffer Size [v2]", (41, 5))
        case .leRequestPeerSCA: Row("LE Request Peer SCA", (43, 2), .exactly(2), answer: .status)
        case .leSetHostFeature: Row("LE Set Host Feature", (44, 1), .exactly(2))
        }
    }

    /// A host's parameters for a connection.
    private static let timing: [HCIField] = [
        .shortest, .longest, .latency, .timeout, .leastLength, .mostLength,
    ]

    private static let table = Dictionary(
        uniqueKeysWithValues: HCIOpcode.allCases.map { ($0, row($0)) })

    static func of(_ opcode: HCIOpcode) -> HCICommand { table[opcode] ?? row(opcode) }

    private typealias Row = HCICommand
}
