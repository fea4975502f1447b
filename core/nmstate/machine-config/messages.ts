import { translator } from '../../base/messages/translator.ts';

/** Texts of MachineConfigs with network documents. */
export const t = translator({
  // contents
  contentElsewhere: 'the content is at a URL ({scheme}:) instead of in the MachineConfig',
  contentInvalid: "the content isn't valid {encoding, select, base64 {base64} other {percent encoding}}",
  compressionUnknown: "Ignition doesn't support the compression type {compression}",
  contentTooLarge: 'the content is larger than {limit} MiB when decompressed',
  gzipInvalid: "the content isn't valid gzip data, or is truncated",

  // documents
  statesSeveral: 'The document for {host} contains {count} network states, but a node reads only one',
  statesSeveralRemedy: 'Leave only one network state in the file for the host.',
  stateMissing: 'The document for {host} contains no network state',
  stateMissingRemedy: 'Add `interfaces:` to the document.',

  // reading
  yamlInvalidRemedy: 'Fix the line shown.',
  machineConfigMissing: 'The input contains no MachineConfig',
  machineConfigMissingRemedy: 'Provide a file that contains a MachineConfig.',
  roleMissing: 'The MachineConfig {name} has no label {label}, so no machine config pool uses it',
  roleMissingRemedy: 'Add the label {label}.',
  contentUnreadable: "{path} can't be read: {reason}",
  contentUnreadableRemedy: 'Encode the content as base64 again.',
  textInvalid: "{path} isn't UTF-8 text",
  textInvalidRemedy: 'Save the file as UTF-8.',
  extensionIgnored: 'Nodes silently ignore {path}, because they read only files with the .yml extension',
  extensionIgnoredRemedy: 'Rename the file to {path}.',

  // writing
  roleUnmatched: 'the input contains no MachineConfig for the role {role}',
  roleUnmatchedRemedy: 'For hosts with this role, use the MachineConfig that contains {folder}.',
  fileShared: '{host} and {other} would use the same file, {file}',
  fileSharedRemedy: 'Rename the hosts so that their names differ before the first dot.',
  oneFileImpossible: 'Each host gets its own file, because the documents differ or have static addresses',
  oneFileImpossibleRemedy: 'To write one file, use DHCP and identical documents for all hosts with the role.',
  hostsMissing: 'No host has the role {role}',
  hostsMissingRemedy: 'In the table, give at least one host this role.',
  hostsMissingRolesRemedy: 'Specify a role that at least one host has: {roles}.',
  extensionChosen:
    'Nodes read only files with the .yml extension, so they silently ignore these files. As a result, configure-ovs creates br-ex.',
  extensionChosenRemedy: 'Use the .yml extension, unless a custom service on the nodes reads .yaml files.',
  releaseRemedy: 'Update the cluster first, or let configure-ovs create br-ex.',
  tooLarge:
    'The documents for the role {role} total {bytes} bytes. All MachineConfigs in a pool are combined into one rendered object, and etcd rejects this object because it is larger than {limit} bytes.',
  nearlyTooLarge:
    'The documents for the role {role} total {bytes} bytes. All MachineConfigs in a pool are combined into one rendered object, and etcd rejects objects larger than {limit} bytes.',
  tooLargeRemedy: 'Compress the files with gzip, or use cluster.yml for hosts with DHCP.',
  tooLargeCompressedRemedy:
    'Move some of the hosts to a custom pool, or use cluster.yml for hosts with DHCP.',
});
