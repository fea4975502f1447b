import { readYaml, removeValue, setValue, valueAt } from '../../../core/contract/documents/document.ts';
import { clusterOf } from '../verdict.ts';

/** What the form asks of the cluster; one text each. */
export const CLUSTER_FIELDS = [
  { key: 'machineNetwork', label: 'Machine network', placeholder: '192.0.2.0/24' },
  { key: 'apiVIP', label: 'API VIP', placeholder: '192.0.2.5' },
  { key: 'ingressVIP', label: 'Ingress VIP', placeholder: '192.0.2.6' },
  { key: 'clusterNetworkMTU', label: 'MTU of the cluster network', placeholder: '8900' },
  {
    key: 'internalMasqueradeSubnet',
    label: 'OVN’s masquerade subnet, if not the default',
    placeholder: '169.254.0.0/17',
  },
] as const;
export type ClusterField = (typeof CLUSTER_FIELDS)[number]['key'];

/** What the text says to a field, in its short form or as an install-config. */
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

/** Whether the text is an install-config, which is changed there and not in the form. */
export function isInstallConfig(text: string): boolean {
  const yaml = readYaml(text);
  return valueAt(yaml, ['baseDomain']) !== undefined || valueAt(yaml, ['networking']) !== undefined;
}

/** The short form with another answer. */
export function withClusterField(text: string, key: ClusterField, value: string): string {
  const yaml = readYaml(text);
  if (yaml.faults.length > 0) return text;
  const words = value.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) return valueAt(yaml, [key]) === undefined ? text : removeValue(yaml, [key]).text;
  const written = words.length > 1 ? words : /^\d+$/.test(words[0]!) ? Number(words[0]) : words[0]!;
  return setValue(yaml, [key], written).text;
}

/** `Machine network 192.0.2.0/24 · API VIP 192.0.2.5`. */
export function clusterWords(text: string): string {
  const parts = CLUSTER_FIELDS.flatMap(({ key, label }) => {
    const value = clusterField(text, key);
    return value === '' || key === 'clusterNetworkMTU' || key === 'internalMasqueradeSubnet'
      ? []
      : [`${label} ${value}`];
  });
  return parts.join(' · ') || 'Nothing is known of the cluster: VIPs and machine network are not checked';
}
