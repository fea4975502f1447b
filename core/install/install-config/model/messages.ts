import { translator } from '../../../base/messages/translator.ts';

/** Texts on reading install-config.yaml, on feature sets and on lost quorum, and remedies of the installer's own messages. */
export const t = translator({
  notSupportedRemedy: 'Set {path} to one of {names}.',
  requiredRemedy: 'Add {path}.',
  invalidRemedy: 'Fix the value of {path}.',
  duplicateRemedy: 'Use a different value for each entry, or remove one of the entries.',
  forbiddenRemedy: 'Remove {path}, or change the setting that forbids it.',
  tooManyRemedy: 'Reduce {path} to at most {maximum, plural, one {# entry} other {# entries}}.',
  listTooLong: '{field} has {count} entries, but the limit is {limit}',
  severalDocuments: 'The file contains {count} YAML documents, but the installer reads only the first one',
  severalDocumentsRemedy: 'Remove all documents after the first one.',
  unknownFieldNearRemedy: 'If you meant {near}, rename {path}. The installer ignores {path}.',
  unknownFieldRemedy: 'Remove {path}, or move it to the correct section. The installer ignores {path}.',
  fieldTwice:
    '{path} repeats {name} with different capitalization, and the installer uses only the last occurrence',
  fieldTwiceRemedy: 'Keep only one spelling of {name}.',
  fieldCase: 'The installer ignores case and reads {path} as {name}, but other tools are case-sensitive',
  fieldCaseRemedy: 'Rename {path} to {name}.',
  renameFix: 'Rename to {name}',
  featureSetPermanent:
    "Enabling a feature set other than the default can't be undone and prevents upgrades to another minor release",
  gateClusterApi:
    'Installation on multiple vCenters uses Cluster API, which is the default in 4.16 and later',
  gateMultiVCenters: 'Multiple vCenters are generally available in 4.18 and later',
  gateStaticIps: 'Static IP addresses on vSphere are generally available in 4.16 and later',
  gateMultiNetworks: 'Multiple networks per failure domain are generally available in 4.20 and later',
  gateHostGroups: 'Host groups as zones have been enabled by default since about 4.21',
  gateMultiDisk: 'Data disks for vSphere machines are a Technology Preview feature in 4.19',
  featureGatesRemedy: 'Set featureSet to CustomNoUpgrade, or remove featureGates.',
  featureSetWarning:
    "Enabling the feature set {featureSet} can't be undone and prevents upgrades to another minor release",
  featureSetWarningRemedy: 'Use this feature set only for clusters that you can reinstall.',
  gatedFieldRemedy:
    "Install {release} or later, or set featureSet to CustomNoUpgrade with {gate}=true in featureGates. Enabling CustomNoUpgrade can't be undone and prevents upgrades to another minor release.",
  quorumVCenter:
    'If vCenter {name} fails, etcd loses quorum, because this vCenter runs {count} of the {masters} control plane machines',
  quorumFailureDomain:
    'If failure domain {name} fails, etcd loses quorum, because this failure domain runs {count} of the {masters} control plane machines',
  manifestFieldRemedy:
    'Fix {path} before you create manifests, because object names and placement depend on it.',
  subnetRemedy: 'Use {network}, the network address.',
  changeFix: 'Change to {value}',
});
