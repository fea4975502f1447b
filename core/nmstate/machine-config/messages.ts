import { translator } from '../../base/messages/translator.ts';

/** Texts of MachineConfigs with network documents. */
export const t = translator({
  // contents
  contentElsewhere: 'its content is at a {scheme}: URL instead of in the MachineConfig',
  contentInvalid: "its content isn't valid {encoding, select, base64 {base64} other {percent encoding}}",
  compressionUnknown: "Ignition doesn't support its compression {compression}",
  contentTooLarge: 'its content is larger than {limit} MiB when decompressed',
  gzipInvalid: "its content isn't valid gzip data, or is truncated",

  // documents
  statesSeveral: 'The document of {host} contains {count} network states, but a node reads only one',
  statesSeveralRemedy: 'Leave only one network state in the file of the host.',
  stateMissing: 'The document of {host} contains no network state',
  stateMissingRemedy: 'Add `interfaces:` to the document.',

  // reading
  yamlInvalidRemedy: 'Fix the line shown.',
  machineConfigMissing: 'The text contains no MachineConfig',
  machineConfigMissingRemedy: 'Use a file that contains a MachineConfig.',
  roleMissing: 'The MachineConfig {name} has no label {label}, so no pool uses it',
  roleMissingRemedy: 'Add the label {label}.',
  contentUnreadable: "{path} can't be read: {reason}",
  contentUnreadableRemedy: 'Encode the content as base64 again.',
  textInvalid: "{path} isn't UTF-8 text",
  textInvalidRemedy: 'Save the file as UTF-8.',
  extensionIgnored: 'Nodes ignore {path} without a warning, because they only read names that end in .yml',
  extensionIgnoredRemedy: 'Rename the file to {path}.',

  // writing
  roleUnmatched: 'the text contains no MachineConfig for the role {role}',
  roleUnmatchedRemedy: 'Use the MachineConfig that contains {folder} for hosts of this role.',
  fileShared: '{host} and {other} would have the same file, {file}',
  fileSharedRemedy: 'Give the hosts names that differ before the first dot.',
  oneFileImpossible: 'The documents differ or have static addresses, so each host gets its own file',
  oneFileImpossibleRemedy: 'Use DHCP and the same document for all hosts of the role.',
  hostsMissing: 'No host has the role {role}',
  hostsMissingRemedy: 'Use another role.',
  hostsMissingRolesRemedy: 'Use another role. The hosts have the roles {roles}.',
  extensionChosen:
    'Nodes ignore these files without a warning, because they only read names that end in .yml. configure-ovs then creates br-ex',
  extensionChosenRemedy: 'Use the extension .yml, unless a custom service on the nodes reads .yaml.',
  releaseRemedy: 'Update the cluster first, or let configure-ovs create br-ex.',
  tooLarge:
    'The documents of the role {role} have {bytes} bytes in total. All MachineConfigs of a pool become one rendered object, and etcd rejects it because it exceeds {limit} bytes',
  nearlyTooLarge:
    'The documents of the role {role} have {bytes} bytes in total. All MachineConfigs of a pool become one rendered object, which etcd rejects above {limit} bytes',
  tooLargeRemedy: 'Compress the files with gzip, or use cluster.yml for hosts with DHCP.',
  tooLargeCompressedRemedy: 'Move some hosts to a custom pool, or use cluster.yml for hosts with DHCP.',
});
