import { translator } from '../base/messages/translator.ts';

/** Texts of runs, plans, pushes and rollbacks. Those of live plans and deletions have their own catalogs. */
export const t = translator({
  // plans and their approval
  requireSignatureWithoutPlan: '--require-signature requires a plan: add --plan FILE',
  planWithConfiguration: 'the plan in --plan already contains a configuration: remove --config',
  planNotRegular: "it isn't a regular file",
  planTooLarge: 'it is larger than {limit, number} bytes',
  planUnreadable: "can't read the plan {file}: {reason}",
  planInvalid: "{file} isn't a plan that this version of Airlock can read",
  planInvalidBecause: "{file} isn't a plan that this version of Airlock can read: {reason}",
  planConfigurationChanged: "{file} was changed: the configuration doesn't match the digest in the plan",
  planImageNotApproved: "{image} isn't in the approved plan",
  planImageChanged: '{image} is now {found} instead of the approved {approved}',
  planImageUnselected: '{image} is approved but is no longer selected',
  planMismatch: "the plan doesn't match the current content: {differences}",
  planMismatchMore:
    "the plan doesn't match the current content: {differences}, and {more, plural, one {# more difference} other {# more differences}}",
  planAttachmentRemoved: "the plan doesn't match the current content: {image} no longer has {attachment}",
  planUnapproved: "the plan {file} isn't approved: {reason}",
  destinationProblemAsOf: '{problem} (as of {time}, will be checked again before the push)',

  // archive sets and content
  stopped: 'stopped on request',
  setIncomplete: 'the archive set {folder} is incomplete, so missing content is downloaded again',
  setIncompleteRemedy:
    'To see the damage, run `airlock verify`. To repair the set, run `airlock runs replay`.',
  pushedImageNotServed: "{image} was pushed, but the registry can't serve it: {damage}",
  tagsAlike: "{place} doesn't distinguish the tags {tag} and {other}, which belong to different images",
  layoutNotAbsolute: 'in a plan, the path in oci://{path} must be absolute',
  historyCounted:
    '{count, plural, one {# part} other {# parts}} that oc-mirror archived from this workspace ({name}) {count, plural, one {counts} other {count}} as sent to {enclave}',
  historyIgnored:
    "{name} in working-dir/.history applies only to the enclave default, so it isn't used for {enclave}. This transfer contains everything.",
  versionDiffers: 'the content was created by {created}, and this is {tool}',
  setsWithoutConfiguration: "{folder} doesn't contain a configuration",
  setsWithoutConfigurationRemedy:
    'Add -c FILE. The configuration may also be in a missing volume of an archive set. To list missing volumes, run `airlock media import`.',
  imageNotInSets: "{folder} doesn't contain {image}",
  blobNotInSets: "{folder} doesn't contain {digest}",
  sameFolder: '--from and the destination are the same folder ({directory})',
  catalogNotInSets: "{folder} doesn't contain {image} (catalog {catalog})",
  graphImageNotInSets: "{folder} doesn't contain the graph-data image {image}, which graph: true requires",
  instancesUnknown:
    'the trust policy requires signatures for {image}, but the images in the manifest list are unknown: {reason}',
  graphBaseUnrecorded: "the base image of the graph-data image isn't recorded",
  trustOptionIgnored: '{option} has no effect because no trust policy is enforced',
  trustOptionIgnoredRemedy: 'Add --secure-policy, or remove the option.',
  releaseSignatureAbsent: 'the release image {image} has no cosign signature ({tag})',
  releaseSignatureAbsentRequired:
    'the release image {image} has no cosign signature ({tag}), but clusters of this version verify that signature',
  releaseSignatureAbsentRemedy:
    "Mirror the release from a registry that contains the signature, without --remove-signatures. Clusters before OpenShift 4.21 don't need the signature.",

  // runs and their results
  deliverableRejected: "{deliverable} isn't mirrored: {problem}",
  entriesInvalid: "{count, plural, one {# entry} other {# entries}} in the configuration can't be mirrored",
  destinationCollisions:
    '{count, plural, one {# destination name has} other {# destination names have}} more than one source',
  firstUnknown: "--first {name} doesn't match anything in the configuration, which contains {names}",
  destinationUnfit:
    "{host} can't accept this push: {count, plural, one {# problem was} other {# problems were}} found before anything was sent",
  destinationNotProbed:
    "{name} hasn't been probed yet, so its limits aren't known. The first push probes the registry.",
  destinationNotProbedRemedy: 'Run `airlock doctor docker://{name}`.',
  probing: 'scratch repository on {host}',
  pausedNext: 'Run the command again to resume.',
  runOver: 'The run has ended',
  windowsOver: 'no transfer windows left',
  transferNext:
    'Take {directory} to the disconnected side, then run: airlock mirror --from file://{directory} docker://REGISTRY',
  transferEmptyNext: 'No images were copied. Fix the failures, then run the command again.',
  transferUnneededNext: 'Everything has already been sent to this enclave. No transfer was created.',
  diskFull: '{error}: {needed}',
  applyNext:
    'Apply the manifests: airlock cluster-config apply {config}, or oc apply -Rf {config} (see {sheet})',
  nothingPushedNext: 'No images were mirrored, so no manifests were written.',

  // destinations
  destinationMissing:
    'the destination is missing: use file://DIR to mirror to disk, or docker://HOST[/PATH] to mirror to a registry',
  destinationRemedy: 'Use file://DIR to mirror to disk, or docker://HOST[/PATH] to mirror to a registry.',
  fromAndWorkspaceRemedy:
    'Use --from file://DIR to push a transfer, or --workspace file://DIR to mirror from registry to registry.',
  fromOrWorkspaceRemedy:
    'Add --from file://DIR to push a transfer, or --workspace file://DIR to mirror from registry to registry.',
  directoryMissing: '{argument} has no directory after file://',
  directoryPrefix: '{url} must start with file://',
  directoryRemedy: 'Use a directory, such as file:///srv/mirror.',
  optionPrefixRemedy: 'Use {option} file://{url}.',
  commandPrefixRemedy: 'Use `airlock {command} file://{url}`.',
  hostInvalid: `"{host}" in {url} isn't a registry host`,
  hostWithoutDot: '"{host}" in {url} must contain a dot or a port, such as {host}:5000',
  repositoryInvalid: `"{path}" in {url} isn't a valid repository path (lowercase letters, digits, and the characters ._-/)`,

  // rollbacks and replays
  replayWithoutTransfer: "run {run} didn't create a transfer, so it can't be replayed",
  replayWithoutTransferRemedy:
    'Use a run that created a transfer. To list the runs, run `airlock runs list`.',
  sourceUnrecorded: "run {run} didn't record a source for {digest}",
  runActive: 'run {run} is still active',
  runActiveRemedy: 'Wait for the run to end, or stop it.',
  rollbackOfOther: "run {run} didn't push to a registry, so it can't be rolled back",
  rollbackOfOtherRemedy: 'Use a run that pushed to a registry. To list the runs, run `airlock runs list`.',
  rollbackElsewhere: 'run {run} pushed to {host}, but not to docker://{place}',
  tagLeft: '{image} was left unchanged: {reason}',
  tagStuck: "{image} can't be rolled back: {reason}",
  tagNew: 'run {run} created this tag',
  tagDeleted: 'the tag was deleted after the run',
  tagMovedByRun: 'run {run} moved the tag to {digest}',
  tagMovedOutside: 'the tag was moved to {digest}, but not by a recorded run',
  tagManifestMissing: 'the registry no longer contains {digest}',
  rolledBackImageNotServed: "{image} was rolled back, but the registry can't serve it: {damage}",

  // cluster resources
  pushDirectoryInvalid: "{directory} isn't an audit record, a workspace or a state directory",
  pushDirectoryInvalidRemedy: 'Use the directory that the push output shows as "Audit record".',
  pushUnrecorded: '{directory} contains no record of a push to a registry',
  pushUnrecordedRemedy:
    'Push first (`airlock mirror --from file://DIR docker://HOST`), or specify the run with --from-run.',
  resourcesOfOther: "run {run} didn't push to a registry, so it has no cluster resources",
  resourcesOfOtherRemedy: 'Use a run that pushed to a registry. To list the runs, run `airlock runs list`.',
  destinationUnrecorded: "the push record doesn't contain a destination",
  pushIncomplete: "run {run} hasn't pushed any images yet",
  pushIncompleteRemedy: 'Run the push again until it is complete.',
  resourcesFromRecords: '{reason}, so the cluster resources are built from the audit records',
  resourcesFromRecordsRemedy: 'To include the CatalogSource templates, push every transfer again.',

  // Quoted from oc-mirror, except for destinationProtocol and fromOrWorkspace
  configurationMissing: 'use the --config flag it is mandatory (-c FILE), or --plan FILE',
  workspaceNotNeeded:
    'when destination is file://, mirrorToDisk workflow is assumed, and the --workspace argument is not needed',
  destinationProtocol:
    'the destination must start with file:// (mirror to disk) or docker:// (push to a registry)',
  fromAndWorkspace:
    'when destination is docker://, --from (assumes disk to mirror workflow) and --workspace (assumes mirror to mirror workflow) cannot be used together',
  mirrorWithoutWorkspace: 'mirroring from one registry to another requires --workspace',
  mirrorWithoutWorkspaceRemedy: 'Add --workspace file://DIR, a directory for metadata and audit records.',
  fromOrWorkspace:
    'a docker:// destination requires --from (disk to mirror) or --workspace (mirror to mirror)',
  directoryProtocol: 'when {argument} is used, it must have file:// prefix (found "{url}")',

  // attached files
  attachedFiles: 'attached files',
  attachmentNameInvalid: 'the name {name} of an attached file {fault}',
  attachmentNameEmpty: 'is empty',
  attachmentNameTooLong: 'is longer than 200 bytes',
  attachmentNameSeparator: 'contains / or \\',
  attachmentNameControl: 'contains control or invisible characters',
  attachmentNameHidden: 'starts with a dot',
  attachmentNameCharacter: 'contains one of < > : " | ? *',
  attachmentNameEnding: 'ends with a dot or a space',
  attachmentNameReserved: 'is reserved on Windows',
  attachmentTwice:
    'two attached files have the name {name}, or names that differ only in case: {other} and {path}',
  attachmentNotFile: "{path} isn't a regular file",
  attachmentRemedy: 'Rename the file, or list it with a different name in attachments.yaml.',
  attachmentListRemedy:
    'Fix this entry in attachments.yaml. To give the file a different name on the other side, set `name`.',
  attachmentListInvalid: 'the list of attached files {file} is invalid: {fault}',
  attachmentListFault: "{file} can't be read: {fault}",
  attachmentListTooLarge: '{file} is larger than {limit, number} bytes',
  attachmentListFaultRemedy: 'Fix or remove attachments.yaml.',
  attachmentPathRemedy: 'Specify the path of a regular file.',
  attachmentChanged: 'the attached file {name} changed while it was being copied: {path}',
  attachmentChangedRemedy: 'Run the command again when no program is writing the file.',
  attachmentWithPlan: "--attach can't be used with --plan: the approved plan doesn't contain attached files",
  attachmentWithPlanRemedy:
    'Attach the files to another transfer that you create from a configuration instead of the plan.',

  // content for a downstream site
  contentUnavailable: "{name} isn't available at this site",
  contentUnavailableRemedy: 'Select content that this site has received.',
  sourceUnknown: 'no configuration lists the content of {source}',
  sourceUnknownRemedy: 'Select received transfers, or a registry that this host has pushed to.',
  // received transfers
  receivedNotRecorded: "the pushed transfers can't be recorded for an inventory: {reason}",
});
