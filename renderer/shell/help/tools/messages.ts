import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the help for the tools. */
export const t = translator({
  // Upgrades
  upgradesTitle: 'Upgrades',
  upgradesVersions:
    'Select the current version of a cluster in the graph, then the target version, or enter both. If you enter a minor version, such as 4.18, Airlock uses its latest release.',
  upgradesPath:
    'The result is the upgrade path with the fewest updates. An update with known risks is conditional: each cluster checks whether a risk applies. The path can include conditional updates unless you choose to avoid risks.',
  upgradesGraph:
    'The graph has one lane for each minor version. The path is bold, conditional updates are dotted, and small circles represent versions outside the path. Point to a version to see its updates. Scroll to zoom, and drag to pan. Use the arrow keys to move. Press F to start the path at the selected version, or T to end the path there.',
  upgradesRisks:
    "For each known risk, you can record whether it applies to your clusters, and why. If a risk doesn't apply, the path can use its updates even if you avoid risks. The plan and the configuration contain the reasons.",
  upgradesTable: 'The table shows the same data as the graph.',
  upgradesData:
    "The graph data is requested from the update service at most once an hour for each minor version. Graph data saved in the workspace is also used, so a disconnected host doesn't need an update service.",
  upgradesOptions:
    'Under More options, you can choose the path with the fewest risks, plan an EUS-to-EUS update with paused worker pools, add intermediate versions, and create a separate configuration for each update.',
  upgradesOperators:
    'Upgrade plans include operators. Operators that must be updated before an OpenShift update appear as squares between the updates.',
  upgradesAdd:
    'You can add the channels on the path to a configuration. Before saving, Airlock shows the changes and lists additional releases that the channels select.',
  upgradesCommand: 'Find the upgrade path in a terminal',
  upgradesRisksCommand: 'Avoid known risks, and save the graph as an image',

  // Upgrades of an operator
  comparisonTitle: 'Compare catalogs',
  comparisonChanges: 'The table lists packages, channels and versions that were added, removed or moved.',
  comparisonCatalogs: 'A catalog is a reference, or the directory of a file-based catalog.',
  comparisonCache: 'A catalog is downloaded once. Later comparisons read it from this host.',
  comparisonCommand: 'compares two catalogs; the exit code is 2 if they differ',
  operatorTitle: 'Operator upgrades',
  operatorPath:
    'Enter the catalog, the package, and the installed version or bundle name. The result is the path with the fewest channel changes that OLM can follow.',
  operatorCatalogs:
    "To upgrade across two OpenShift versions, enter the catalog for the earlier version first. The path then runs through both catalogs. A bundle that doesn't support the later OpenShift version is updated before the OpenShift update.",
  operatorGraph:
    'The head of the channel is at the top. The line connects each version to the version that it replaces. Skipped versions are shown next to the line, and brackets mark skip ranges (skipRange).',
  operatorKeys:
    'Use the arrow keys to move along the line, Right to go to skipped versions, and Left to go to a skip range. Press Enter to open a version, F to set the installed version, or T to set the target version.',
  operatorAdd:
    'You can add the packages and their channels to a configuration. Existing channel entries are extended, and all other lines stay unchanged.',
  operatorCache:
    'A catalog is downloaded only once. Its index is stored in your cache directory, which the command line also uses.',
  operatorCommand: 'Find the upgrade path in a terminal',
  operatorListCommand: 'List the packages in a catalog',

  // A plan for OpenShift and operators
  planTitle: 'Upgrade plan for OpenShift and operators',
  planOrder:
    "The plan shows the order in which a cluster and its operators are updated. If the installed version of an operator doesn't support the next OpenShift version (olm.maxOpenShiftVersion), the operator is updated before OpenShift. Otherwise, the operator is updated as late as possible.",
  planCatalogs:
    'Enter a catalog for each OpenShift version on the path. Enter each operator on a separate line as NAME=VERSION, or as NAME=VERSION@CHANNEL to include its current channel.',
  planChecks: "Every step is checked. A failed check blocks the plan, but a note doesn't.",
  planPage: "The printable page has a checkbox for each step and doesn't load anything from the network.",
  planCommand: 'Create the plan in a terminal and save it as a printable page',

  // Hosts
  hostsTitle: 'Hosts: network settings for machines',
  hostsRows:
    'Each row represents a machine. You can paste rows from a spreadsheet, or open a table, a MachineConfig, or a directory of documents. Rows with a header are imported as a table. Rows without a header are pasted into the cells.',
  hostsKeys:
    'Use the arrow keys to move, Shift with the arrow keys to select, Enter or any text key to edit, and Tab to move to the next cell. Ctrl+C, Ctrl+V and Ctrl+D copy, paste and fill down. Ctrl+Z and Ctrl+Y undo and redo. Delete clears cells. Escape reduces the selection to one cell.',
  hostsSelection:
    'When several cells are selected, use the bar below the table to set a value, fill a series, or remove hosts.',
  hostsLayout:
    'Settings shared by all hosts are in the layout, which is either a preset with its settings or your own template. Empty cells show the value from the layout in gray.',
  hostsChecks:
    'As you type, Airlock checks each document against the rules of NMState and OVN-Kubernetes. It also checks for conflicts between hosts and with the cluster. Invalid cells are underlined. In a conflict, the cells of both hosts are underlined.',
  hostsSaved:
    'The table is saved as you type. BMC passwords are never saved with the table. You enter them when you save output files.',
  hostsCommand: 'Run the same checks in a terminal',

  // One host
  hostTitle: 'Settings for one host',
  hostForm:
    'The form, the picture and the YAML show the same document. A change in one view is applied to the other views and to the table.',
  hostOwn:
    "YAML that the form doesn't cover is stored for the host. Later changes to the layout and the table leave this YAML unchanged. Differences are shown below the YAML, and you can undo them.",
  hostPicture:
    'Select a box in the picture to go to the corresponding lines. The list of interfaces below the form contains all fields of each interface.',
  hostBoot:
    'To see how the node uses the file at first boot, open the explanation for the OpenShift release that is set in the layout. Press [ or ] to go to the previous or next host.',
  hostCommand: 'Explain the first boot of a node',

  // Outputs of hosts
  outputsTitle: 'Output files for hosts',
  outputsKinds:
    'You can create MachineConfigs for the installer or a running cluster, objects that add machines to a cluster, agent-config.yaml, the hosts section of install-config.yaml, and NMState documents.',
  outputsPreview:
    'All files are shown without passwords before they are saved. Only your user account can read saved files that contain passwords.',
  outputsScaleOut:
    'To add hosts to a cluster, paste its current MachineConfig. Only the files for the new hosts are added.',
  outputsMachineConfigCommand: 'Create a MachineConfig',
  outputsScaleOutCommand: 'Create the objects that add machines',

  // Nodes whose br-ex comes from configure-ovs
  adoptTitle: 'Migrate nodes from configure-ovs to NMState',
  adoptText:
    'Airlock reads the NodeNetworkStates of a cluster or must-gather. For each br-ex that configure-ovs created, it writes the day-1 document that creates the same bridge with NMState.',
  adoptVerdicts:
    "Each node has a verdict. A blocked node can't be migrated: the table shows the reason and what to do. Each document shows what it contains and what belongs to OVN-Kubernetes.",
  adoptSteps:
    "The files include one MachineConfig for each role and the migration steps. Nodes restart one at a time, workers first. OpenShift doesn't document a rollback, so read the rollback steps before you start.",
  adoptTable: 'You can also create a host table from the nodes, for example to edit a document.',
  adoptCommand: 'Write the same files in a terminal',
  adoptNodesCommand: 'Check br-ex on all nodes',

  // Changes of running nodes
  day2Title: 'Changes to running nodes',
  day2Text:
    'Choose a host or a role, and change a setting or the desired document. Airlock shows the effect, the policy that applies the change, and the policy that reverts it.',
  day2Rejected:
    "Changes that OVN-Kubernetes can't apply to a running node are rejected with a reason. An example is a different uplink for br-ex.",
  day2Masquerade:
    "The OVN masquerade address depends on the release that the cluster was installed with. Set that release in the layout, or paste the node's NodeNetworkState to use the address in it.",
  day2Table:
    'After you apply the policy, save the change to the table. Installation files then include the change.',
  day2Command: 'Create the policy in a terminal',

  // Install config
  installConfigTitle: 'Install config',
  installConfigStart:
    'Start with a preset, an existing file, or files that a push created in a workspace. The form changes only the lines of the fields that you edit. Comments and the order of fields stay unchanged.',
  installConfigRules:
    "As you type, Airlock checks every rule of the installer and shows the installer's messages. Errors that the installer would miss are marked. You can accept warnings.",
  installConfigPicture:
    'The picture shows where the bootstrap machine, the control plane machines and the workers will be placed. To move a control plane machine, use the menu in the picture. Select a name in the picture to open the corresponding form.',
  installConfigSecrets:
    'Secrets are stored in engine memory. The YAML refers to them only by name. Drafts, previews and logs contain no secrets. When you save, choose whether to include the secrets in the file.',
  installConfigManifests:
    "Airlock creates the same manifests as openshift-install, but doesn't require a connection to vCenter. A list shows which objects must exist in each vCenter.",
  installConfigCloud:
    'The Cloud config screen converts the INI file of the vSphere provider to YAML and lists the fields that were omitted.',
  installConfigDay2:
    'The Day 2 screen uses exported cluster objects to plan changes to an installed cluster. A single oc command creates the required files.',
  installConfigValidateCommand: 'Run the same checks from the command line',
  installConfigManifestsCommand: 'Create the manifests',
  installConfigUserCommand: 'Create the manifests for user-provisioned machines',
  installConfigToolsCommand: 'Extract openshift-install, oc, ccoctl and the live ISO of the mirrored release',
  installConfigImagesCommand: 'List other boot images with their addresses and checksums',
  installConfigMirrorCommand: 'Add the mirror settings that a push created',
  installConfigCloudCommand: 'Convert the cloud config from INI to YAML',
  installConfigDay2Command: 'Plan changes to a cluster',

  // Schedules
  schedulesTitle: 'Schedules',
  schedulesStart:
    'A schedule starts when its transfer window opens, and its run pauses when the window closes. The run resumes when the next window opens. A schedule with a start time runs until it is complete.',
  schedulesNew:
    'Before a run, a plan checks whether there is new content. If there is no new content, no run or transfer is created.',
  schedulesQueue:
    'Schedules in a workspace run one at a time, in list order. If a scheduled run fails, it is retried while its window is open.',
  schedulesProcess:
    'Schedules run while Airlock is open on the host. To run them without the app, set up a service that runs the command below.',
  schedulesListCommand: 'List the schedules of a workspace',
  schedulesRunCommand: 'Run the schedules until stopped',

  // History
  historyTitle: 'History',
  historyRecords:
    'Every run has an audit record that contains the configuration, the user, the Airlock version, and the result for each image.',
  historyCompare: 'Select two runs to see which images were added, removed or changed.',
  historyOrder: 'Runs are sorted by run number, not by the clock on the host.',
  historySecrets:
    'Audit records contain no passwords. Overrides, such as skipped signature checks, are marked.',
  historyListCommand: 'List the runs in a workspace',
  historyShowCommand: 'Show one run',
  compareTitle: 'Compare two runs',
  compareText:
    'Added and removed images are in only one of the two runs. Moved tags refer to a different digest in the later run.',
  compareConfigurations: 'The screen also shows the differences between the two configurations.',
  compareCommand: 'Show the record of one run',

  // The record of a run
  recordTitle: 'Audit record of a run',
  recordText:
    'The record contains the configuration, the time, the user and the result for each image. The command line shows the same record.',
  recordExport:
    'An export saves the record, its configuration and its cluster resources to a single file and shows the digest of the file.',
  recordReplay: 'A replay repairs the archive set of a fetch by downloading only damaged or missing content.',
  recordRollback:
    "Before a rollback, Airlock shows which tags from a push can be restored to their previous images and which can't. The rollback moves the tags without copying data, and writes a separate audit record.",
  recordOverrides: 'Overrides are checks that were disabled for the run. Auditors usually review them first.',
  recordShowCommand: 'Show the record',
  recordReplayCommand: 'Repair the archive set of a fetch',
  recordRollbackCommand: 'Restore the tags to their state before a push',

  // Settings
  settingsTitle: 'Settings',
  settingsTest:
    'A registry test has five stages: name, connection, TLS, login and path. Fix the first stage that failed. All earlier stages passed.',
  settingsProbe:
    'To probe the features of a registry, Airlock pushes small test content to a scratch repository. The probe covers path depth, sizes, sparse indexes, attached artifacts and deletion. Plans and pushes use the saved result.',
  settingsDoctor:
    'Doctor checks the host, the hosts that a configuration needs, and a destination for problems that would stop a run. You can use its list of hosts as an allow list for a firewall.',
  settingsCredentials:
    'Airlock uses credentials from existing auth files (podman, docker, pull secrets). Credentials that you enter here stay in memory unless you choose where to save them.',
  settingsCa:
    'A CA that you add is trusted for a single registry. It is saved in the certs.d directory that podman also uses.',
  settingsProxy:
    'Airlock reads the proxy settings from the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY.',
  settingsDefaults: 'Default values are suggested for new runs. You can change the values for each run.',
  settingsDiagnostics:
    'You can review every file in the diagnostics bundle before you save it. The bundle contains no passwords.',
  settingsAuthFileCommand: 'Create an auth file that Airlock reads',
  settingsDoctorCommand: 'Find problems that would stop a run',
  settingsProbeCommand: 'Show what a registry supports',

  // Practice
  practiceTitle: 'Practice',
  practiceText:
    'The practice environment consists of an update service, an empty mirror registry and a registry with small signed releases. All of them listen on 127.0.0.1, and no data leaves the machine.',
  practiceSteps: 'The practice steps use the same screens that you use with real registries.',
  practiceStop: 'When you stop the practice environment, its directory and its workspace are deleted.',
  practiceCommand: 'Run all practice steps in a terminal',
  practiceUpCommand: 'Start only the practice environment',

  // registry content
  docsTitle: 'Documentation',
  docsPages: 'The pages are part of this version of Airlock and need no network.',
  docsSearch:
    'Search for a term, a command, an error code, or a message. Search everything (Ctrl+K) also finds the headings.',
  docsLinks: 'Links to other sites are marked. They open outside Airlock.',
  docsCommand: 'Show all commands',

  contentTitle: 'Registry content',
  contentRead:
    'Airlock reads the tags and manifests of the registry, and compares them with the push records of this host.',
  contentShared: 'Shared bytes are also needed by other content, so deleting one entry does not free them.',
  contentDrift:
    'Drift: the registry no longer has a pushed tag, has another digest, or has images that no push recorded.',
  contentCompare:
    'Compare the content with another registry, a saved inventory, or a cluster. The cluster comparison also lists content that the cluster does not use.',
  contentDelete:
    'Select content and choose Delete to see the preview. Nothing is deleted until you confirm it.',
  contentExport: 'An exported inventory restores the ledger of the enclave on a new connected host.',
  contentCommand: 'List the content of a registry',
  contentCompareCommand: 'Watch a registry for drift, with exit code 2 if anything differs',
  contentRebuildCommand: 'Restore a lost ledger from an inventory',
});
