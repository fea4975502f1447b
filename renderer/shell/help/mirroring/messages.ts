import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the help for the screens from Home to Apply. */
export const t = translator({
  // Used by several topics
  configuration:
    'The configuration is an ImageSetConfiguration (mirror.openshift.io/v2alpha1), the file format of oc-mirror v2. The editor completes field names and marks problems on the lines where they occur. Press Tab to indent. To leave the editor, press Escape, then Tab.',
  plan: 'A plan queries the registries for digests and sizes but copies nothing. Creating a plan is optional, because every run starts by planning automatically.',
  approval:
    'To have a run approved, save the plan with all digests pinned and send it to an approver. When you open a signed plan instead of a configuration, the run mirrors exactly the digests in the plan.',
  trust:
    'To enforce this host\'s trust policy (policy.json), turn on "Enforce the trust policy" in the options. The plan shows the number of images verified with each key, and lists the images that failed verification.',
  listCommand: 'List the transfers in a workspace',
  planCommand: 'Create a plan without copying images',

  // Home
  homeTitle: 'Home',
  homeEnclaves:
    'The Home screen shows a card for each enclave with the state of the latest transfer and a button for the next step. To see all transfers for an enclave, select its name.',
  homeTransfers:
    "A transfer is a numbered delivery of content, such as fleet-0007. It contains only content that hasn't been sent to the enclave in earlier transfers.",
  homeWorkspace:
    'A workspace is a directory that contains archive sets, configurations and the records of all runs. You can use one workspace for many configurations, and store it on a removable disk.',
  homeSide:
    'The side of the air gap, which you select at the top left, determines which screens the navigation shows first. The remaining screens are under More screens.',
  homeRuns: 'Runs continue after you close the window, as long as Airlock is running on the host.',
  homeServeCommand: 'Open Airlock in a browser',

  // Choose
  chooseTitle: 'Choose what to mirror',
  chooseSteps:
    'You choose what to mirror in four steps: versions, operators, destination and review. The draft is saved automatically, so you can leave and continue later.',
  chooseStart:
    'Start with an empty configuration, a current and a target version, the operators installed in a cluster, the last transfer, or an existing file. Files in v1alpha1 and v1alpha2 format are converted, and all changes are listed.',
  chooseForm:
    "The form and the YAML editor show the same configuration. When you edit the form, comments and any lines that the edit doesn't affect stay unchanged. If the YAML is invalid, fix the marked line before you continue in the form. Undo and redo work across the form and the YAML editor.",
  chooseTotal:
    "The running total counts shared content only once. It shows the total size, the content that is already in the enclave or the workspace, and the content to download. Sizes that haven't been read yet are marked as estimates.",
  chooseMetered:
    'On a metered connection, Airlock downloads data only when you select a button. Each button shows the download size. Cached data is reused, and the age of the data is shown.',
  chooseRun: 'Mirroring starts only when you run the configuration in the last step.',
  chooseInitCommand: 'Create a first configuration',
  chooseSuggestCommand: 'Suggest content that keeps installed operators upgradable',
  choosePlanCommand: 'Show the content that the configuration selects',

  // Transfers of an enclave
  enclaveTitle: 'Transfers for an enclave',
  enclaveJournal:
    'An enclave is a disconnected site that receives transfers. Each transfer has a number and a journal that records every event with its user and time.',
  enclaveDetails:
    'Select a transfer to see its state. You can add notes to the journal, for example who carries the drives. The journal stays on the connected side.',
  enclaveCode:
    'Enter the acknowledgment code that was created on the disconnected side. Airlock rejects mistyped codes and explains what a valid code reports before you save it.',
  enclaveMissing:
    "Content that is reported as missing is included in the next transfer. If you don't expect an acknowledgment for a transfer, mark the transfer as lost.",
  enclaveProtect: "Protected archive sets aren't removed when you free disk space.",
  enclaveShowCommand: 'Show one transfer',
  enclaveAckCommand: 'Enter an acknowledgment code',

  // Delete
  deleteTitle: 'Delete images from a registry',
  deleteChoose:
    'Enter the registry, read its content, and select images in the tree or with a configuration. In the tree, use the arrow keys to move, expand and collapse, and Space to select.',
  deletePreview:
    'The preview shows which images will be deleted, how much space the deletion frees, and which images are retained. Images that other releases or a cluster need are protected.',
  deleteConfirm:
    'To confirm a deletion, type the name of the registry and the number of images. You can monitor and pause the deletion. An audit record is written, as for every run.',
  deleteRestore:
    'You can push deleted images again as long as the transfers in the workspace contain all of their content.',
  deleteCommand: 'Show options for the delete command',

  // Sites
  sitesTitle: 'Chain of sites',
  sitesPicture:
    'The picture shows which site supplies which, from left to right. Select a site to see its content and its transfers. The table below shows the same data.',
  sitesStates:
    'A transfer is waiting until it is written to media, and in transit until the site acknowledges it. A dashed outline marks a site that is known only from a site report.',
  sitesReport:
    'A site that supplies others saves a site report for its own supplier. The report acknowledges the received transfers and lists the downstream sites. Record the report in the workspace that created the transfers.',
  sitesChoose:
    'To pass content on, choose content for a site. You can choose only content that this host has.',
  sitesCommand: 'Show the chain of sites',
  sitesReportCommand: 'Write a site report',
  sitesRecordCommand: 'Record a site report',
  siteContentTitle: 'Choose content for a site',
  siteContentSource:
    'The list shows the releases, operators, images and charts of the received transfers or of the mirror registry. The original registries are not contacted.',
  siteContentStart:
    'Airlock writes a configuration to the workspace of the site. The next screen shows the plan and the command, and starts the run.',
  siteContentCommand: 'Create a transfer for a downstream site from received content',

  // Storage
  storageTitle: 'Workspace disk usage',
  storageSets:
    'Archive sets use most of the space. Each transfer has one archive set. The tables show how much of each archive set, release and operator is unique.',
  storageRemovable:
    'You can remove an archive set after the transfer has been fully acknowledged, unless the archive set is protected or contains content that another enclave still needs.',
  storageRemove:
    'Before any space is freed, a list shows which archive sets will be removed. The ledger still records the content that was sent, so later transfers stay small.',
  storageUsageCommand: 'Show workspace disk usage',
  storagePruneCommand: 'Preview which archive sets would be removed',

  // Fetch
  fetchTitle: 'Fetch: mirror to disk',
  fetchText:
    'A fetch copies the selected content from the source registries to an archive set in the workspace. Each fetch creates a new numbered transfer.',
  fetchSent:
    'Content that was already sent to the enclave is skipped. The plan shows the size of the skipped content.',
  fetchOperators:
    'Select operators by package, channel and version. The plan shows operator dependencies. The editor marks the lines that contain unknown names.',
  fetchSignatures:
    'Airlock verifies the signature of each release before copying the release. Releases without a valid signature are skipped, and the run continues.',
  fetchPause: "You can pause a run at any time. Downloaded content is saved and isn't downloaded again.",
  fetchCommand: 'Fetch a configuration for an enclave',
  fetchValidateCommand: 'Validate the configuration',
  fetchSignedCommand: 'Fetch exactly the content in a signed plan',

  // Carry
  carryTitle: 'Carry: write a transfer to drives',
  carryDrives:
    'Choose one or more drives or directories. Airlock splits the transfer into volumes that fit on the drives and meet the file size limits of your scanners. Volumes can arrive in any order.',
  carryVerify:
    'Airlock writes each volume, flushes it to the drive, and reads it back. You can then safely remove the drive. The read-back bypasses the page cache if the operating system allows it.',
  carryPause:
    'When the drives are full or a drive is removed, Airlock waits for the next drive. Choose a drive to continue. You can pause at any time, and completed volumes are saved even if the host restarts.',
  carryBoxes:
    "The boxes show the volumes in order, with the main content of each volume. If you lose a drive, the receiving side doesn't get the content of the volumes on that drive.",
  carryRecord:
    'The transfer record lists every file and image with its digest. The record fingerprint is identical on the connected and the disconnected side.',
  carryOptions:
    'You can also use short file names for data diodes, set a maximum file size, sign the index, and run a command that checks every image.',
  carryExportCommand: 'Write a transfer to a drive',
  carryStatusCommand: 'Show which drives contain which volumes',
  carryDrivesCommand: 'List removable drives',

  // Receive
  receiveTitle: 'Receive: read transfers from drives',
  receiveDrives:
    'Choose drives or directories in any order. Airlock opens them read-only, so no data from the disconnected side is written to the drives.',
  receiveVerify:
    "Airlock compares every byte with the index of the transfer. Content that is already available on the disconnected side isn't read again.",
  receiveBoxes:
    'The boxes show whether each volume was received, is damaged or is missing. The affected images and possible remedies are listed below the boxes.',
  receivePush: "You can push complete content immediately, even if some volumes haven't arrived yet.",
  receiveCode:
    'The acknowledgment code reports missing content to the connected side. Read it out over the phone or print it. It contains no host names, user names or paths.',
  receiveImportCommand: 'Import the transfers from a drive',
  receiveCodeCommand: 'Verify every byte, then create the acknowledgment code',

  // Ready
  readyTitle: 'Ready to push',
  readyText:
    'This screen lists the releases, operators and additional images on the disconnected side, and shows which content each of them is still missing.',
  readyCode:
    'The acknowledgment code reports to the connected side that the transfer arrived. Select the last stage that the content reached. The code includes this stage.',
  readyVerify: "Before creating a code, Airlock fully reads every archive set that it didn't import itself.",
  readyCodeCommand: 'Create an acknowledgment code for pushed content',
  readyPushCommand: 'Push the content to a registry',
  readyAttachmentsCommand: 'Extract the attached files of transfers',

  // Push
  pushTitle: 'Push: disk to mirror',
  pushText:
    'A push copies a transfer from disk to the mirror registry. Airlock only reads the source directory and never changes it.',
  pushSource:
    'Choose a workspace, a single transfer, or a directory that contains mirror_*.tar files. A configuration is optional, because archive sets contain the configuration that they were created from.',
  pushExisting: "Content that already exists in the registry isn't pushed again.",
  pushState:
    "Records and cluster resources for the disconnected side are stored in the state folder, so that they aren't on the drives that return to the connected side.",
  pushCatalog:
    'A push is rejected if it would remove operators or versions from a catalog in the registry. The plan lists the removals, and you can allow them.',
  pushResources:
    'After a push, the run page lists the cluster resources to apply: IDMS, ITMS, CatalogSource and signatures.',
  pushProbe:
    'Before the first push, Airlock pushes small test content to a scratch repository to probe which features the registry supports. Unsupported content is reported before the push starts.',
  pushTest:
    'You can test the connection to the registry before a push. The test distinguishes between name resolution errors, failed connections, untrusted CAs and wrong passwords.',
  pushCommand: 'Push to a registry',
  pushVerifyCommand: 'Verify every byte of a transfer',

  // Apply
  clusterTitle: 'Apply cluster resources',
  clusterCompare:
    'Choose a kubeconfig, a context and a directory that contains manifests. Then compare the manifests with the cluster. Airlock suggests the directories of the latest pushes.',
  clusterObjects:
    'Each object is listed with its purpose, the differences, and the restarts it causes. Expand an object to see its fields, including conflicts and field owners.',
  clusterSelection:
    "Objects with conflicts aren't selected by default. Each change that removes something from the cluster requires a separate confirmation.",
  clusterDryRun:
    'During a dry run, the cluster checks the changes without applying them. When you apply the changes, Airlock prompts you before nodes restart. The operation continues if you close the window.',
  clusterRollback:
    'A rollback restores the previous versions of the objects. You can roll back immediately or later.',
  requestTitle: 'Request missing content',
  requestCreate:
    'Airlock compares a configuration with the transfers on this side, and lists what is missing as far as this side can determine it. No registry is contacted.',
  requestCarry:
    'The request file contains the configuration and the state of each transfer, but no host, user or path. Carry it to the connected side.',
  requestCommand: 'Create the request',
  openRequestTitle: 'Open a request',
  openRequestAccept:
    'The request shows which transfers arrived on the disconnected side. Accepting it records that in the ledger, and saves its configuration in the workspace.',
  openRequestMirror:
    'Fetch then opens with this configuration. The transfer contains exactly the content that the other side is missing.',
  openRequestCommand: 'Mirror the content of a request',
  manifestsTitle: 'Manifests of a push',
  manifestsPreview:
    'The preview lists every object that a cluster needs to use the mirror, with its purpose, its effect and its YAML. It writes nothing and contacts no cluster.',
  manifestsSecret:
    "With the cluster's pull secret, the credentials for the mirror are added to it. All other entries stay. The preview hides the values.",
  manifestsWrite:
    'The CA certificate becomes a ConfigMap that the image configuration of the cluster references. After the files are written, compare them with the cluster and apply them.',
  manifestsWriteCommand: 'Write the manifests with a CA certificate and a pull secret',
  clusterDryRunCommand: 'Compare the manifests with the cluster',
  clusterApplyCommand: 'Apply the manifests',

  // Mirror
  mirrorTitle: 'Mirror: registry to registry',
  mirrorText:
    'Use this screen on a host that reaches both sides of the air gap. A mirror run copies images from the source registries to the mirror registry. The workspace stores the records and cluster resources of the run.',
  mirrorExisting: 'Images that already exist in the mirror registry are skipped.',
  mirrorCommand: 'Mirror directly to a registry',

  // A run
  runTitle: 'Run',
  runProgress:
    'The title shows when the run is expected to end. The progress bar is based on bytes, not on the number of images.',
  runPause:
    'When you pause a run, it completes images that are nearly finished and saves the offsets of partial blobs. When you stop a run, it ends immediately, and completed content is saved. You can resume a paused or stopped run here or in a terminal.',
  runLimits:
    'You can change the number of parallel images and the rate limit during the run. Changes take effect immediately.',
  runDeliverables:
    'Releases and operators are listed in the order in which the run mirrors them. Complete content is usable even if you end the run early.',
  runFailures:
    "Failed images don't stop the run. A retry copies only the failed images. Operator versions with missing images are listed, because clusters can't install them.",
  runWindow:
    'The run continues if you close the window. You can follow it in any window or terminal on the host.',
  runAttachCommand: 'Follow the run in a terminal',
  runShowCommand: 'Show the record of the run',
});
