import { translator } from '../../../base/messages/translator.ts';

/** Texts on reading install-config.yaml, on feature sets and on lost quorum, and remedies of the installer's own messages. */
export const t = translator({
  notSupportedRemedy: 'Set {path} to one of {names}.',
  requiredRemedy: 'Add {path}.',
  invalidRemedy: 'Fix the value of {path}.',
  duplicateRemedy: 'Use a different value for each entry, or remove one of the two.',
  forbiddenRemedy: 'Remove {path}, or change the setting that forbids it.',
  tooManyRemedy: 'Reduce {path} to at most {maximum, plural, one {# entry} other {# entries}}.',
  listTooLong: '{field} has {count} entries, but the limit is {limit}',
  severalDocuments: 'The file contains {count} YAML documents, but the installer reads only the first one',
  severalDocumentsRemedy: 'Remove all documents after the first one.',
  unknownFieldNearRemedy: 'Rename {path} to {near} if you meant that field. The installer ignores {path}.',
  unknownFieldRemedy: 'Remove {path}, or move it to the right section. The installer ignores it.',
  fieldTwice: '{path} repeats {name} with different capitalization, and the installer uses the last one',
  fieldTwiceRemedy: 'Remove all spellings of {name} except one.',
  fieldCase: "The installer reads {path} as {name} because it ignores case, but other tools don't",
  fieldCaseRemedy: 'Rename {path} to {name}.',
  renameFix: 'Rename to {name}',
  featureSetPermanent:
    "You can't undo a feature set other than the default, and can't upgrade the cluster to another minor release",
  gateClusterApi: 'Multiple vCenters are installed with Cluster API, which is the default since 4.16',
  gateMultiVCenters: 'Multiple vCenters are generally available since 4.18',
  gateStaticIps: 'Static IP addresses on vSphere are generally available since 4.16',
  gateMultiNetworks: 'Multiple networks per failure domain are generally available since 4.20',
  gateHostGroups: 'Host groups as zones are on by default since about 4.21',
  gateMultiDisk: 'Data disks of vSphere machines are a technology preview in 4.19',
  featureGatesRemedy: 'Set featureSet to CustomNoUpgrade, or remove featureGates.',
  featureSetWarning:
    "featureSet {featureSet} can't be undone, and the cluster can't be upgraded to another minor release",
  featureSetWarningRemedy: 'Use this feature set only for clusters that you can reinstall.',
  gatedFieldRemedy:
    "Install {release} or newer, or set featureSet to CustomNoUpgrade with {gate}=true in featureGates. This can't be undone and prevents upgrades to another minor release.",
  quorumVCenter:
    'Losing vCenter {name} loses etcd quorum: it runs {count} of the {masters} control plane machines',
  quorumFailureDomain:
    'Losing failure domain {name} loses etcd quorum: it runs {count} of the {masters} control plane machines',
  manifestFieldRemedy:
    'Fix {path} before you create manifests, because their names or placement depend on it.',
  subnetRemedy: 'Use {network}, the address of the network.',
  changeFix: 'Change to {value}',
});
