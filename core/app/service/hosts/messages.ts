import { translator } from '../../../base/messages/translator.ts';

/** Texts of host sets, their imports and the files that they produce. */
export const t = translator({
  setMissing: "host set {id} doesn't exist",
  setMissingRemedy: 'Open another host set. This one was removed.',
  hostsMissing: '{path} contains no hosts',
  hostsMissingRemedy:
    'Choose a table of hosts, a MachineConfig, or a folder with a network document for each host.',
  tooManyFiles: '{folder} contains {count} files',
  tooManyFilesRemedy: 'Choose a folder with at most {most} files.',
  notOneHost:
    '{states, plural, =0 {{file} contains no network state, so no host was created from it} other {{file} contains # network states, so no host was created from it}}',
  notOneHostRemedy: 'Write one network state per file, and one file per host.',
  unreadable: "{path} can't be read: {reason}",
  tooLarge: 'it is larger than {bytes} bytes',
  enteredLater: '(entered when the files are saved)',
  fileExists: '{file} already exists with different content',
  fileExistsRemedy: 'Choose another folder, or replace the files.',
  passwordsMissing: 'the file has no BMC password for {hosts}',
  passwordsMissingRemedy: 'Add the passwords to the file, in the columns name, bmc_user and bmc_password.',

  // files and what to do with them
  agentConfigFile: 'Hosts and first-boot network for the agent-based installer',
  agentConfigStep: 'Copy agent-config.yaml next to install-config.yaml, and create the image',
  platformStep: 'Merge it into the platform section of install-config.yaml',
  networkFile: 'Network of {host}',
  networkStep: 'Check the files again after every change',
  newClusterStep: 'New cluster: create the manifests, then copy these files to openshift/',
  runningClusterStep:
    'Running cluster, for nodes that are added from now on: create these objects, or replace the existing ones',
  readmeFile: 'Instructions',
  secretsFile: 'Secrets of {host}',
  objectFile: '{kind} of {host}',
});
