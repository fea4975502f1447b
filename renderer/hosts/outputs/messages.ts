import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the outputs of hosts: the files, their options and how they are saved. */
export const t = translator({
  // Titles
  preparingTitle: 'Preparing files',
  machineConfigsTitle: '{files, plural, one {# MachineConfig} other {# MachineConfigs}} for {roles}',
  chooseHostsTitle: 'Choose the hosts to add to the cluster',
  scaleOutTitle: '{files, plural, one {# file} other {# files}} to add {hosts}',
  agentConfigTitle: 'agent-config.yaml for all hosts',
  installConfigTitle: 'Hosts of install-config.yaml with their networks',
  documentsTitle: '{files, plural, one {# NMState document} other {# NMState documents}}, one per host',
  outputProblemsTitle: '{output}: {problems, plural, one {# problem} other {# problems}} to fix',
  hostProblemsTitle: '{output}: {problems, plural, one {# problem} other {# problems}} in the host table',
  allProblemsTitle:
    '{output}: {problems, plural, one {# problem} other {# problems}} to fix, {hostProblems, number} in the host table',

  // Outputs
  outputsLabel: 'Output types',
  machineConfigsLabel: 'MachineConfigs',
  machineConfigsText: 'One per role, for the installer or a running cluster.',
  scaleOutLabel: 'Scale out',
  scaleOutText: 'Manifests and steps that add hosts to a running cluster.',
  agentConfigLabel: 'agent-config.yaml',
  agentConfigText: 'Hosts and first-boot networks for the agent-based installer.',
  installConfigLabel: 'install-config hosts',
  installConfigText: 'The list platform.baremetal.hosts with networkConfig.',
  documentsLabel: 'NMState documents',
  documentsText: 'One file per host.',
  hostProblemsText:
    '{problems, plural, one {# problem} other {# problems}} in the host table. <table>Show host table</table>',

  // Options
  gzipLabel: 'Compress documents (gzip)',
  gzipHelp:
    'For many hosts: the cluster merges all MachineConfigs of a pool into one object of limited size.',
  oneFileLabel: 'One cluster.yml for identical documents',
  oneFileHelp: 'Only with DHCP: hosts with static addresses need a file each.',
  extensionLabel: 'File names that end in .yaml',
  extensionHelp: 'The form of the configure-ovs-alternative enhancement. Nodes read only .yml files.',
  newHostsLabel: 'Hosts to add',
  machineConfigLabel: 'Current MachineConfig of the role',
  machineConfigHelp:
    'Without a current MachineConfig, Airlock creates one for all hosts of the role in the table.',

  // Files
  saveButton: 'Save to folder',
  createFailedTitle: "The files couldn't be created",
  savedText: 'Saved to <folder>{directory}</folder>',
  filesTitle: '{files, plural, one {# file} other {# files}}',
  chooseHostsText: 'Choose the hosts to add.',
  secretFile: '{about}, contains passwords',
  problemsTitle: 'Problems and notes',
  stepsTitle: 'Steps',
  copyCommandButton: 'Copy command',
  previewTitle: 'File preview',
  previewLabel: 'Preview of {file}',
  copyFileButton: 'Copy file',

  // Save
  saveFilesButton: 'Save {files, plural, one {# file} other {# files}}',
  folderLabel: 'Folder',
  overwriteLabel: 'Replace existing files',
  saveFailedTitle: "The files couldn't be saved",
  passwordsLabel: 'BMC passwords',
  noPasswordsOption: 'Omit content that needs passwords',
  onePasswordOption: 'One password for all BMCs',
  passwordFileOption: 'From a file with name, bmc_user and bmc_password',
  usernameLabel: 'BMC user for hosts without one',
  passwordLabel: 'BMC password',
  passwordFileLabel: 'Password file',
  passwordsHelp:
    "Passwords are written only to these files, which only you can read. Airlock doesn't store passwords.",
});
