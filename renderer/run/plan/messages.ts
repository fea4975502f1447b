import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of plans. */
export const t = translator({
  planTitle: 'Plan',
  contentsLabel: 'Plan contents',
  outOfDate: 'Out of date',
  saveButton: 'Save plan',
  approvalButton: 'Save for approval',
  checkDestinationButton: 'Check destination',
  allowRemovalButton: 'Allow operator removal',
  addDependenciesButton: 'Add operator dependencies',

  // Totals and content
  toCopyLabel: 'To copy',
  presentLabel: 'Already present',
  totalLabel: 'Total size',
  imagesLabel: 'Images',
  contentColumn: 'Content',
  imagesColumn: 'Images',
  addedColumn: 'Unique size',
  sharedColumn: 'Shared',
  sharedSectionTip:
    '{shared} of this content is also in a row above and is counted there. Shared content is copied once.',
  shareColumn: 'Relative size',
  contentSizeLabel: 'Size of {content}',

  // Images
  imageCount: '{images, plural, one {# image} other {# images}}',
  imagesTitle: 'Images in the plan',
  searchLabel: 'Search images in the plan',
  searchPlaceholder: 'Name or digest',
  contentFilterLabel: 'Filter images by content',
  allContent: 'All content',
  signatureFilterLabel: 'Filter images by signature',
  allSignatures: 'All signatures',
  signatureOption: '{verdict}: {images, number}',
  readFailedTitle: "The images couldn't be loaded",
  readingText: 'Loading images',
  noMatchesText: 'No matching images',
  imageColumn: 'Image',
  reasonColumn: 'Reason',
  imageSizeColumn: 'Image size',
  imageSizesNote:
    'Content that several images share is counted for the first of them and copied once. Each further image shows it as shared.',
  sharedTip:
    '{shared} of this image is also in an earlier image of the plan and is counted there. This image adds {added}.',
  signatureColumn: 'Signature',
  verdictBy: '{verdict}<wide> by <keys>{signers}</keys></wide>',

  // Verdicts of signatures
  rejected: 'Rejected',
  unsigned: 'Unsigned',
  override: 'Accepted by override',
  notChecked: 'Not checked',
  verified: 'Verified',
  rejectedCount: '{images, number} rejected',
  unsignedCount: '{images, number} unsigned',
  overrideCount: '{images, number} accepted by override',
  notCheckedCount: '{images, plural, one {# signature not checked} other {# signatures not checked}}',
  notCheckedTip: "The trust policy doesn't require signatures for these images.",
  verifiedCount: '{images, number} verified',
  verdictsLabel: 'Images by signature',
  keyColumn: 'Trust policy key',
  keyOriginColumn: 'Key file',
  keyImagesColumn: 'Verified images',
  copyKeyButton: 'Copy fingerprint {key}',

  // Saving
  fileLabel: 'File',
  fileHelp:
    'The plan contains the digest of every image. To run the plan, use <command>airlock mirror --plan</command>.',
  saveForApprovalButton: 'Save plan file',
  closeButton: 'Close',
  saved: 'Saved to {file}',
  saveFailedTitle: "The plan couldn't be saved",
  digestLabel: 'SHA-256',
  copyDigestButton: 'Copy digest',
  copySignCommandButton: 'Copy signing command',
  approvalOpenStep:
    'The approver compares the digest of {plan} with the output of <command>sha256sum {plan}</command>. Then the approver selects "Open an approved plan" in Airlock and opens the plan. The plan lists every image with its digest, source, size and signature.',
  approvalSignStep:
    'The approver signs the plan with this command, which creates {plan}.asc in the same directory:',
  approvalRunStep:
    "Open {plan} in Airlock with the approver's public key. {plan}.asc must be in the same directory. A run that uses the plan copies exactly the digests in the plan. Airlock rejects the plan if it was changed after signing.",

  // Approved plan
  approvedTitle: 'Approved plan',
  notApprovedTitle: "The plan isn't approved",
  signatureValid: 'Signature is valid',
  notApproved: 'Not approved',
  signatureNotChecked: 'Signature not checked',
  planFileLabel: 'Plan file',
  signedByLabel: 'Signed by',
  signedByKey: '<fingerprint>{key}</fingerprint> from <file>{keyFile}</file>',
  signedByCommand: 'accepted by <command>{program}</command>',
  signatureFound: 'The signature file {signature} exists. To verify the signature, choose the required key.',
  signatureMissing: "The plan's directory doesn't contain a signature file.",
  approvedByLabel: 'Named approval',
  noNamedApproval: 'None',
  approvedBy: '{name} ({role}), {time}',
  approveButton: 'Approve plan',
  approveFailedTitle: "The plan couldn't be approved",
  createdLabel: 'Created',
  created: '{time} with {tool}',
  createdForFetch: '{time} with {tool} for a fetch',
  createdForPush: '{time} with {tool} for a push',
  createdForMirror: '{time} with {tool} for a registry-to-registry mirror',
  configurationLabel: 'Configuration',
  signaturesLabel: 'Signatures',
});
