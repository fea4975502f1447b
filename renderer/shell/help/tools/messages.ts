import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the help for the tools. */
export const t = translator({
  // Upgrades
  upgradesTitle: 'Upgrades',
  upgradesVersions:
    'Enter the current version of a cluster and the target version. A minor version such as 4.18 means its newest release.',
  upgradesPath:
    'The result is the upgrade path with the fewest updates. An update with known risks is conditional: each cluster checks whether it is affected. The path can use conditional updates unless you avoid risks.',
  upgradesGraph:
    'The graph has one lane for each minor version. The path is bold, conditional updates are dotted, and small circles are other versions. Arrow keys move. F starts the path at the marked version, T ends it there.',
  upgradesTable: 'The table shows the same data as the graph.',
  upgradesData:
    'The graph data comes from the update service, at most once an hour for each minor version. Saved graph data in the workspace is used too, so a disconnected host needs no update service.',
  upgradesOptions:
    'More options include the path with the fewest risks, EUS to EUS with paused worker pools, and intermediate versions. You can also create one configuration for each update.',
  upgradesOperators:
    'Operators are part of a plan. Those that OpenShift requires to be updated are shown as squares between the updates.',
  upgradesAdd:
    'You can add the channels of the path to a configuration. Airlock shows the changes before saving, and names additional releases that the channels select.',
  upgradesCommand: 'Find the upgrade path in a terminal',
  upgradesRisksCommand: 'Avoid risks, and save the graph as a picture',

  // Upgrades of an operator
  operatorTitle: 'Upgrades of an operator',
  operatorPath:
    'Enter the catalog, the package and the installed version or bundle name. The result is the path that OLM takes, with the fewest channel changes.',
  operatorCatalogs:
    'For catalogs of two OpenShift versions, enter the older one first. The path leads through both catalogs. A bundle that does not support the next OpenShift version is updated before it.',
  operatorGraph:
    'The head of the channel is at the top. The line shows which version replaces which, skipped versions are next to it, and brackets are skip ranges (skipRange).',
  operatorKeys:
    'Arrow keys move along the line, right to skipped versions and left to a skip range. Enter opens a version. F sets the installed version, T sets the target.',
  operatorAdd:
    'You can add the packages and their channels to a configuration. Existing channels are extended, and other lines are unchanged.',
  operatorCache:
    'A catalog is downloaded once. Its index is stored in your cache folder, which the command line uses too.',
  operatorCommand: 'Find the upgrade path in a terminal',
  operatorListCommand: 'List the packages of a catalog',

  // A plan for OpenShift and operators
  planTitle: 'Upgrade plan for OpenShift and operators',
  planOrder:
    'The plan shows in which order a cluster and its operators are updated. An operator is updated before an OpenShift version that its installed version does not support (olm.maxOpenShiftVersion). Otherwise it is updated as late as possible.',
  planCatalogs:
    'Enter a catalog for each OpenShift version on the path. Enter each operator on its own line: NAME=VERSION, or NAME=VERSION@CHANNEL with its current channel.',
  planChecks: 'Each step is checked. A failed check stops the plan, a note does not.',
  planPage: 'The printable page has a checkbox for each step and loads nothing from the network.',
  planCommand: 'Create the plan in a terminal, and as a page',

  // Hosts
  hostsTitle: 'Hosts: network settings of machines',
  hostsRows:
    'Each row is a machine. Paste rows from a spreadsheet, or open a table, a MachineConfig, or a folder of documents. Rows with a header are imported as a table, others are pasted into the cells.',
  hostsKeys:
    'Arrow keys move, Shift selects, Enter or typing edits, Tab moves to the next cell. Ctrl+C, Ctrl+V and Ctrl+D copy, paste and fill down. Delete clears cells. Ctrl+Z and Ctrl+Y undo and redo. Escape selects a single cell.',
  hostsSelection:
    'With several cells selected, use the bar below the table to set one value, fill a series, or remove hosts.',
  hostsLayout:
    'Settings that all hosts share are in the layout: a preset with its settings, or your own template. Empty cells show the value of the layout in gray.',
  hostsChecks:
    'Airlock checks each document while you type, by the rules of NMState and OVN-Kubernetes. It also checks all hosts against each other and the cluster. Invalid cells are underlined, on both hosts of a conflict.',
  hostsSaved:
    'The table is saved as you type. BMC passwords are never saved with it, you enter them when you save files.',
  hostsCommand: 'Run the same checks in a terminal',

  // One host
  hostTitle: 'One host',
  hostForm:
    'The form, the picture and the YAML show the same document. A change in one of them appears in the others and in the table.',
  hostOwn:
    'YAML that the form does not cover is stored for this host only. Later changes of the layout and the table leave these lines unchanged. The differences are shown below the YAML, and you can undo them.',
  hostPicture:
    'Select a box in the picture to go to its lines. The list of interfaces below the form has all fields of each interface.',
  hostBoot:
    'To see what the node does with the file at its first boot, use the explanation for the release of the layout. The keys [ and ] go to the previous and next host.',
  hostCommand: 'Explain the first boot of a node',

  // Outputs of hosts
  outputsTitle: 'Output files for hosts',
  outputsKinds:
    'You can create MachineConfigs for the installer or a running cluster, the objects that add machines to a cluster, and agent-config.yaml. The hosts of install-config.yaml and the NMState documents are available too.',
  outputsPreview:
    'All files are shown before they are saved, without passwords. Only your user can read files with passwords.',
  outputsScaleOut:
    'To add hosts to a cluster, paste its current MachineConfig. Only the files of the new hosts are added to it.',
  outputsMachineConfigCommand: 'Create a MachineConfig',
  outputsScaleOutCommand: 'Create the objects that add machines',

  // Changes of running nodes
  day2Title: 'Changes to running nodes',
  day2Text:
    'Choose a host or a role, and change a setting or the desired document. You see the effect, the policy that applies it, and the policy that reverts it.',
  day2Rejected:
    'Changes that OVN-Kubernetes cannot apply to a running node are rejected with the reason, for example another uplink of br-ex.',
  day2Masquerade:
    "OVN's masquerade address depends on the release that the cluster was installed with, which you set in the layout. If you paste the NodeNetworkState of the node, Airlock uses its address.",
  day2Table:
    'After you apply the policy, save the change to the table, so that installation files include it.',
  day2Command: 'Create the policy in a terminal',

  // Install config
  installConfigTitle: 'Install config',
  installConfigStart:
    'Start with a preset, a file, or the files that a push created in a workspace. The form changes only the lines of its fields. Comments and order are unchanged.',
  installConfigRules:
    "Every rule of the installer is checked while you type, with the installer's messages. Errors that the installer would miss are marked. You can accept a warning.",
  installConfigPicture:
    'The picture shows where the bootstrap machine, the control plane machines and the workers will be placed. Use its menu to move a control plane machine. Names in the picture open their form.',
  installConfigSecrets:
    'Secrets are stored in the engine, and the text contains only their names. Drafts, previews and logs contain no secrets. When you save, choose whether the file contains them.',
  installConfigManifests:
    'The manifests are those that openshift-install would create, without a connection to vCenter. Next to them is a list of what each vCenter must contain.',
  installConfigCloud:
    'Cloud config converts the INI file of the vSphere provider to YAML and lists omitted fields.',
  installConfigDay2:
    'Day 2 plans changes to an installed cluster from files with its objects. One oc command creates these files.',
  installConfigValidateCommand: 'Check the same rules',
  installConfigManifestsCommand: 'Create the manifests',
  installConfigMirrorCommand: 'Use the files that a push created',
  installConfigCloudCommand: 'Convert INI to YAML',
  installConfigDay2Command: 'Plan changes to a cluster',

  // History
  historyTitle: 'History',
  historyRecords:
    'Every run has an audit record: its configuration, the user, the version of Airlock, and the result for each image.',
  historyCompare: 'Select two runs to see which images were added, removed or changed.',
  historyOrder: 'Runs are sorted by their number, not by the clock of the host.',
  historySecrets:
    'Audit records contain no passwords. Overrides, such as skipped signature checks, are marked.',
  historyListCommand: 'List the runs of a workspace',
  historyShowCommand: 'Show one run',
  compareTitle: 'Compare two runs',
  compareText:
    'Added and removed images are in only one of the runs. Moved tags point to another digest in the later run.',
  compareConfigurations: 'Below is the difference between the two configurations.',
  compareCommand: 'Show the record of one run',

  // The record of a run
  recordTitle: 'Audit record of a run',
  recordText:
    'The record shows the configuration, the time, the user and the result for each image. The command line shows the same record.',
  recordExport:
    'Export writes the record, its configuration and its cluster resources to one file and shows the digest.',
  recordReplay: 'Replay repairs the archive set of a fetch. It downloads only damaged or missing content.',
  recordRollback:
    'Roll back shows which tags of a push can be restored to their previous images, and which cannot. It moves the tags without copying data, and has its own record.',
  recordOverrides: 'Overrides are checks that were switched off for this run. Auditors look for them first.',
  recordShowCommand: 'Show the record',
  recordReplayCommand: 'Repair the archive set',
  recordRollbackCommand: 'Restore the tags from before a push',

  // Settings
  settingsTitle: 'Settings',
  settingsTest:
    'A registry test has five stages: name, connection, TLS, login and path. Fix the first stage that fails. The earlier ones passed.',
  settingsProbe:
    'Airlock probes what a registry supports (path depth, sizes, sparse indexes, attached artifacts, deletion) with small content in a scratch repository. Plans and pushes use the saved result.',
  settingsDoctor:
    'Doctor finds problems that would stop a run: on this host, at each host of a configuration, and at a destination. Use its list of hosts as the allow-list of a firewall.',
  settingsCredentials:
    'Credentials in auth files (podman, docker, pull secrets) are used from there. Credentials that you enter here stay in memory unless you choose where to save them.',
  settingsCa:
    'A CA that you add is trusted for one registry only, in the certs.d folder that podman uses too.',
  settingsProxy: 'The proxy comes from HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the environment of Airlock.',
  settingsDefaults: 'Defaults are suggested for new runs. You can change them for each run.',
  settingsDiagnostics:
    'You see all files of the diagnostics bundle before it is written. It contains no passwords.',
  settingsLoginCommand: 'Create an auth file that Airlock reads',
  settingsDoctorCommand: 'Find problems that would stop a run',
  settingsProbeCommand: 'Show what a registry supports',

  // Practice
  practiceTitle: 'Practice',
  practiceText:
    'The practice environment has a registry with small signed releases, an update service and an empty mirror registry. All of them run on 127.0.0.1, and nothing leaves this machine.',
  practiceSteps: 'The steps use the real screens, which work the same with real registries.',
  practiceStop: 'When you stop the practice environment, its folder and its workspace are removed.',
  practiceCommand: 'Run all steps in a terminal',
  practiceUpCommand: 'Only start the environment',
});
