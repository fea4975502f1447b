import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Manifests: the files that follow from an install-config.yaml, the vCenter checklist, and the installation steps. */
export const t = translator({
  createFailedTitle: "Manifests can't be created from this configuration yet",

  // Files
  filesTitle: 'Manifest files',
  filesNote: '{count, plural, one {# file} other {# files}}',
  topLevelLabel: 'Top-level files',
  hasSecrets: 'Contains secrets',
  fileLabel: 'File {path}',
  copyFileButton: 'Copy manifest',
  maskedText: 'Secrets are masked in this preview.',

  // Saving
  saveTitle: 'Save manifests to a directory',
  infraIdNote: 'Infrastructure ID {id}',
  invalidText:
    'The installer would reject this configuration. Fix {errors, plural, one {# error} other {# errors}} before you use the manifests.',
  directoryLabel: 'Manifest directory',
  writeButton: 'Write {count, plural, one {# manifest} other {# manifests}}',
  secretsLabel: 'Include {count, plural, one {# file} other {# files}} with secrets',
  secretsHelp: 'Only your user account can read files that contain secrets.',
  writeFailedTitle: "The manifests couldn't be written",
  writtenText: '{count, plural, one {# file} other {# files}} written',
  writtenPartlyText: '{count, plural, one {# file} other {# files}} written. Omitted: {files}',
  othersText: 'The installer would also read these files in the directory: {files}',

  // vCenter checklist
  checklistTitle: 'Before you install',
  checklistNote: 'Requirements for each vCenter, also listed in vcenter-checklist.md',
  vcenterSummary: '{domains}: {items, plural, one {# requirement} other {# requirements}}',
  unusedVCenterSummary: 'No failure domain: {items, plural, one {# requirement} other {# requirements}}',
  createdByInstaller: 'created by the installer',
  datacenterItem: 'Datacenter <name></name>',
  clusterItem: 'Compute cluster <name></name>',
  hostGroupItem: 'Host group <name></name>',
  resourcePoolItem: 'Resource pool <name></name>',
  datastoreItem: 'Datastore <name></name>',
  networkItem: 'Network <name></name>',
  folderItem: 'Folder <name></name>',
  templateItem: 'Template <name></name>',
  tagCategoryItem: 'Tag category <name></name>',
  tagItem: 'Tag <name></name>',
  machineItem: 'Virtual machine <name></name>',
  privilegeItem: 'Privileges on <name></name>',

  // Steps
  stepsTitle: 'Installation on user-provisioned infrastructure',
  stepsNote: 'in the directory that contains install-config.yaml, also listed in user-provisioned-steps.md',
  copyCommandsButton: 'Copy commands: {step}',
});
