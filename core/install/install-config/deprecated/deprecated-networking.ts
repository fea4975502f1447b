import { bitsOf } from '../../../base/network/addresses.ts';
import type { Conversion } from '../model/conversion.ts';
import type { InstallConfig, Networking } from '../model/model.ts';
import { parseNetwork } from '../model/networks.ts';
import { t } from './messages.ts';

type OldName = 'machineCIDR' | 'type' | 'serviceCIDR' | 'clusterNetworks';

const NEW_NAMES: Record<OldName, keyof Networking> = {
  machineCIDR: 'machineNetwork',
  type: 'networkType',
  serviceCIDR: 'serviceNetwork',
  clusterNetworks: 'clusterNetwork',
};

/**
 * Returns the conversions of names of the first releases (openshift/installer: pkg/types/conversion/installconfig.go).
 * The new name overrides the old one.
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
        message: t('oldFieldIgnored', { old: `networking.${old}`, now: `networking.${now}` }),
        remedy: t('removeOldRemedy', { field: `networking.${old}` }),
      });
      continue;
    }
    conversions.push({
      kind: 'move',
      from,
      path: ['networking', now],
      value: old === 'machineCIDR' ? [{ cidr: value }] : old === 'serviceCIDR' ? [value] : value,
      message: t('oldFieldRead', { old: `networking.${old}`, now: `networking.${now}` }),
      remedy: t('renameRemedy', { old: `networking.${old}`, now: `networking.${now}` }),
    });
  }
  const type = networking.networkType ?? networking.type;
  const right = ['OVNKubernetes', 'OpenShiftSDN'].find((name) => name.toLowerCase() === type?.toLowerCase());
  if (right && right !== type)
    conversions.push({
      kind: 'set',
      path: ['networking', 'networkType'],
      value: right,
      message: t('networkTypeRead', { type: type ?? '', right }),
      remedy: t('networkTypeRemedy', { type: right }),
    });
  if (right === 'OpenShiftSDN')
    conversions.push({
      kind: 'set',
      onlyInFile: true,
      path: ['networking', 'networkType'],
      value: 'OVNKubernetes',
      message: t('openShiftSdnRemoved'),
      remedy: t('networkTypeRemedy', { type: 'OVNKubernetes' }),
    });
  return [...conversions, ...hostPrefixes(networking)];
}

function hostPrefixes(networking: Networking): Conversion[] {
  const field = networking.clusterNetwork ? 'clusterNetwork' : 'clusterNetworks';
  return (networking[field] ?? []).flatMap(
    ({ cidr, hostPrefix, hostSubnetLength: length }, i): Conversion[] => {
      if (length === undefined) return [];
      // An earlier step has renamed clusterNetworks.
      const entry = ['networking', 'clusterNetwork', i];
      const from = [...entry, 'hostSubnetLength'];
      const origin = ['networking', field, i, 'hostSubnetLength'];
      if (hostPrefix)
        return [
          {
            kind: 'drop',
            from,
            at: origin,
            message: t('oldFieldIgnored', { old: 'hostSubnetLength', now: 'hostPrefix' }),
            remedy: t('removeOldRemedy', { field: 'hostSubnetLength' }),
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
          message: t('oldFieldRead', {
            old: `hostSubnetLength ${length}`,
            now: `hostPrefix ${bitsOf(family) - length}`,
          }),
          remedy: t('renameRemedy', { old: 'hostSubnetLength', now: 'hostPrefix' }),
        },
      ];
    },
  );
}
