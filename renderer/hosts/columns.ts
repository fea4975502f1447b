import {
  type HostSet,
  type PartName,
  partOf,
  presetOf,
  type SetHost,
  unknownNic,
} from '../../core/contract/documents/nmstate.ts';
import { capitalized } from '../../core/contract/documents/words.ts';
import { t } from './messages.ts';

/** A column of the table: a part of the hosts, or a variable of their layout. */
export interface TableColumn {
  part: PartName;
  title: string;
  /** A CSS grid track whose minimum is in px. */
  width: string;
  narrowWidth?: string;
  /** Hidden below 1200 px. */
  secondary?: boolean;
  /** In the fixed-width face. */
  mono?: boolean;
}

const TITLES: Readonly<Record<string, string>> = {
  name: t('nameColumn'),
  role: t('roleColumn'),
  addresses: t('addressColumn'),
  bmc: t('bmcColumn'),
  bmc_user: t('bmcUserColumn'),
  boot_mac: t('bootMacColumn'),
  preset: t('layoutColumn'),
  root_device: t('rootDeviceColumn'),
  mtu: t('mtuColumn'),
  vlan: t('vlanColumn'),
  dns: t('dnsColumn'),
  search: t('searchColumn'),
  gateway: t('gatewayColumn'),
  gateway6: t('gateway6Column'),
};

/** Returns the title of a part: `Host`, `NIC 2 MAC`, `Storage VLAN`. */
export function partTitle(part: PartName): string {
  const nic = /^(nic|mac)(\d+)$/.exec(part);
  if (nic) return t(nic[1] === 'mac' ? 'macColumn' : 'nicColumn', { number: nic[2]! });
  const words = part.replaceAll('_', ' ').replace(/\b(vlan|mtu|ip|dns|bmc)\b/g, (word) => word.toUpperCase());
  return TITLES[part] ?? capitalized(words);
}

const WIDTHS: readonly (readonly [RegExp, Omit<TableColumn, 'part' | 'title'>])[] = [
  [/^name$/, { width: 'minmax(110px, 1.25fr)', narrowWidth: 'minmax(90px, 0.9fr)' }],
  [/^role$/, { width: '86px', narrowWidth: '72px' }],
  [/^nic\d/, { width: 'minmax(72px, 1fr)', narrowWidth: 'minmax(60px, 1fr)' }],
  [/^mac\d|^boot_mac$/, { width: '152px', narrowWidth: '140px', mono: true }],
  [/^addresses$/, { width: 'minmax(142px, 1.35fr)', narrowWidth: '142px', mono: true }],
  [/^bmc$/, { width: 'minmax(110px, 1.1fr)', mono: true, secondary: true }],
  [/^mtu$/, { width: '60px', narrowWidth: '50px', mono: true }],
  [/^(vlan|.*_vlan|prefix6?)$/, { width: '64px', mono: true, secondary: true }],
  [/^(gateway6?|dns|.*_gateway|.*_address)$/, { width: 'minmax(110px, 1fr)', mono: true, secondary: true }],
];

function columnOf(part: PartName): TableColumn {
  const look = WIDTHS.find(([pattern]) => pattern.test(part))?.[1] ?? { width: 'minmax(72px, 1fr)' };
  return { part, title: partTitle(part), ...look };
}

/** Returns every part that can be a column of these hosts, in the order of the table. */
export function partsOf({ hosts, layout }: HostSet): PartName[] {
  const nics = Math.max(1, ...hosts.map((host) => Math.max(host.nics.length, nicQuestions(layout, host))));
  const variables = new Set(hosts.flatMap((host) => Object.keys(host.variables)));
  for (const host of hosts.length > 0 ? hosts : [NO_HOST])
    for (const { variable } of presetOf(layout, host)?.questions ?? [])
      if (variable !== undefined && !/^(nic|mac)\d|^(address|prefix)6?$/.test(variable))
        variables.add(variable);
  const order = ['vlan', 'mtu', 'gateway', 'dns'];
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [
    'name',
    'role',
    ...Array.from({ length: nics }, (_, index) => [`nic${index + 1}`, `mac${index + 1}`]).flat(),
    'addresses',
    'bmc',
    'bmc_user',
    'boot_mac',
    ...[...variables].sort((a, b) => rank(a) - rank(b)),
    'preset',
    'root_device',
  ];
}

const NO_HOST: SetHost = { name: '', role: 'worker', nics: [], addresses: [], variables: {} };

function nicQuestions(layout: HostSet['layout'], host: SetHost): number {
  const numbers = presetOf(layout, host)?.questions.map(({ id }) =>
    Number(/^(?:nic|mac)(\d)$/.exec(id)?.[1] ?? 0),
  );
  return Math.max(0, ...(numbers ?? []));
}

/** Number of columns of the default width that fit into the table. */
const ROOM = 9;

/**
 * Returns the columns to show.
 * @param chosen by the user; by default the usual ones, and the others that differ between hosts
 */
export function columnsOf(set: HostSet, chosen?: ReadonlySet<PartName>): TableColumn[] {
  const parts = partsOf(set);
  if (chosen) return parts.filter((part) => part === 'name' || chosen.has(part)).map(columnOf);
  const usual = new Set([
    'name',
    'role',
    'addresses',
    'bmc',
    ...parts.filter((part) => /^mac[12]$/.test(part)),
  ]);
  const differing = parts.filter((part) => {
    if (usual.has(part) || part === 'bmc_user') return false;
    return new Set(set.hosts.map((host) => partOf(host, part))).size > 1;
  });
  const given = ['mtu', 'vlan'].filter(
    (part) => parts.includes(part) && cellText(set, set.hosts[0] ?? NO_HOST, part).text,
  );
  for (const part of [...differing, ...given]) if (usual.size < ROOM) usual.add(part);
  return parts.filter((part) => usual.has(part)).map(columnOf);
}

/** Returns the host of a BMC address. */
export function bmcHost(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(\[[^\]]*\]|[^/:]*)/i.exec(address)?.[1] ?? address;
}

/** Returns the text of a cell: the host's own value, or the value of the layout, which is shown in gray. */
export function cellText(
  { layout }: HostSet,
  host: SetHost,
  part: PartName,
): { text: string; shared: boolean } {
  const own = partOf(host, part);
  if (own) return { text: own, shared: false };
  const preset = presetOf(layout, host);
  if (part === 'preset') return { text: preset?.title ?? '', shared: true };
  const question = preset?.questions.find(({ variable }) => variable === part);
  if (!question || question.perHost) return { text: '', shared: false };
  // The document has the MAC address instead of the default name.
  if (typeof unknownNic(layout, host, question) === 'object') return { text: '', shared: false };
  return { text: layout.answers[question.id] || (question.default ?? ''), shared: true };
}

/** Of a row, on both sides, in px. */
const ROW_PADDING = 8;

/** Returns the width below which a grid with these tracks scrolls, in px. */
export function leastWidth(tracks: string): number {
  return [...tracks.matchAll(/(?<!\d)(\d+)px/g)].reduce((sum, [, width]) => sum + Number(width), ROW_PADDING);
}

/** Returns the tracks of the table's grid: its columns, the state and the link to the host. */
export function gridTracks(columns: readonly TableColumn[], wide: boolean): string {
  const own = columns.map(({ width, narrowWidth }) => (!wide && narrowWidth) || width);
  return [...own, wide ? 'minmax(154px, 1.7fr) 48px' : 'minmax(140px, 1.9fr) 46px'].join(' ');
}
