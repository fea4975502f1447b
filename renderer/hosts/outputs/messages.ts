import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the outputs of hosts: the files, their options and how they are saved. */
export const t = translator({
  // Titles
  preparingTitle: 'Preparing files',
  machineConfigsTitle: '{files, plural, one {# MachineConfig} other {# MachineConfigs}} for {roles}',
  chooseHostsTitle: 'Choose the hosts to add to the cluster',
  scaleOutTitle: '{files, plural, one {# file} other {# files}} to add {hosts}',
  agentConfigTitle: 'agent-config.yaml for all hosts',
  installConfigTitle: 'Hosts and networks for install-config.yaml',
  documentsTitle: '{files, plural, one {# NMState document} other {# NMState documents}}, one per host',
  policiesTitle: '{files, plural, one {# policy} other {# policies}} with the content of the documents',
  outputProblemsTitle: '{output}: {problems, plural, one {# problem} other {# problems}} to fix',
  hostProblemsTitle: '{output}: {problems, plural, one {# error} other {# errors}} in the host table',
  allProblemsTitle:
    '{output}: {problems, plural, one {# problem} other {# problems}} to fix, and {hostProblems, plural, one {# error} other {# errors}} in the host table',

  // Outputs
  outputsLabel: 'Output types',
  machineConfigsLabel: 'MachineConfigs',
  machineConfigsText: 'One per role, for the installer or a running cluster.',
  scaleOutLabel: 'Scale out',
  scaleOutText: 'Manifests and steps for adding hosts to a running cluster.',
  agentConfigLabel: 'agent-config.yaml',
  agentConfigText: 'Hosts and first-boot networks for the agent-based installer.',
  installConfigLabel: 'install-config hosts',
  installConfigText: 'The platform.baremetal.hosts list, including networkConfig.',
  documentsLabel: 'NMState documents',
  documentsText: 'One file per host.',
  policiesLabel: 'Policies',
  policiesText: 'Kubernetes NMState then enforces the documents on running nodes.',
  tableErrorsTip: 'To save files, fix {errors, plural, one {# error} other {# errors}} in the host table.',

  // Options
  gzipLabel: 'Compress documents (gzip)',
  gzipHelp:
    'Use this option for many hosts. The cluster merges all MachineConfigs of a pool into one object, which has a size limit.',
  oneFileLabel: 'One cluster.yml for identical documents',
  oneFileHelp: 'Only for hosts that use DHCP. Each host with a static address needs its own file.',
  extensionLabel: 'Use the file extension .yaml',
  extensionHelp:
    'Nodes ignore .yaml files. Use this option only for comparison with the configure-ovs-alternative enhancement, which uses the .yaml extension.',
  bmcTlsLabel: 'Verify TLS certificates of BMCs',
  bmcTlsHelp: 'Clear this checkbox for BMCs with self-signed certificates. Any certificate is then accepted.',
  newHostsLabel: 'Hosts to add',
  machineConfigLabel: 'Current MachineConfig for the role',
  machineConfigHelp:
    'Leave this field empty to create a MachineConfig for all hosts in the table that have the same role as the added hosts.',

  // Files
  saveButton: 'Save files to directory',
  createFailedTitle: "The files couldn't be created",
  savedText: 'Saved to <folder>{directory}</folder>',
  filesTitle: '{files, plural, one {# file} other {# files}}',
  chooseHostsText: 'Choose the hosts to add.',
  secretFile: '{about} (contains passwords)',
  problemsTitle: 'Problems and notes',
  stepsTitle: 'Steps',
  useTitle: 'How to use the files',
  copyCommandButton: 'Copy command',
  previewTitle: 'File preview',
  previewLabel: 'Preview of {file}',
  copyFileButton: 'Copy file',

  // Save
  saveFilesButton: 'Save {files, plural, one {# file} other {# files}}',
  directoryLabel: 'Directory',
  overwriteLabel: 'Replace existing files',
  saveFailedTitle: "The files couldn't be saved",
  passwordsLabel: 'BMC passwords',
  noPasswordsOption: 'Omit content that needs passwords',
  onePasswordOption: 'One password for all BMCs',
  passwordFileOption: 'Passwords from a file with the columns name, bmc_user and bmc_password',
  usernameLabel: 'Default BMC user',
  passwordLabel: 'BMC password',
  passwordFileLabel: 'Password file',
  passwordsHelp:
    "Passwords are written only to the saved files, which only you can read. Airlock doesn't store passwords.",
});
