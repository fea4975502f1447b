import { type HostSet, presetById } from '../../core/contract/documents/nmstate.ts';
import { wordList } from '../../core/contract/documents/words.ts';
import { cellText } from './columns.ts';
import { t } from './messages.ts';
import type { Verdict } from './verdict.ts';

/** Returns the title of a table: roles, layout and result of the checks. @param verdict undefined before the first check */
export function hostsSentence(set: HostSet, verdict: Verdict | undefined): string {
  if (set.hosts.length === 0) return t('emptyTitle');
  const hosts = { roles: rolesText(set), layout: layoutText(set) };
  if (!verdict) return t('hostsTitle', hosts);
  const { errors, warnings } = verdict;
  if (errors > 0) return t('hostsProblemsTitle', { ...hosts, errors, warnings });
  return warnings > 0 ? t('hostsWarningsTitle', { ...hosts, warnings }) : t('hostsReadyTitle', hosts);
}

const ROLES = ['master', 'arbiter', 'worker'];

/** Returns how many hosts each role has: `3 control plane nodes and 9 workers`. */
export function rolesText({ hosts }: HostSet): string {
  const counts = new Map<string, number>();
  for (const { role } of hosts) counts.set(role, (counts.get(role) ?? 0) + 1);
  const parts = [...counts]
    .sort(([a], [b]) => ((ROLES.indexOf(a) + 4) % 4) - ((ROLES.indexOf(b) + 4) % 4))
    .map(([role, count]) => roleText(role, count));
  return wordList(parts);
}

function roleText(role: string, hosts: number): string {
  if (role === 'master') return t('controlPlaneCount', { hosts });
  if (role === 'arbiter') return t('arbiterCount', { hosts });
  return role === 'worker' ? t('workerCount', { hosts }) : t('roleCount', { hosts, role });
}

/** Returns the layout with the VLAN that all hosts have in common: `bond with VLAN 120, static addresses`. */
export function layoutText(set: HostSet): string {
  const presets = new Set(set.hosts.map((host) => host.preset ?? ''));
  const id =
    presets.size === 1
      ? [...presets][0] || set.layout.preset
      : presets.size === 0
        ? set.layout.preset
        : undefined;
  if (id === undefined) return t('severalLayouts');
  const preset = presetById(id);
  if (!preset) return set.layout.template === undefined ? t('importedLayout') : t('templateLayout');
  const common = (part: string): string | undefined => {
    const texts = new Set(set.hosts.map((host) => cellText(set, host, part).text));
    return texts.size === 1 ? [...texts][0] || undefined : undefined;
  };
  const vlan = preset.questions.some(({ id: question }) => question === 'vlan') ? common('vlan') : undefined;
  const addressing =
    set.layout.answers.addressing ??
    preset.questions.find(({ id: question }) => question === 'addressing')?.default;
  if (preset.id === 'bond-vlan') {
    const addresses = ADDRESSES[addressing ?? 'static'] ?? t('staticAddresses');
    return vlan === undefined
      ? t('bondVlansLayout', { addresses })
      : t('bondVlanLayout', { vlan, addresses });
  }
  const title = preset.title.replace(/^(Bond|One|Two|Several)\b/, (word) => word.toLowerCase());
  return vlan === undefined ? title : title.replace('VLAN', `VLAN ${vlan}`);
}

const ADDRESSES: Readonly<Record<string, string>> = {
  static: t('staticAddresses'),
  dhcp: t('dhcpAddresses'),
  dual: t('dualAddresses'),
  auto6: t('autoAddresses'),
};

/** Returns whether the engine has stored the last change, as a note. */
export function savedNote({ pending }: { pending: boolean }): string {
  return pending ? t('unsavedNote') : t('savedNote');
}
