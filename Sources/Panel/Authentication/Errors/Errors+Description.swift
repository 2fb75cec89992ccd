import EventLoop

extension DeviceKeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .failed(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code))"
        case .missing(let path):
            "\(path): there is no device key; make one: holdfast pin key FILE"
        case .symbolicLink(let path):
            "\(path): is a symbolic link; the device key must be a file"
        case .notAFile(let path):
            "\(path): is no regular file; the device key must be one, of 32 bytes"
        case .foreignOwner(let path, let owner):
            "\(path): the device key belongs to user \(owner), not to the panel's or root; chown it"
        case .accessibleByOthers(let path, let mode):
            "\(path): others can get at the device key (mode \(Self.octal(mode))); chmod 0600 it"
        case .wrongSize(let path):
            "\(path): is no device key, which has 32 bytes; if it never was one, remove it and make one: "
                + "holdfast pin key FILE"
        case .exists(let path):
            "\(path): is there already; a device key is never written over, since all PINs go with it"
        }
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension PINRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooShort(let minimum): "a PIN has at least \(minimum) digits here"
        case .tooLong: "a PIN has at most \(PIN.longest) digits"
        case .notDigits: "a PIN has digits alone"
        case .sameDigit: "one digit again and again is guessed first; take another PIN"
        case .run: "digits that count up or down are guessed first; take another PIN"
        case .repeated: "a few digits again and again are guessed first; take another PIN"
        case .common: "this is one of the commonest PINs; take another"
        }
    }
}

extension PersonRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyName: "a person needs a name"
        case .longName: "a name has at most \(Person.longestName) bytes"
        case .pathName: "a name has no slash, and is neither . nor .."
        case .spacedName: "a name neither begins nor ends with a space"
        case .controlInName: "a name has no characters that cannot be seen"
        case .reservedName:
            "this name stands in the log for others (panel, itself, trusted button, program …); give another"
        case .validityOfNonGuest: "dates, days, hours and uses are for guests"
        }
    }
}

extension ValidityRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notYet: "this PIN is not valid yet"
        case .over: "this PIN is not valid any more"
        case .otherDay: "this PIN is not valid today"
        case .otherHour: "this PIN is not valid at this hour"
        case .usedUp: "this PIN is used up"
        case .clockNotSet: "this PIN goes by the clock, which has not been set since the start"
        }
    }
}

extension CredentialsFlaw: CustomStringConvertible {
    public var description: String {
        switch self {
        case .salt: "the salt has not \(Credentials.saltByteCount) bytes"
        case .tooManyPeople: "there are more than \(Credentials.mostPeople) people"
        case .identity: "a person's number is no number of its own"
        case .name(let name): "two people are called \(name)"
        case .sameTag: "two people have the same PIN"
        }
    }
}

extension LockFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .key(let error): "locked: \(error)"
        case .store(let error) where error.isLoss:
            "locked: \(error); enrol people anew: holdfast pin add NAME"
        case .store(let error): "locked: \(error)"
        case .otherKey:
            "locked: people were enrolled with another device key; put that one back and restart the panel, or remove "
                + "them (holdfast pin remove NAME) and enrol them anew"
        case .nobodyEnrolled: "locked: nobody has a PIN; enrol somebody: holdfast pin add NAME"
        }
    }
}

extension AttemptRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lockedOut: "too many wrong PINs; none is evaluated for a time"
        case .busy: "a PIN is being checked"
        case .nothingTyped: "no digit was typed"
        case .storeFailed(let error): "no PIN is checked, since nothing can be written: \(error)"
        case .outOfMemory: "no PIN can be checked: there is no memory for it"
        case .notValid(let refusal): refusal.description
        case .fault(let fault): fault.description
        case .noSession: "messages cannot be unlocked"
        }
    }
}

extension EnrolmentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pin(let refusal): refusal.description
        case .person(let refusal): refusal.description
        case .nameTaken: "somebody has that name"
        case .pinTaken: "this PIN cannot be had; take another"
        case .full: "a panel has at most \(Credentials.mostPeople) people"
        case .unknownPerson: "there is nobody of that name"
        case .wrongRecoveryCode: "this is not the recovery code, or it was used already"
        case .busy: "other changes are under way; try again"
        case .storeFailed(let error): "nothing was changed: \(error)"
        case .outOfMemory: "nothing was changed: there is no memory for hashing a PIN"
        case .fault(let fault): fault.description
        }
    }
}

extension BackupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nothingToKeep: "there is nobody to back up"
        case .otherKey: "people were enrolled with another device key, without which their PINs are worth nothing"
        case .shortPassphrase(let minimum): "a backup's passphrase has at least \(minimum) bytes"
        case .outOfMemory: "there is no memory for hashing the passphrase"
        case .tooLarge(let limit): "is no backup: it has more than \(limit) bytes"
        case .notABackup: "is no backup of Holdfast's"
        case .otherVersion: "was written by another version of Holdfast; update Holdfast"
        case .truncated: "is cut off"
        case .unusableCost: "asks for a hash that is not made for a backup"
        case .wrongPassphrase: "was written under another passphrase, or has been changed"
        case .malformed: "says what cannot be"
        }
    }
}

extension AuthenticationNotice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .memoryNotLocked(let code):
            "PINs may be swapped out: mlock: \(SystemCall.message(code)); raise LimitMEMLOCK="
        case .damagedLockout(let source):
            "the count of wrong PINs (\(source.rawValue)) is damaged; the longest wait counts"
        }
    }
}
