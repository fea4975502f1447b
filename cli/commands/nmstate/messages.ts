import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `nmstate`. */
export const t = translator({
  nmstate: 'validate, write and apply networks of hosts (NMState)',
  validate:
    'check network documents, MachineConfigs and host tables\nChecks the schema, the rules of NMState, the requirements of br-ex, and hosts against each other.',
  machineconfig:
    'write the MachineConfig with the documents of a role\nIf it would be too large, several MachineConfigs are written.',
  installer:
    'write hosts to agent-config.yaml or install-config.yaml\nThe hosts include the network of the first boot.',
  scaleout:
    'write the resources that add bare-metal hosts\nMachineConfig, secrets, BareMetalHosts, and the order in which to apply them.',
  explain:
    'show what a node does with its documents at boot\nShows the file that the node uses, the reason, and the resulting network.',
  nncp: "write the policy that changes the network of nodes\nA NodeNetworkConfigurationPolicy changes running nodes from one document to another. Its rollback is written too. Exit code 2: OVN-Kubernetes can't follow the change.",
  adopt:
    'write policies from day-1 documents, or update these\nWith --policies, adds the changes that policies made since day 1 to the documents.',

  // options of several commands
  presetOption: 'for a table of hosts: layout of their networks, such as bond-vlan',
  templateOption: 'for a table of hosts: template of their documents, with variables in double braces',
  clusterOption:
    'install-config.yaml, or the Network object of the cluster, to check addresses and the number of hosts',
  clusterNetworkOption:
    'install-config.yaml, or the Network object of the cluster (`oc get network.operator cluster -o yaml`), to check addresses, MTU and masquerade network',
  versionOption: 'release of the nodes, such as 4.18 (default: the newest)',
  installedVersionOption:
    'release that the cluster was installed with, which determines the masquerade address of br-ex',
  roleOption: "role of hosts whose role isn't known, such as worker",
  bmcCredentialsOption: 'table with name, bmc_user and bmc_password',
  verifyBmcCertificatesOption: 'verify the certificates of BMCs',

  // input
  versionInvalid: '"{version}" isn\'t an OpenShift release',
  versionInvalidRemedy: 'Use a release such as 4.18.',
  presetWithTemplate: "--preset and --template can't be used together",
  presetUnknown: 'the preset "{id}" doesn\'t exist',
  presetUnknownRemedy: 'Use one of {presets}.',
  folderEmpty: '{path} contains no network document',
  folderEmptyRemedy: 'Use a folder with files such as worker-0.yml, a MachineConfig, or a table of hosts.',
  pathMissing: "the file or folder {path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  fileTooLarge: '{path} is too large for a network document',
  problemOfOthers: '{message} (also in {count, plural, one {# other document} other {# other documents}})',
  documentMissing: '{path} contains no document of {host}',
  documentUnreadable: '{path}: {reason}',
  documentMissingRemedy: 'Use a file or folder with documents of hosts.',
  documentMissingHostsRemedy: 'Use one of the hosts {hosts}.',
  documentMissingFilesRemedy: 'Use one of the files in the folder.',
  nothingText: 'nothing',

  // results of several commands
  written: 'Written to {path}',
  writtenFiles: 'Written to {folder}: {files}',
  notWritten: 'Nothing was written because there are errors.',
  documentSkipped: '{file}: skipped ({what})',

  // validate
  validated: '{count, plural, one {# document} other {# documents}} checked: no errors.',
  validatedWithErrors: '{count, plural, one {# document} other {# documents}} checked: {errors} with errors.',
  validatedWithOtherErrors:
    '{count, plural, one {# document} other {# documents}} checked. The errors above concern no single document.',
  notValidated: 'No document was checked.',
  documentsMissing: '{path} contains no network document',
  documentsMissingRemedy: 'Use documents with `interfaces:`, a MachineConfig, a policy, or a table of hosts.',

  // machineconfig
  poolOption: 'role of the hosts: master, worker, arbiter, or a custom pool',
  machineConfigOutputOption:
    'write to this file, or one file per MachineConfig to this folder (default: print)',
  extensionOption: 'yml: nodes read it; yaml: extension of the enhancement proposal',
  gzipOption: 'compress each document, for hundreds of hosts',
  oneFileOption: 'one cluster.yml for all hosts, if their documents are equal and have no static addresses',
  nameOption: 'name of the MachineConfig (default: 10-br-ex-ROLE)',
  hostsSkipped: 'Skipped hosts with other roles: {hosts}',
  documentOfNoHost: '{file}: skipped, because it belongs to no host',
  machineConfigSummary: '{name}: {count, plural, one {# host} other {# hosts}}, {size}',

  // installer
  installerFileOption: 'configuration to write',
  installerOutputOption: 'write to this file (default: print, with passwords hidden)',
  rendezvousOption: 'agent-config: rendezvous IP (default: address of the first control plane host)',
  installerBmcCredentialsOption: 'install-config: table with name, bmc_user and bmc_password',
  installerVerifyBmcCertificatesOption: 'install-config: verify the certificates of BMCs',
  hostsMissing: 'The input contains no hosts.',

  // scaleout
  newHostOption: 'name of a new host; can be repeated',
  scaleoutFolderOption: 'folder to write to; only you can read the files with secrets',
  machineConfigOption: 'existing MachineConfig of the cluster, to which only the new hosts are added',
  machineSetOption: 'MachineSet to scale',
  replicasOption: 'number of replicas (default: the present number plus the new hosts)',
  namespaceOption: 'namespace of the BareMetalHosts (default: openshift-machine-api)',
  scaleoutGzipOption: 'compress documents (without --machine-config)',
  hostUnknown: '{path} contains no host {host}',
  hostUnknownRemedy: 'Use one of the hosts {hosts}.',
  hostUnknownEmptyRemedy: 'Use a file that contains the host.',

  // explain
  hostOption: 'short or full name of the host',
  hostRoleOption: "role of the host, if it isn't known",
  appliedOption: 'for a later boot: file with the content of /etc/nmstate/openshift/applied',
  explainedHostUnknown: 'No document in {path} applies to a host named {host}',
  explainedHostUnknownRemedy:
    'Check the name, or add a document of the host or a cluster.yml. {path} contains documents of {hosts}.',
  appliedResult: 'br-ex is created from the document.',
  configureOvsResult: 'The script of the cluster (configure-ovs) creates br-ex, not a document.',
  noBridgeResult: "br-ex isn't created, and the node doesn't join the cluster.",
  keptResult: "The network of the node doesn't change.",
  noneText: 'none',
  uplinkText: '{uplinks}, on {nics}',
  macText: 'from {name}',
  onLinkText: 'on-link',
  routeText: '{destination} via {nextHop}',
  routeOfInterfaceText: '{destination} via {nextHop} ({name})',
  searchText: '{servers}, search {domains}',
  localnetText: '{name} on {bridge}',

  // nncp
  fromOption: 'present state: documents, MachineConfig, table, policy, or `oc get nns NODE -o yaml`',
  toOption: 'wanted state: documents, MachineConfig or table',
  nodeOption: 'name of the node (default: all hosts on both sides)',
  policyRoleOption: 'one policy for the nodes of this role; with several hosts, only those of this role',
  policyOutputOption: 'write to this file, or with rollbacks to this folder (default: print)',
  rollbackOption: 'write the policy that undoes the change to this file',
  maxUnavailableOption:
    "number or percentage of nodes that change at the same time, for policies that don't change br-ex",
  overwriteOption: 'with --apply: replace policies of others, and continue if nodes report another state',
  maxUnavailableInvalid: "--max-unavailable {value} isn't a number or a percentage",
  maxUnavailableInvalidRemedy: 'Use a value such as 1 or 10%.',
  targetMissing: "the nodes of the policy aren't specified",
  targetMissingRemedy: 'Add --host NAME or --role POOL.',
  changeRejected:
    'The change is rejected, so no policy was created. The problems above show the reasons and remedies.',
  changesRejected: 'The changes of some hosts are rejected, so no policies were created for them.',
  unchanged: 'Nothing to change.',
  disruptive: 'The traffic of the node stops for a moment.',
  rollbackOfMany: '--rollback supports one policy only. For several policies, use -o with a folder',
  hostsDisjoint: 'no host is in both {from} and {to}',
  hostsDisjointRemedy: 'Name the files after their hosts, or select one host with --host.',
  hostOnOneSide: '{host}: skipped, because only one side contains it',
  hostChanges: '{host}: {count, plural, one {# change} other {# changes}}',
  hostRejected: '{host}: rejected',
  appliedTogether:
    'If you apply these policies together, all hosts change at the same time. For one file per policy, with its rollback and the order of steps, use -o DIR/.',

  // adopt
  policiesOption:
    'policies and reports of nodes (`oc get nncp,nns -o yaml`); exit code 2: the documents differ, and -o is missing',
  adoptOutputOption: 'write policies or updated documents here (default: print policies)',
  hostDocumentsMissing: '{path} contains no document of a host',
  hostDocumentsMissingRemedy:
    'Use a folder with files such as worker-0.yml, a MachineConfig, or a table with --preset.',
  policiesMissing: '{path} contains no policy and no report of a node',
  policiesMissingRemedy: 'Create the file with `oc get nncp,nns -o yaml`.',
  clusterFileSkipped: "cluster.yml is skipped because its role isn't known. Specify it with --role.",
  hostPolicy: '{name}: {host}',
  rolePolicy: '{name}: role {role}{count, plural, =0 {} one {} other { (# hosts)}}',
  nodeDiffers: '{what}: the node has {from} instead of {to}',
  hostWithoutPolicy: '{host}: no policy applies to this host',
  hostAsPolicies: '{host}: same as {policies}',
  hostSinceDayOne: '{host}: {count, plural, one {# change} other {# changes}} since day 1, by {policies}',
});
