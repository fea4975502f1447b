import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `nmstate`. */
export const t = translator({
  nmstate: 'validate, write and apply host network settings (NMState)',
  validate:
    'check network documents, MachineConfigs and host tables\nChecks the NMState schema, the NMState rules, the requirements of br-ex, and conflicts between hosts.',
  hosts:
    'write a table of hosts from BMC inventories\nReads Redfish JSON, Ironic introspection data, BareMetalHosts with their HardwareData, tables of hosts, MachineConfigs, and network documents named after their hosts. Without a path, prints a template with all columns. Never reads BMC passwords.',
  machineconfig:
    'write the MachineConfig with the documents for a role\nWrites several MachineConfigs if a single one would be too large.',
  installer:
    'write hosts to agent-config.yaml or install-config.yaml\nThe hosts include the network configuration for the first boot.',
  scaleout:
    'write the resources for adding bare-metal hosts\nWrites a MachineConfig, secrets, BareMetalHosts, and the order in which to apply these resources.',
  explain:
    'show how a node uses its network documents at boot\nShows the file that the node uses, the reason, and the resulting network.',
  nncp: "write a policy that changes the network of nodes\nThe NodeNetworkConfigurationPolicy changes the network of running nodes from one document to another. Also writes a rollback policy. Exit code 2: OVN-Kubernetes can't adapt to the change.",
  adopt:
    "generate documents from nodes, or policies from documents\nWith the NodeNetworkStates of nodes that use configure-ovs (from a file, must-gather or cluster) as input: writes day-1 documents, MachineConfigs, migration steps and rollback steps. Set --openshift-version to the release that the nodes run. Exit code 2: some nodes can't be migrated.\nWith day-1 documents as input: writes policies. With --policies, updates the documents with the changes that policies have made since day 1.",

  // options of several commands
  presetOption: 'for a table of hosts: network layout, such as bond-vlan',
  templateOption: 'for a table of hosts: document template with variables in double braces',
  clusterOption:
    "install-config.yaml, or the cluster's Network object, to check addresses and the number of hosts",
  clusterNetworkOption:
    "install-config.yaml, or the cluster's Network object (`oc get network.operator cluster -o yaml`), to check addresses, the MTU and the masquerade network",
  versionOption: 'OpenShift release on the nodes, such as 4.18 (default: the newest)',
  installedVersionOption:
    'OpenShift release that the cluster was installed with (determines the masquerade address of br-ex)',
  roleOption: 'role, such as worker, for hosts whose role is unknown',
  bmcCredentialsOption: 'table with the columns name, bmc_user and bmc_password',
  bmcTlsVerifyOption: 'verify TLS certificates of BMCs (false: accept any certificate)',

  // input
  versionInvalid: '"{version}" isn\'t an OpenShift release',
  versionInvalidRemedy: 'Use a release such as 4.18.',
  presetWithTemplate: "--preset and --template can't be used together",
  presetUnknown: 'the preset "{id}" doesn\'t exist',
  presetUnknownRemedy: 'Use one of these presets: {presets}.',
  directoryEmpty: "{path} doesn't contain any network documents",
  directoryEmptyRemedy:
    'Use a MachineConfig, a table of hosts, or a directory with files such as worker-0.yml.',
  pathMissing: "the file or directory {path} doesn't exist",
  pathMissingRemedy: 'Check the path.',
  fileTooLarge: '{path} is larger than {limit, number} bytes, the limit for network documents',
  fileNotRegular: "{path} isn't a regular file",
  fileUnusableRemedy: 'Remove the file from the directory, or specify another file.',
  problemOfOthers: '{message} (also in {count, plural, one {# other document} other {# other documents}})',
  documentMissing: "{path} doesn't contain a document for {host}",
  documentUnreadable: '{path}: {reason}',
  documentMissingRemedy: 'Use a file or directory with host documents.',
  documentMissingHostsRemedy: 'Use one of these hosts: {hosts}.',
  documentMissingFilesRemedy: 'Use one of the files in the directory.',
  nothingText: 'not set',

  // results of several commands
  written: 'Written to {path}',
  writtenFiles: 'Written to {folder}: {files}',
  notWritten: 'Nothing was written because there are errors.',
  documentSkipped: '{file}: skipped ({kind})',

  // validate
  validated: '{count, plural, one {# document} other {# documents}} checked: no errors.',
  validatedWithErrors: '{count, plural, one {# document} other {# documents}} checked: {errors} with errors.',
  validatedWithOtherErrors:
    "{count, plural, one {# document} other {# documents}} checked. The errors above aren't specific to one document.",
  notValidated: 'No documents were checked.',
  documentsMissing: "{path} doesn't contain any network documents",
  documentsMissingRemedy: 'Use documents with `interfaces:`, a MachineConfig, a policy, or a table of hosts.',

  // machineconfig
  poolOption: 'role of the hosts: master, worker, arbiter, or a custom pool',
  machineConfigOutputOption: 'output file, or directory for one file per MachineConfig (default: print)',
  extensionOption: 'file extension: yml, which nodes read, or yaml, which the enhancement proposal uses',
  gzipOption: 'compress each document (for hundreds of hosts)',
  oneFileOption:
    'write one cluster.yml for all hosts, if the documents are identical and have no static addresses',
  nameOption: 'MachineConfig name (default: 10-br-ex-ROLE)',
  hostsSkipped: 'Skipped hosts with other roles: {hosts}',
  documentOfNoHost: "{file}: skipped, because the document doesn't belong to any host",
  machineConfigSummary: '{name}: {count, plural, one {# host} other {# hosts}}, {size}',

  // hosts
  mergeOption:
    'table of hosts to update. Machines are matched by name or MAC address. The names, roles and NIC order in the table are preserved.',
  hostsOutputOption: 'CSV file to write (default: print)',
  hostAdded: '{name}: new ({changes})',
  hostChanged: '{name}: changed ({changes})',
  passwordsIgnored: '{count, plural, one {# BMC password was} other {# BMC passwords were}} ignored.',

  // installer
  installerFileOption: 'configuration to write',
  installerOutputOption: 'write to this file (default: print, with passwords hidden)',
  rendezvousOption: 'agent-config: rendezvous IP (default: address of the first control plane host)',
  installerBmcCredentialsOption: 'install-config: table with the columns name, bmc_user and bmc_password',
  installerBmcTlsVerifyOption:
    'install-config: verify TLS certificates of BMCs (false: accept any certificate)',
  hostsMissing: "The input doesn't contain any hosts.",

  // scaleout
  newHostOption: 'name of a new host; can be repeated',
  scaleoutDirectoryOption: 'directory to write to; only you can read the files with secrets',
  machineConfigOption:
    "file with the cluster's existing MachineConfig, to which only the new hosts are added",
  machineSetOption: 'MachineSet to scale',
  replicasOption: 'number of replicas (default: the current number plus the new hosts)',
  namespaceOption: 'namespace of the BareMetalHosts (default: openshift-machine-api)',
  scaleoutGzipOption: 'compress documents (without --machine-config)',
  hostUnknown: "{path} doesn't contain host {host}",
  hostUnknownRemedy: 'Use one of these hosts: {hosts}.',
  hostUnknownEmptyRemedy: 'Use a file that contains the host.',

  // explain
  hostOption: 'short or full host name',
  hostRoleOption: "role of the host, if the input doesn't specify it",
  appliedOption: 'for a later boot: file with the content of /etc/nmstate/openshift/applied',
  explainedHostUnknown: 'no document in {path} applies to a host named {host}',
  explainedHostUnknownRemedy:
    'Check the name, or add a cluster.yml or a document for the host. {path} contains documents for {hosts}.',
  appliedResult: 'br-ex is created from the document.',
  configureOvsResult: "br-ex is created by the cluster's configure-ovs script, not from a document.",
  noBridgeResult: "br-ex isn't created, and the node doesn't join the cluster.",
  unchangedResult: "The node's network doesn't change.",
  noneText: 'none',
  uplinkText: '{uplinks}, on {nics}',
  macText: 'from {name}',
  onLinkText: 'on-link',
  routeText: '{destination} via {nextHop}',
  routeOfInterfaceText: '{destination} via {nextHop} ({name})',
  searchText: '{servers}, search {domains}',
  localnetText: '{name} on {bridge}',

  // nncp
  fromOption:
    'file with the current state: documents, MachineConfig, table, policy, or output of `oc get nns NODE -o yaml`',
  toOption: 'desired state: documents, MachineConfig or table',
  nodeOption: 'node name (default: all hosts that are in both --from and --to)',
  policyRoleOption:
    'write one policy for all nodes with this role; with several hosts, include only hosts with this role',
  policyOutputOption: 'file to write, or directory for the policies and their rollbacks (default: print)',
  rollbackOption: 'output file for the policy that undoes the change',
  maxUnavailableOption:
    "number or percentage of nodes that change at the same time, for policies that don't change br-ex",
  overwriteOption:
    "with --apply: take ownership of policies from other field managers, and continue even if the nodes don't have the state in --from",
  maxUnavailableInvalid: '--max-unavailable {value} is neither a number nor a percentage',
  maxUnavailableInvalidRemedy: 'Use a value such as 1 or 10%.',
  targetMissing: "the policy's nodes aren't specified",
  targetMissingRemedy: 'Add --host NAME or --role POOL.',
  changeRejected:
    'The change was rejected, so no policy was created. See the problems above for reasons and remedies.',
  changesRejected: 'The changes for some hosts were rejected, so no policies were created for these hosts.',
  unchanged: 'Nothing to change.',
  disruptive: 'Network traffic on the node is briefly interrupted.',
  rollbackOfMany: '--rollback supports only one policy. For several policies, use -o with a directory',
  hostsDisjoint: 'no host is in both {from} and {to}',
  hostsDisjointRemedy: 'Name the files after their hosts, or select one host with --host.',
  hostOnOneSide: '{host}: skipped, because only one of --from and --to contains the host',
  hostChanges: '{host}: {count, plural, one {# change} other {# changes}}',
  hostRejected: '{host}: rejected',
  appliedTogether:
    'If you apply these policies together, all hosts change at the same time. To write one file per policy, with rollbacks and the order of steps, use -o DIR/.',

  // adopt
  policiesOption:
    'policies and node network states (`oc get nncp,nns -o yaml`); exit code 2 if the documents differ and -o is missing',
  adoptOutputOption:
    'write to this file or directory (default: print policies; for nodes, a new or empty directory)',
  hostDocumentsMissing: '{path} contains neither host documents nor NodeNetworkStates',
  hostDocumentsMissingRemedy:
    'Use a MachineConfig, a table with --preset, a directory with files such as worker-0.yml, a must-gather, or the output of `oc get nns,nodes -o yaml`.',
  policiesMissing: "{path} doesn't contain any policies or node network states",
  policiesMissingRemedy: 'Create the file with `oc get nncp,nns -o yaml`.',
  clusterFileSkipped: 'cluster.yml was skipped because its role is unknown. Specify the role with --role.',
  hostPolicy: '{name}: {host}',
  rolePolicy: '{name}: role {role}{count, plural, =0 {} one {} other { (# hosts)}}',
  nodeDiffers: '{setting}: the node has {from} instead of {to}',
  nodeUnset: '{setting}: not set on the node, but expected to be {to}',
  nodeSurplus: '{setting}: the node has {from}, but no value is expected',
  hostWithoutPolicy: '{host}: no policy applies to this host',
  hostAsPolicies: '{host}: the document matches {policies}',
  hostSinceDayOne:
    '{host}: {count, plural, one {# change} other {# changes}} since day 1, made by {policies}',

  adoptColumns: 'NODE|ROLE|VERDICT|UPLINK|ADDRESSES|DOCUMENT',
  readyVerdict: 'ready',
  doneVerdict: 'migrated',
  blockedVerdict: 'blocked',
  migrationWritten: 'Wrote {count, plural, one {# file} other {# files}} to {path}. Start with README.md.',
  migrationNext: 'To write the documents, MachineConfigs and steps, use -o DIR/.',
  adoptTwoSources: '{path} and the options for a cluster or directory both name nodes',
  adoptTwoSourcesRemedy: 'Use either the path or --from-dir, --kubeconfig and --context.',

  // nmstate nodes
  nodes:
    'check br-ex on all nodes of a cluster\nReads the NodeNetworkStates of a cluster, or of a directory with a must-gather or the output of `oc get nns,nodes,network.operator -o yaml`. Exit code 2: br-ex of a node does not work for OVN-Kubernetes.',
  nodeColumns: 'NODE|ROLE|BR-EX|UPLINK|ADDRESSES|MTU|CREATED BY',
  nodeOk: 'ok',
  nodeFailed: 'error',
  automatic: '(DHCP)',
  creatorUnknown: 'unknown',
  nodeFinding: '{name}: {level}: {message}',
  nodesVerdict:
    '{failed, plural, =0 {br-ex works on {count, plural, one {the node} other {all # nodes}}.} other {br-ex has errors on {failed} of {count, plural, one {# node} other {# nodes}}.}}',
});
