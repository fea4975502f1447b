import { type HostSet, presetById } from '../../core/contract/documents/nmstate.ts';
import { wordList } from '../../core/contract/documents/words.ts';
import { counted } from '../parts/format.ts';
import { cellText } from './columns.ts';
import type { Verdict } from './verdict.ts';

/** `12 hosts, 3 masters and 9 workers: bond with VLAN 120, static; 2 problems`. */
export function hostsSentence(set: HostSet, verdict: Verdict | undefined): string {
  if (set.hosts.length === 0) return 'No host yet';
  const roles = rolesText(set);
  const head =
    roles.includes(' and ') || roles.includes(',') ? `${counted(set.hosts.length, 'host')}, ${roles}` : roles;
  return `${head}: ${layoutText(set)}${verdict ? `; ${verdictText(verdict)}` : ''}`;
}

/** `3 masters and 9 workers`. */
export function rolesText({ hosts }: HostSet): string {
  const counts = new Map<string, number>();
  for (const { role } of hosts) counts.set(role, (counts.get(role) ?? 0) + 1);
  const order = ['master', 'arbiter', 'worker'];
  const parts = [...counts]
    .sort(([a], [b]) => ((order.indexOf(a) + 4) % 4) - ((order.indexOf(b) + 4) % 4))
    .map(([role, count]) =>
      order.includes(role) ? counted(count, role) : counted(count, `host of ${role}`, `hosts of ${role}`),
    );
  return wordList(parts);
}

/** The layout in words, with the VLAN where all hosts have one: `bond with VLAN 120, static`. */
export function layoutText(set: HostSet): string {
  const presets = new Set(set.hosts.map((host) => host.preset ?? ''));
  const id =
    presets.size === 1
      ? [...presets][0] || set.layout.preset
      : presets.size === 0
        ? set.layout.preset
        : undefined;
  if (id === undefined) return 'several layouts';
  const preset = presetById(id);
  if (!preset)
    return set.layout.template === undefined ? 'documents of their own' : 'a template of their own';
  const common = (part: string): string | undefined => {
    const texts = new Set(set.hosts.map((host) => cellText(set, host, part).text));
    return texts.size === 1 ? [...texts][0] || undefined : undefined;
  };
  const vlan = preset.questions.some(({ id: question }) => question === 'vlan') ? common('vlan') : undefined;
  const addressing =
    set.layout.answers.addressing ??
    preset.questions.find(({ id: question }) => question === 'addressing')?.default;
  if (preset.id === 'bond-vlan')
    return `bond with VLAN${vlan === undefined ? '' : ` ${vlan}`}, ${ADDRESSING[addressing ?? 'static'] ?? 'static'}`;
  const title = preset.title.replace(/^(Bond|One|Two|Several)\b/, (word) => word.toLowerCase());
  return vlan === undefined ? title : title.replace('VLAN', `VLAN ${vlan}`);
}

const ADDRESSING: Readonly<Record<string, string>> = {
  static: 'static',
  dhcp: 'DHCP',
  dual: 'static IPv4 and IPv6',
  auto6: 'IPv6 by router advertisements',
};

/** Whether the engine has the last change. */
export function keptWord({ pending }: { pending: boolean }): string {
  return pending ? 'not kept yet' : 'kept';
}

/** `2 problems`, `1 warning`, `all ready`. */
function verdictText({ errors, warnings }: Verdict): string {
  if (errors > 0) return counted(errors, 'problem');
  if (warnings > 0) return `ready, with ${counted(warnings, 'warning')}`;
  return 'all ready';
}
