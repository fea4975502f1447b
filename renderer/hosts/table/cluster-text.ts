import { readYaml, removeValue, setValue, valueAt } from '../../../core/contract/documents/document.ts';
import { clusterOf } from '../verdict.ts';
import { t } from './messages.ts';

/** The cluster settings of the form; one text each. */
export const CLUSTER_FIELDS = [
  { key: 'machineNetwork', label: t('machineNetworkLabel'), placeholder: '192.0.2.0/24' },
  { key: 'apiVIP', label: t('apiVipLabel'), placeholder: '192.0.2.5' },
  { key: 'ingressVIP', label: t('ingressVipLabel'), placeholder: '192.0.2.6' },
  { key: 'clusterNetworkMTU', label: t('clusterMtuLabel'), placeholder: '8900' },
  { key: 'internalMasqueradeSubnet', label: t('masqueradeLabel'), placeholder: '169.254.0.0/17' },
] as const;
export type ClusterField = (typeof CLUSTER_FIELDS)[number]['key'];

/** Returns the value of a setting, from the short form or an install-config. */
export function clusterField(text: string, key: ClusterField): string {
  const { cluster } = clusterOf({ cluster: text });
  if (!cluster) {
    const written = valueAt(readYaml(text), [key]);
    return written === undefined || written === null ? '' : String(written);
  }
  switch (key) {
    case 'machineNetwork':
      return cluster.machineNetworks.join(', ');
    case 'apiVIP':
      return cluster.apiVips.join(', ');
    case 'ingressVIP':
      return cluster.ingressVips.join(', ');
    case 'clusterNetworkMTU':
      return cluster.clusterMtu?.toString() ?? '';
    case 'internalMasqueradeSubnet':
      return Object.values(cluster.masquerade ?? {}).join(', ');
  }
}

/** Returns whether the text is an install-config, which the form can't change. */
export function isInstallConfig(text: string): boolean {
  const yaml = readYaml(text);
  return valueAt(yaml, ['baseDomain']) !== undefined || valueAt(yaml, ['networking']) !== undefined;
}

/** Returns the short form with another value of a setting. */
export function withClusterField(text: string, key: ClusterField, value: string): string {
  const yaml = readYaml(text);
  if (yaml.faults.length > 0) return text;
  const words = value.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) return valueAt(yaml, [key]) === undefined ? text : removeValue(yaml, [key]).text;
  const written = words.length > 1 ? words : /^\d+$/.test(words[0]!) ? Number(words[0]) : words[0]!;
  return setValue(yaml, [key], written).text;
}

const NOTES = [
  ['machineNetwork', 'machineNetworkNote'],
  ['apiVIP', 'apiVipNote'],
  ['ingressVIP', 'ingressVipNote'],
] as const;

/** Returns the settings that hosts are checked against: `Machine network 192.0.2.0/24 · API VIP 192.0.2.5`. */
export function clusterWords(text: string): string {
  const parts = NOTES.flatMap(([field, key]) => {
    const value = clusterField(text, field);
    return value === '' ? [] : [t(key, { value })];
  });
  return parts.join(' · ') || t('noClusterNote');
}
