import { translator } from '../../../base/messages/translator.ts';

/** Texts of host sets, their imports and the files that they produce. */
export const t = translator({
  setMissing: "host set {id} doesn't exist",
  setMissingRemedy: 'Open another host set. The requested one was removed.',
  hostsMissing: '{path} contains no hosts',
  hostsMissingRemedy:
    'Choose a table of hosts, a MachineConfig, a BMC inventory, or a directory with an NMState document for each host.',
  tooManyFiles: '{folder} contains {count} files',
  tooManyFilesRemedy: 'Choose a directory with at most {most} files.',
  folderTooLarge: 'the YAML, JSON, CSV and TSV files in {folder} exceed {size} MiB in total',
  folderTooLargeRemedy:
    'Choose a directory that contains only files that list hosts, or import the files in smaller groups.',
  unreadable: "{path} can't be read: {reason}",
  notRegular: "it isn't a regular file",
  tooLarge: 'the file is larger than {bytes} bytes',
  enteredLater: '(entered when the files are saved)',
  fileExists: '{file} already exists with different content',
  fileExistsRemedy: 'Choose another directory, or replace the files.',
  tableErrors: 'The host table contains errors: {first}',
  tableErrorsRemedy: 'Fix the errors in the host table before you save files.',
  passwordsMissing: 'the BMC password is missing for {hosts}',
  passwordsMissingRemedy:
    'Add the columns name, bmc_user and bmc_password to the file, and enter the passwords.',

  nodesChanged: 'The nodes have changed since the preview',
  nodesChangedRemedy: 'Read the nodes again, and check the documents.',

  // files and what to do with them
  agentConfigFile: 'Hosts and first-boot network for the Agent-based Installer',
  agentConfigStep: 'Copy agent-config.yaml to the directory with install-config.yaml, then create the image.',
  platformStep: 'Merge the file into the platform section of install-config.yaml.',
  networkFile: 'Network configuration for {host}',
  networkStep: 'Check the files again after every change.',
  policyFile: 'Policy for {count, plural, one {{host}} other {# hosts}}',
  policyStep:
    'Apply the policies to the running cluster. Nodes that match their documents are not changed. From then on, Kubernetes NMState enforces the policies.',
  newClusterStep:
    'For a new cluster, create the manifests. Then copy these files to openshift/ in the same directory.',
  runningClusterStep: 'To add nodes to a running cluster, create or replace these objects.',
  readmeFile: 'Instructions',
  secretsFile: 'Secrets for {host}',
  objectFile: '{kind} for {host}',
});
