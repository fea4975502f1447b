import { bitsOf } from '../../../base/network/addresses.ts';
import type { Conversion } from '../model/conversion.ts';
import type { InstallConfig, Networking } from '../model/model.ts';
import { parseNetwork } from '../model/networks.ts';

type OldName = 'machineCIDR' | 'type' | 'serviceCIDR' | 'clusterNetworks';

const NEW_NAMES: Record<OldName, keyof Networking> = {
  machineCIDR: 'machineNetwork',
  type: 'networkType',
  serviceCIDR: 'serviceNetwork',
  clusterNetworks: 'clusterNetwork',
};

/**
 * Names of the first releases (openshift/installer: pkg/types/conversion/installconfig.go). A new name that is set wins
 * in silence.
 */
export function networkingConversions({ networking }: InstallConfig): Conversion[] {
  if (!networking) return [];
  const conversions: Conversion[] = [];
  for (const [old, now] of Object.entries(NEW_NAMES) as [OldName, keyof Networking][]) {
    const value = networking[old];
    if (value === undefined) continue;
    const from = ['networking', old];
    if (networking[now] !== undefined) {
      conversions.push({
        kind: 'drop',
        from,
        message: `networking.${old} is deprecated and left out because networking.${now} is set`,
        remedy: `Take ${old} out.`,
      });
      continue;
    }
    conversions.push({
      kind: 'move',
      from,
      path: ['networking', now],
      value: old === 'machineCIDR' ? [{ cidr: value }] : old === 'serviceCIDR' ? [value] : value,
      message: `networking.${old} is deprecated; it is read as networking.${now}`,
      remedy: `Write ${now}.`,
    });
  }
  const type = networking.networkType ?? networking.type;
  const right = ['OVNKubernetes', 'OpenShiftSDN'].find((name) => name.toLowerCase() === type?.toLowerCase());
  if (right && right !== type)
    conversions.push({
      kind: 'set',
      path: ['networking', 'networkType'],
      value: right,
      message: `networking.networkType ${type} is read as ${right}`,
      remedy: `Write ${right}.`,
    });
  if (right === 'OpenShiftSDN')
    conversions.push({
      kind: 'set',
      onlyInFile: true,
      path: ['networking', 'networkType'],
      value: 'OVNKubernetes',
      message: 'networking.networkType OpenShiftSDN is gone since 4.15; OVNKubernetes takes its place',
      remedy: 'Write OVNKubernetes.',
    });
  return [...conversions, ...hostPrefixes(networking)];
}

function hostPrefixes(networking: Networking): Conversion[] {
  const field = networking.clusterNetwork ? 'clusterNetwork' : 'clusterNetworks';
  return (networking[field] ?? []).flatMap(
    ({ cidr, hostPrefix, hostSubnetLength: length }, i): Conversion[] => {
      if (length === undefined) return [];
      // By then clusterNetworks has its new name.
      const entry = ['networking', 'clusterNetwork', i];
      const from = [...entry, 'hostSubnetLength'];
      const origin = ['networking', field, i, 'hostSubnetLength'];
      if (hostPrefix)
        return [
          {
            kind: 'drop',
            from,
            at: origin,
            message: 'hostSubnetLength is deprecated and left out because hostPrefix is set',
            remedy: 'Take hostSubnetLength out.',
          },
        ];
      const family = parseNetwork(cidr ?? '')?.family ?? 4;
      return [
        {
          kind: 'move',
          from,
          at: origin,
          path: [...entry, 'hostPrefix'],
          value: bitsOf(family) - length,
          message: `hostSubnetLength ${length} is deprecated; it is read as hostPrefix ${bitsOf(family) - length}`,
          remedy: 'Write hostPrefix.',
        },
      ];
    },
  );
}
