import { translator } from '../../../base/messages/translator.ts';

/** Texts on deprecated fields of install-config.yaml. */
export const t = translator({
  vipListRemedy: 'Replace {field} with the list {list}.',
  removeOldRemedy: 'Remove {field}.',
  renameRemedy: 'Replace {old} with {now}.',
  fieldSpelling: '{old} is now spelled {name}',
  oldFieldIgnored: '{old} is deprecated and ignored because {now} is set',
  oldFieldRead: '{old} is deprecated and is read as {now}',
  networkTypeRead: 'networking.networkType {type} is read as {right}',
  networkTypeRemedy: 'Set networking.networkType to {type}.',
  openShiftSdnRemoved:
    'networking.networkType OpenShiftSDN was removed in 4.15 and is replaced by OVNKubernetes',
  convertRemedy: 'Convert the deprecated fields with `airlock install-config convert`.',
  setFieldRemedy: 'Set {field} to {value}.',
  domainServerAssumed: 'A failure domain without a server is assumed to be in the only vCenter',
  domainDatacenterAssumed:
    'A failure domain without a datacenter uses the deprecated platform.vsphere.datacenter',
});
