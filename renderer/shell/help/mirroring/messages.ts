import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the help for the screens from Home to Apply. */
export const t = translator({
  // Used by several topics
  configuration:
    'The configuration is an ImageSetConfiguration (mirror.openshift.io/v2alpha1), the same file that oc-mirror v2 reads. The editor completes fields and marks problems at their line. Tab indents. To leave the editor, press Escape, then Tab.',
  plan: 'A plan queries the registries for digests and sizes and copies nothing. Every start makes a plan automatically, so creating one yourself is optional.',
  approval:
    'To have a run approved, save its plan with all digests pinned and send it to an approver. Opened in place of the configuration, a signed plan mirrors exactly these digests.',
  trust:
    'The trust policy of this host (policy.json) is enforced if you select it in the options. The plan counts verified images by key, and lists images that failed verification.',
  listCommand: 'List the transfers of a workspace',
  planCommand: 'Only make the plan',

  // Home
  homeTitle: 'Home',
  homeEnclaves:
    'Home shows a card for each enclave. The card shows the state of the latest transfer, and its button starts the next step. Select the name of the enclave to see all its transfers.',
  homeTransfers:
    'A transfer is one numbered delivery, such as fleet-0007. It contains only content that was not sent to the enclave before.',
  homeWorkspace:
    'A workspace is a folder with archive sets, configurations and the records of all runs. One workspace serves many configurations, and can be on a removable disk.',
  homeSide:
    'The side of the gap (top left) decides which screens the navigation shows first. The screens of the other side are in a group below.',
  homeRuns: 'Runs continue when you close this window, as long as Airlock runs on the host.',
  homeServeCommand: 'Open this app in a browser',

  // Choose
  chooseTitle: 'Choose what to mirror',
  chooseSteps:
    'Choose in four steps: versions, operators, destination and review. The draft is saved automatically, so you can leave at any time.',
  chooseStart:
    'Start with an empty configuration, two versions, the operators of a cluster, the last transfer, or a file. Files in v1alpha2 format are converted, with a list of changes.',
  chooseForm:
    'The form and the YAML show the same text. Changes in the form leave comments and other lines unchanged. If the YAML is invalid, fix the marked line to use the form again. Undo and redo cover both.',
  chooseTotal:
    'The total counts every byte once: required, already in the enclave or the workspace, and to be downloaded. Sizes that have not been read yet are marked as estimates.',
  chooseMetered:
    'On a metered connection, Airlock downloads nothing until you select a button, which shows the size. Cached data is reused, and its age is shown.',
  chooseRun: 'Mirroring starts only when you run the configuration in the last step.',
  chooseInitCommand: 'Create a first configuration',
  chooseSuggestCommand: 'Suggest content that keeps installed operators upgradable',
  choosePlanCommand: 'Show what the configuration contains',

  // Transfers of an enclave
  enclaveTitle: 'Transfers of an enclave',
  enclaveJournal:
    'An enclave is a disconnected site that receives transfers. Each transfer has a number and a journal with its events, their authors and their times.',
  enclaveDetails:
    'Select a transfer to see its state. Add notes to its journal, for example who carries the drives. The journal stays on this side.',
  enclaveCode:
    'Enter the acknowledgement code from the disconnected side. Airlock rejects mistyped codes, and explains a valid code before you save it.',
  enclaveMissing:
    'Missing content is included in the next transfer. If a transfer will never be acknowledged, mark it as lost.',
  enclaveProtect: 'Protected archive sets are not removed when you free space.',
  enclaveShowCommand: 'Show one transfer',
  enclaveAckCommand: 'Enter an acknowledgement code',

  // Delete
  deleteTitle: 'Delete from a registry',
  deleteChoose:
    'Enter the registry, read its content, and select images in the tree or with a configuration. Arrow keys move in the tree and expand it, Space selects.',
  deletePreview:
    'Next to the tree you see what will be deleted, how much space this frees, and which images remain. Images that other releases or a cluster need are protected.',
  deleteConfirm:
    'To confirm a deletion, type the name of the registry and the number of images. You can watch and pause the deletion, and it is recorded like any other run.',
  deleteRestore:
    'You can push deleted images again while the transfers of this workspace contain them completely.',
  deleteCommand: 'Show the options of the command',

  // Storage
  storageTitle: 'Disk usage of a workspace',
  storageSets:
    'Most of the space is used by archive sets, one for each transfer. The tables show how much of each archive set, release and operator is unique.',
  storageRemovable:
    'You can remove an archive set once it is fully acknowledged. It must not be protected or contain content that another enclave still needs.',
  storageRemove:
    'Before you free space, a list shows which archive sets will be removed. The ledger still records what was sent, so later transfers stay small.',
  storageUsageCommand: 'Show the same sizes',
  storagePruneCommand: 'Show what would be removed',

  // Fetch
  fetchTitle: 'Fetch: mirror to disk',
  fetchText:
    'Fetch copies the content of the configuration from the source registries to an archive set in the workspace. Each fetch creates a new numbered transfer.',
  fetchSent: 'Content that was sent to the enclave before is omitted. The plan shows how much that is.',
  fetchOperators:
    'Select operators by package, channel and version. The plan shows their dependencies, and unknown names are marked at their line.',
  fetchSignatures:
    'Airlock verifies the signature of each release before copying it. A release without a valid signature is skipped, and the run continues.',
  fetchPause: 'You can pause a run at any time. Downloaded content is saved and never downloaded again.',
  fetchCommand: 'Fetch a configuration for an enclave',
  fetchValidateCommand: 'Only check the configuration',
  fetchSignedCommand: 'Fetch exactly a signed plan',

  // Carry
  carryTitle: 'Carry: write a transfer to drives',
  carryDrives:
    'Choose one or more drives or folders. Airlock splits the transfer into volumes that fit the drives and their scanners. Volumes can arrive in any order.',
  carryVerify:
    'Airlock writes each volume, reads it back and flushes it. If the system allows it, this check bypasses the page cache. Then the drive is safe to remove.',
  carryPause:
    'When the drives are full or one is removed, Airlock waits for the next one. Choose it to continue. You can pause at any time, and completed volumes are saved even if this host restarts.',
  carryBoxes:
    'The boxes show the volumes in their order, with the main content of each. This is what would be missing if its drive were lost.',
  carryRecord:
    'The transfer record lists every file and image with its digest. Both sides show the same record fingerprint.',
  carryOptions:
    'You can also set short file names for data diodes and a maximum file size. More options sign the index, or run a command that checks every image.',
  carryExportCommand: 'Write a transfer to a drive',
  carryStatusCommand: 'Show which drive contains which volume',
  carryDrivesCommand: 'List removable drives',

  // Receive
  receiveTitle: 'Receive: read transfers from drives',
  receiveDrives:
    'Choose drives or folders in any order. Airlock only reads them, so no data of this side gets onto the drives.',
  receiveVerify:
    'Airlock compares every byte with the index of the transfer. Content that this side already has is not read again.',
  receiveBoxes:
    'The boxes show each volume as received, damaged or missing. Below are the affected images and what you can do about them.',
  receivePush: 'You can push complete content immediately, while other volumes are still on their way.',
  receiveCode:
    'The acknowledgement code reports missing content to the connected side. Read it out over the phone or print it. It contains no host names, users or paths.',
  receiveImportCommand: 'Receive the transfers on a drive',
  receiveCodeCommand: 'Create the code after reading every byte',

  // Ready
  readyTitle: 'Ready to push',
  readyText:
    'This page lists the releases, operators and other images of this side, and what each is still missing.',
  readyCode:
    'The code acknowledges the transfer to the connected side. Choose how far the content got, and the code includes it.',
  readyVerify:
    'Archive sets that Airlock did not receive itself are read completely before a code is created.',
  readyCodeCommand: 'Create a code for pushed content',
  readyPushCommand: 'Push the content',

  // Push
  pushTitle: 'Push: disk to mirror',
  pushText:
    'Push copies a transfer from disk to the mirror registry. The source is only read, never changed.',
  pushSource:
    'Choose a workspace, one transfer, or a folder with mirror_*.tar files. A configuration is optional, because archive sets contain their own.',
  pushExisting: 'Content that already exists in the registry is not pushed again.',
  pushState:
    'Records and cluster resources of this side are stored in the state folder. This prevents them from traveling back by accident.',
  pushCatalog:
    'A push that would remove operators or versions from a catalog in the registry is rejected. The plan lists them, and you can allow it.',
  pushResources:
    'After a push, the run shows the cluster resources to apply: IDMS, ITMS, CatalogSource and signatures.',
  pushProbe:
    'Before the first push, Airlock probes what the registry supports, with small content in a scratch repository. Unsupported content is reported before anything is pushed.',
  pushTest:
    'You can test the registry before a push. The test distinguishes wrong names, rejected connections, unknown CAs and wrong passwords.',
  pushCommand: 'Push to a registry',
  pushVerifyCommand: 'Verify every byte of a transfer',

  // Apply
  clusterTitle: 'Apply to a cluster',
  clusterCompare:
    'Choose a folder with manifests, a kubeconfig and a context, and compare. The folders of the last pushes are suggested.',
  clusterObjects:
    'Each object shows its purpose, its differences and what restarts. Expand it to see the fields, with conflicts and their owners.',
  clusterSelection:
    'Objects with conflicts are not selected at first. Confirm separately every change that removes something from the cluster.',
  clusterDryRun:
    'A dry run lets the cluster check the changes. The job asks you before nodes restart, and continues when you close the window.',
  clusterRollback: 'Roll back restores the previous versions of the objects, now or later.',
  clusterDryRunCommand: 'Compare the manifests with the cluster',
  clusterApplyCommand: 'Apply the manifests',

  // Mirror
  mirrorTitle: 'Mirror: registry to registry',
  mirrorText:
    'Use this on a host that reaches both sides. Images are copied from the source registries to the mirror registry. The workspace stores records and cluster resources.',
  mirrorExisting: 'Images that already exist in the mirror registry are skipped.',
  mirrorCommand: 'Mirror to a registry',

  // A run
  runTitle: 'A run',
  runProgress: 'The title shows when the run will end. The progress bar counts bytes, not images.',
  runPause:
    'Pause finishes nearly complete content and saves the position of the rest. Stop ends the run immediately and keeps completed content. You can resume either here or in a terminal.',
  runLimits:
    'You can change the number of parallel images and the rate during the run. Changes apply immediately.',
  runDeliverables:
    'Complete releases and operators are listed in the order of the run. You can use them even if you end the run now.',
  runFailures:
    'Failed images do not stop the run. Retry copies only failed images. Operator versions with missing images are listed, because clusters cannot install them.',
  runWindow:
    'The run continues when you close this window. You can follow it in any window or terminal on the host.',
  runAttachCommand: 'Follow the run in a terminal',
  runShowCommand: 'Show the record of the run',
});
