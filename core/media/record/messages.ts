import { translator } from '../../base/messages/translator.ts';

/** Texts of the pages and files that travel with a transfer: its record, AIRLOCK.html and the acknowledgment page. */
export const t = translator({
  // All pages
  transferHeading: 'Transfer {transfer}',
  fileColumn: 'File',
  bytesColumn: 'Bytes',
  volumeColumn: 'Volume',
  driveColumn: 'Drive',
  digestColumn: 'Digest',
  signatureColumn: 'Signature',
  signerColumn: 'Name',
  signedAtColumn: 'Date and time',
  signatureLine: '{role}: name, date and time, signature',

  // AIRLOCK.html
  drivePageTitle: 'Airlock drive: contents and instructions',
  drivePagePurpose:
    'This drive carries container images from a connected network to a disconnected one. The images are stored in files that Airlock, a mirroring program, can import.',
  drivePageWithApp:
    'The directory airlock-app contains Airlock for the receiving side. Nothing on this drive starts automatically.',
  drivePageWithoutApp: "This drive contains no programs. You don't need to open any file except this page.",
  bundleHeading: 'Check and start {name}',
  bundleCheck:
    'Check the archive before you unpack it. The operating system has the programs for this check:',
  bundleUnlisted:
    'The archive has no checksum file. Compare its SHA-256 checksum with the one from the sending side:',
  bundleKey:
    'gpg must report a good signature by a key that you trust. The key must not come from this drive.',
  bundleUnsigned: "The checksum isn't signed. Confirm it with the sending side through another channel.",
  bundleUnpack: 'Unpack the archive, and start Airlock:',
  driveCarrierHeading: 'If you transport this drive',
  driveCarrierDeliver:
    'Deliver the drive to the receiving side. The drives of a transfer can arrive in any order, at any time.',
  driveCarrierUnchanged:
    "Don't change, add or rename files on the drive. If a virus scanner alters or removes a volume, the receiving side detects the change. In this case, only that volume has to be sent again.",
  driveCarrierLost:
    'If this drive is lost or damaged, report it to the sending side. The other drives remain usable.',
  driveReceiverHeading: 'If you receive this drive',
  driveReceiverImport:
    'Connect the drive, read-only if possible, and mount it. Then run this command with the mount point in place of DRIVE:',
  driveReceiverResult:
    'Airlock verifies every byte as it copies, and reports missing volumes with the affected images. Run the same command for each of the other drives.',
  driveReceiverCode:
    'At the end, Airlock prints an acknowledgment code. Report this code to the sending side, for example by phone.',
  fingerprintCompare: 'Transfer record fingerprint. It must be the same on both sides.',
  driveVolumesAll:
    '{of, plural, =1 {This drive contains the complete transfer in one volume.} other {This drive contains all # volumes of the transfer.}}',
  driveVolumesSome:
    'This drive contains {count, plural, one {volume} other {volumes}} {numbers} of {of}. The other volumes are on other drives.',
  driveRecord: 'To print and sign the transfer record, open airlock/{transfer}/record/record.html.',
  driveSigned:
    'The index of this transfer is signed. To verify the signature, import the transfer with the public key that you received separately:',
  driveWriter: 'Written by {tool}.',

  // Acknowledgment page
  acknowledgmentPageTitle: 'Transfer acknowledgment',
  acknowledgmentSenderHeading: 'For the sending side',
  acknowledgmentEnter:
    'To record the acknowledgment, run this command with the code. Case, spaces and dashes are ignored. Mistyped codes are rejected.',
  acknowledgmentWorkspace: 'DIR is the workspace that the transfer was exported from.',
  acknowledgmentEffect:
    'Airlock then treats the missing content as unsent and includes it in the next transfer.',
  acknowledgmentFingerprint: 'Record fingerprint, as shown on the transfer record: {fingerprint}',
  acknowledgmentMissingColumn: 'Missing or damaged',

  // Transfer record
  recordTitle: 'Transfer record {transfer}',
  recordReceivedTitle: 'Transfer record {transfer}: received',
  fingerprintMeaning:
    'Record fingerprint, computed from the digests of the index and of all files. If the records from the two sides show different fingerprints, they describe different transfers.',
  recordAcknowledgmentHeading: 'Acknowledgment for the sending side',
  recordDrivesHeading: 'Drives',
  recordDriveVolumesColumn: 'Volumes',
  recordDrive: '{number}: {label}',
  recordVolumesHeading: 'Volumes',
  recordArrivalColumn: 'Arrival',
  recordVolumeUnwritten: 'not written yet',
  recordUnreported: 'not reported',
  recordFilesHeading: 'Files in the transfer',
  recordStateComplete: 'complete',
  recordStateMissing: 'missing',
  recordStateDamaged: 'damaged',
  recordStateIncomplete: 'incomplete',
  recordCheckHeading: 'Check',
  recordCheckImages:
    '{program} ({version}): {passed, plural, one {# image} other {# images}} passed, {rejected, number} rejected, {notChecked, number} not checked.',
  recordCheckFiles:
    '{program} ({version}): {passed, plural, one {# file} other {# files}} passed, {rejected, number} rejected, {notChecked, number} not checked.',
  recordOverridesHeading: 'Overridden checks',
  recordOverrideColumn: 'Option',
  recordStepsHeading: 'Steps',
  recordStepColumn: 'Step',
  recordPersonColumn: 'Person',
  recordTimeColumn: 'Time',
  recordSignaturesHeading: 'Signatures',
  recordFailedHeading: 'Selected but missing from this transfer',
  recordImagesHeading: 'Images',
  recordAttachmentsHeading: 'Attached files',
  recordNoteColumn: 'Note',
  recordSenderReport: 'Origins and signatures are shown as reported by the sending side.',
  recordImageColumn: 'Image',
  recordOriginColumn: 'Origin',
  recordCheckColumn: 'Check',
  recordCheckPassed: 'passed',
  recordCheckRejected: 'rejected',
  recordCheckMissing: 'not checked',

  // The facts at the head of a transfer record
  factTransfer: 'Transfer',
  factTransferValue: '{transfer}: number {number} for enclave {enclave}',
  factMarking: 'Marking',
  factCreated: 'Created',
  factCreatedComplete: '{time}, complete',
  factCreatedPartial: '{time}, excluding images that failed',
  factContent: 'Content',
  factContentValue:
    '{size} ({bytes, number} bytes) in {files, plural, one {# file} other {# files}}, {images, plural, one {# image} other {# images}}',
  factRecord: 'This record',
  factRecordValue: '{time}, {tool}',
  factIndexDigest: 'SHA-256 of index.json',
  factIndexSignature: 'Index signature',
  factIndexSignatureValue: 'made by {signer}',
  factNone: 'none',
  factOrigin: 'Origin',
  factPlan: 'Approved plan',
  factPlanApproved: '{digest}, signature verified by {signer}',
  factPlanUnsigned: '{digest}, no signature required',

  // Lines to sign by hand
  roleExportPrepared: 'Prepared by',
  roleExportApproved: 'Approved by',
  roleExportHandedOver: 'Handed over by',
  roleExportAccepted: 'Accepted by',
  roleImportReceived: 'Received by',
  roleImportChecked: 'Checked by',
  roleImportReleased: 'Released by',

  overrideValueOmitted: '{option} (value omitted)',
});
