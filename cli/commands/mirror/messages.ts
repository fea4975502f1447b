import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `mirror`, `plan` and `delete`. */
export const t = translator({
  mirror:
    'mirror images to disk, from disk, or between registries\nTo disk: file://DIR. From disk: --from file://DIR docker://HOST. Between registries: --workspace file://DIR docker://HOST.\nTo create a transfer for a downstream site from received content: -c FILE --from file://DIR file://NEXT. To create one from a mirror registry: -c FILE --from docker://HOST file://NEXT.',
  // options of mirror and plan
  configOption: 'ImageSetConfiguration (optional with --from)',
  forOption: 'disconnected site (enclave) that receives the content',
  fromOption:
    'workspace, transfer or directory with mirror_*.tar files (read-only), or docker://HOST/PATH to select content for a downstream site from a mirror registry',
  workspaceOption: 'for mirror-to-mirror: directory for metadata and audit records',
  stateOption:
    'for disk-to-mirror: directory for runs, logs and cluster resources (default: your state folder)',
  firstOption: 'release or other deliverable to complete first',
  resendOption: 'include content that earlier transfers already contained',
  trustLedgerOption: 'skip checking tags that an earlier run pushed to the destination',
  verifyPushOption: 'verify every image at the destination after the push',
  archiveSizeOption: 'maximum size of an archive file',
  strictArchiveOption: 'fail if a single file is larger than the archive size',
  parallelImagesOption: 'number of images to copy in parallel',
  parallelLayersOption: 'number of layers to copy in parallel per image',
  rateOption: 'combined rate limit for downloads and uploads, such as 20MiB/s (default: no limit)',
  windowOption:
    'transfer window, such as "Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s"; can be repeated (default: always)',
  exitAtCloseOption: 'exit with code 3 when a window closes instead of waiting for the next one',
  untilOption: 'exit with code 3 at this time, such as 04:00',
  maxBytesOption: 'exit with code 3 after downloading and uploading this amount, such as 5GiB',
  retryDelayOption: 'delay between attempts',
  retryDelayDefault: '1 s, doubled each time',
  stallTimeoutOption: 'close connections that transfer no data for this long',
  stallTimeoutDefault: '30 s',
  minRateOption: 'retry transfers that stay below this rate for the stall timeout (0: no minimum)',
  minRateDefault: '1KiB/s',
  maxNestedPathsOption: 'maximum number of path components in a destination repository name',
  maxNestedPathsDefault: 'no limit',
  removeSignaturesOption: "don't copy cosign signatures",
  ignoreReleaseSignatureOption:
    'accept releases without a valid signature, and log the override in the audit record',
  graphBaseImageOption:
    'base image for the graph-data image (default: registry.access.redhat.com/ubi9/ubi:latest)',
  skipUnknownOption:
    "warn instead of failing if a catalog doesn't have a selected operator package or channel",
  acceptEmptyChartsOption:
    'accept Helm charts that create pods but contain no detectable images (otherwise: exit code 2)',
  addDependenciesOption: 'also select operators that the selected operators depend on',
  allowRemovalOption: 'allow removing operators and versions from catalogs at the destination',
  securePolicyOption: "enforce this host's trust policy; rejected images aren't copied",
  policyOption: "trust policy for --secure-policy (default: this host's policy.json)",
  registriesDOption:
    "directory with the locations of image signatures, for --secure-policy (default: this host's registries.d)",
  noProbeOption: "don't probe what the destination supports before the first push",
  icspOption: 'write ImageContentSourcePolicy instead of IDMS and ITMS',
  // options of mirror
  requestOption: 'mirror only the content that a request from `media request` lists as missing',
  planOption: 'saved plan; only the digests in the plan are mirrored',
  requireSignatureOption:
    'require a signed plan, and verify its signature (PLAN.asc or PLAN.sig) with this OpenPGP public key file or command',
  configToDirOption: 'directory for cluster manifests (default: config/ in the workspace or state folder)',
  applyConfigOption: 'apply the manifests to the cluster after the push, like `airlock cluster-config apply`',
  dryRunOption: 'show images and changes, but copy and apply nothing',
  dryRunManifestListsOption: 'dry run whose mapping.txt also lists the images of manifest lists',
  exitAtCloseWithoutWindow: '--exit-at-close requires --window',
  exitAtCloseWithoutWindowRemedy: 'Add a transfer window with --window.',
  // requests from the other side
  requestWithoutTransfer: '--request creates a transfer, so the destination must be file://DIR',
  requestWithConfig: "--request can't be used with --config or --plan",
  requestWithConfigRemedy: 'Remove --config and --plan. The request contains its configuration.',
  requestWithDryRun:
    "--request can't be used with --dry-run, because accepting a request records which content arrived",
  requestWithDryRunRemedy: 'Use `airlock plan -c FILE file://DIR` to see the images of a configuration.',
  requestForOther: 'the request is for enclave {requested}, but --for specifies {enclave}',
  request: 'Request {id} for {enclave}, created {created}',
  requestArrived: '  {transfer} on the disconnected side: {state}',
  requestUnknown: 'The request reports the state of a transfer that isn\'t in this workspace: "{state}"',
  requestDone:
    'This request is already mirrored as transfer {transfer}. To export it, run: airlock media export --request FILE',
  // applying manifests after a push
  needsApplyConfig: '--{flag} requires --apply-config',
  applyWithoutPush:
    '--apply-config requires a push, because the push determines which registry the clusters use',
  applyWithoutPushRemedy:
    'Use --apply-config with `airlock mirror --from … docker://HOST` on the disconnected side.',
  // results of mirror
  mapping: 'Wrote the list of all images to {file}',
  missing: 'Wrote the list of images to download to {file}',
  complete:
    'Complete: {copied, plural, one {# image} other {# images}} copied, {present} already present, {failed} failed',
  partial:
    'Incomplete: {copied, plural, one {# image} other {# images}} copied, {present} already present, {failed} failed',
  paused:
    'Paused: {copied, plural, one {# image} other {# images}} copied, {present} already present, {failed} failed',
  failed:
    'Failed: {copied, plural, one {# image} other {# images}} copied, {present} already present, {failed} failed',
  moved: 'Downloaded {fetched}, uploaded {sent}, wrote {written}, reused {present}',
  verified: 'Verified {count, plural, one {# image} other {# images}} at the destination',
  verdicts: 'Signature verdicts: {verdicts}',
  verdict: '{count} {verdict}',
  notCheckedVerdict: 'not checked',
  overrideVerdict: 'accepted by override',
  deliverableComplete: '  complete    {name}',
  deliverableIncomplete: '  incomplete  {name}',
  bundleIncomplete:
    "  {bundle} of operator {package} can't be installed: {missing, plural, one {# image is} other {# images are}} missing",
  transfer: 'Transfer {transfer}: {directory}',
  attachedFile: '  attached    {name} ({size}, {digest})',
  attachOption: 'add a file to the transfer (repeatable; also attachments.yaml next to the configuration)',
  attachWithoutTransfer: '--attach adds files to a transfer, but a push to a registry writes none',
  attachWithoutTransferRemedy:
    'Use --attach with the command that writes the transfer: airlock mirror -c FILE file://DIR.',
  resources: 'Cluster resources: {directory}',
  manifests: 'Cluster manifests: {directory}',
  handoff: 'Handoff sheet: {file}',
  auditRecord: 'Audit record: {directory}',
  next: 'Next: {step}',
  extractNext: 'For a first installation, extract the installer and the boot image: {command}',
  // plan
  plan: 'show what `mirror` would copy with the same arguments',
  outputOption: 'write the plan to a file, for approval and for `mirror --plan`',
  imagesOption: 'list every image',
  planWritten: 'Wrote the plan to {file}',
  planDigest: 'Plan digest: {digest}',
  windowsNeeded:
    'At {rate}/s, the transfer needs {count, plural, one {# window} other {# windows}} and will end on {end}.',
  images: '{count, plural, one {# image} other {# images}}',
  allSections: 'total (shared content counted once)',
  ofWhichShared: '{size} shared',
  alsoShared: '+ {size} shared',
  sharedNote: 'Shared content is counted in the first row that contains it, and copied once.',
  toCopy: 'Already present: {present}. To copy: {remaining}.',
  key: '{count, plural, one {# image} other {# images}} verified with key {fingerprint} from {origin}',
  keyNamed:
    '{count, plural, one {# image} other {# images}} verified with key {fingerprint} ({names}) from {origin}',
  // delete
  delete:
    'delete images from a registry, in two steps\n--generate lists the images to delete and to retain. --delete-yaml-file deletes the images in this list.',
  prune:
    'preview the deletion of the content in a prune section\nWrites the list of images that `delete --delete-yaml-file` deletes, like `delete --generate`. Deletes nothing. To delete old files from a workspace, use `workspace prune`.',
  generateOption: 'first step: write the list of images to delete, but delete nothing',
  deleteConfigOption: 'DeleteImageSetConfiguration, or ImageSetConfiguration with a prune section',
  deleteWorkspaceOption: 'workspace from which the images were mirrored, or directory with its transfers',
  deleteIdOption: 'suffix for the names of the written files',
  retainOption:
    'ImageSetConfiguration that selects content to retain; can be repeated (default: all configurations in audit records and transfers)',
  protectOption: 'file with the names of images that must never be deleted, one per line',
  kubeconfigOption:
    'kubeconfig of a cluster that uses the mirror; images that the cluster runs or needs for its update are retained',
  contextOption: 'kubeconfig context (default: current-context)',
  deleteYamlFileOption: 'second step: delete the images in this list, which --generate or oc-mirror wrote',
  forceCacheDeleteOption: 'second step: also delete the content of these images from the workspace',
  deleteStateOption: "directory with the disconnected side's audit records (default: your state folder)",
  deleteNestedPathsOption: '--max-nested-paths value used when the images were mirrored',
  deleteRetryDelayOption: 'delay between attempts (0: increasing delay)',
  notARegistry: "{destination} isn't a registry: the destination must start with docker://",
  generateWithoutWorkspace: '--workspace is required to list the images to delete',
  generateWithoutConfig: '--config is required to list the images to delete',
  generateWithSecondStep:
    "--delete-yaml-file and --force-cache-delete can't be used with --generate, because they belong to the second step",
  deleteIdInvalid:
    '--delete-id {id} is invalid: a suffix consists of letters, digits, dots, underscores and hyphens',
  contextWithoutKubeconfig: '--context requires --kubeconfig',
  stepMissing: 'either --generate or --delete-yaml-file is required',
  generateOnly:
    '-c, --workspace, --keep, --protect, --kubeconfig, --context and --delete-id require --generate',
  deletionsColumn: 'TO DELETE',
  imagesColumn: 'IMAGES',
  freesColumn: 'FREES',
  groupImages: '{images} of {all}',
  total: 'total',
  retained: 'Retained images, with reasons:',
  retainedImage: '  {image}: {reason}',
  retainedMore: '  and {count, plural, one {# more image} other {# more images}} (--json lists all)',
  absent:
    "{count, plural, one {# selected image wasn''t} other {# selected images weren''t}} found in {registry}.",
  retaining: 'Configurations checked for images to retain: {files}',
  retainingNone:
    "No configuration retains any images, because the workspace doesn't contain any configurations.",
  nothingToDelete: 'There are no images to delete.',
  nextStep: 'Nothing was deleted yet. To delete {count, plural, one {# image} other {# images}}, run:',
  retainedWarning: 'Retained {image}: {reason}',
  tagDeleted: 'Deleted only the tag {image}: {reason}',
  deleted:
    'Deleted {deleted, plural, one {# image} other {# images}}: {absent} already absent, {retained} retained, {failed} failed. Garbage collection can free {size}.',
  remainingVerified:
    'Checked {images, plural, one {# remaining image} other {# remaining images}} ({manifests, plural, one {# manifest} other {# manifests}}, {blobs, plural, one {# blob} other {# blobs}}): all can be pulled.',
  remainingBroken:
    "Checked {images, plural, one {# remaining image} other {# remaining images}} ({manifests, plural, one {# manifest} other {# manifests}}, {blobs, plural, one {# blob} other {# blobs}}): some can't be pulled.",
  workspaceFreed: 'Freed {size} in the workspace',
  garbageCollection: "To free the space, run the registry's garbage collection:",
  advice: '  {command}',
  restore: 'To restore the deleted images: {command}',
});
