import { nearest } from '../../base/document/spelling.ts';
import { parseIp, parseMac, parseNetwork } from '../../base/network/addresses.ts';
import type { Bmc, Host, Nic } from '../model/host.ts';
import type { CellProblem } from './cell-problems.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import type { Cell } from './delimited.ts';
import { t } from './messages.ts';
import { roleByName, roleOf } from './role.ts';

/** Returns the host of a row, undefined if it has no name. Invalid values are reported and left unchanged. */
export function hostOfRow(
  row: readonly Cell[],
  columns: readonly Column[],
  problem: CellProblem,
): Host | undefined {
  const cells = (kind: ColumnKind): Cell[] =>
    columns.flatMap((column) => {
      const cell = column.kind === kind ? row[column.position] : undefined;
      return cell && cell.text !== '' ? [cell] : [];
    });
  const one = (kind: ColumnKind): Cell | undefined => cells(kind)[0];
  const name = one('name');
  if (!name) {
    if (columns.some((column) => column.kind === 'name'))
      problem(row[0]!, 'no-name', t('hostNameMissing'), t('hostNameMissingRemedy'));
    return undefined;
  }
  checkName(name, problem);
  const variables = Object.fromEntries(
    columns.flatMap((column): [string, string][] => {
      const text = column.kind === 'variable' ? row[column.position]?.text : undefined;
      return text ? [[column.variable!, text]] : [];
    }),
  );
  const bmc = bmcOf(one('bmc'), one('bmc-user'), one('bmc-password'));
  const boot = one('boot-mac');
  const preset = one('preset')?.text;
  const rootDevice = one('root-device')?.text;
  const surplus = row.slice(columns.length).find((cell) => cell.text !== '');
  if (surplus) problem(surplus, 'surplus-cell', t('rowSurplus', { host: name.text }), t('rowSurplusRemedy'));
  return {
    name: name.text,
    role: roleFor(name, one('role'), problem),
    nics: nicsOf(row, columns, problem),
    bmc,
    bootMac: boot && macOf(boot, boot.text, problem),
    addresses: cells('address').flatMap((cell) => addressesOf(cell, one('prefix'), one('prefix6'), problem)),
    preset: preset || undefined,
    rootDevice: rootDevice || undefined,
    variables,
    line: name.line,
    given: columns.flatMap((column) => {
      const text = row[column.position]?.text;
      return text === undefined ? [] : partsOf(column, text);
    }),
  };
}

/** Returns the names of the parts that a cell sets, or clears if it is empty. A host always has a name and a role. */
function partsOf({ kind, header, index = 0, variable }: Column, text: string): string[] {
  switch (kind) {
    case 'nic':
    case 'mac':
      return cellWords(text).map((_, offset) => `${kind}${index + offset + 1}`);
    case 'address': {
      // A column of one family leaves the addresses of the other.
      const family = /6/.test(header) ? 6 : /4/.test(header) ? 4 : undefined;
      const words = cellWords(text).filter((word) => word !== '' && !DHCP.test(word));
      const isOfFamily = words.length <= 1 && words.every((word) => familyOf(word) === family);
      return [family === undefined || !isOfFamily ? 'addresses' : family === 6 ? 'cidr6' : 'cidr'];
    }
    case 'bmc-user':
    case 'boot-mac':
    case 'root-device':
      return [kind.replace('-', '_')];
    case 'bmc':
    case 'preset':
      return [kind];
    case 'role':
      return text === '' ? [] : [kind];
    case 'variable':
      return [variable!];
    default:
      return [];
  }
}

/** Returns the words of a cell; one empty word for an empty cell. */
function cellWords(text: string): string[] {
  return text.split(/[\s,;]+/);
}

const DHCP = /^dhcp$/i;

function familyOf(address: string): 4 | 6 | undefined {
  return parseIp(address.split('/')[0]!)?.family;
}

/** Roles that are often misspelled. */
const ROLES = ['master', 'worker', 'arbiter', 'compute'];
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/i;

/** Checks that DNS and Kubernetes accept a host name. */
export function checkName(cell: Cell, problem: CellProblem): void {
  if (cell.text.length > 253 || !cell.text.split('.').every((label) => LABEL.test(label)))
    problem(cell, 'host-name', t('hostNameInvalid', { text: cell.text }), t('hostNameInvalidRemedy'));
}

/** Returns the role from its cell or from the host name, otherwise `worker`. */
export function roleFor(name: Cell, cell: Cell | undefined, problem: CellProblem): string {
  const written = cell && roleOf(cell.text);
  if (written) {
    if (!written.known && !LABEL.test(written.role))
      problem(cell, 'role', t('poolInvalid', { text: cell.text }), t('poolInvalidRemedy'));
    else if (!written.known) {
      const meant = nearest(written.role, ROLES);
      if (meant)
        problem(
          cell,
          'role',
          t('roleSimilar', { text: cell.text, meant }),
          t('roleSimilarRemedy', { meant }),
          'warning',
        );
    }
    return written.role;
  }
  const reported = roleByName(name.text);
  if (!reported)
    problem(name, 'role', t('roleMissing', { host: name.text }), t('roleMissingRemedy'), 'warning');
  return reported ?? 'worker';
}

/** Returns a MAC address in canonical form. An invalid one is reported and left unchanged. */
export function macOf(cell: Cell, text: string, problem: CellProblem): string {
  const mac = parseMac(text);
  if (mac === undefined) problem(cell, 'mac', t('macInvalid', { text }), t('macInvalidRemedy'));
  else if (Number.parseInt(mac.slice(0, 2), 16) & 1)
    problem(cell, 'mac', t('macMulticast', { text }), t('macMulticastRemedy'));
  return mac ?? text;
}

function nicsOf(row: readonly Cell[], columns: readonly Column[], problem: CellProblem): Nic[] {
  const nics: Nic[] = [];
  for (const column of columns) {
    const cell = column.kind === 'nic' || column.kind === 'mac' ? row[column.position] : undefined;
    if (!cell || cell.text === '') continue;
    // One cell may contain all of them.
    cellWords(cell.text).forEach((text, offset) => {
      const index = column.index! + offset;
      const known = nics[index] ?? {};
      nics[index] =
        column.kind === 'nic' ? { ...known, name: text } : { ...known, mac: macOf(cell, text, problem) };
    });
  }
  // NIC 2 of a row without NIC 1 stays NIC 2.
  return Array.from(nics, (nic) => nic ?? {});
}

/** Returns the addresses of a cell, with the prefix length of its column if they have none. */
function addressesOf(
  cell: Cell,
  prefix: Cell | undefined,
  prefix6: Cell | undefined,
  problem: CellProblem,
): string[] {
  return cellWords(cell.text)
    .map((text) => {
      if (DHCP.test(text)) return '';
      const ip = parseIp(text);
      const length = ip && prefixLength(ip.family === 4 ? prefix : prefix6, ip.family);
      const address = length === undefined ? text : `${text}/${length}`;
      checkAddress(cell, address, problem);
      return address;
    })
    .filter(Boolean);
}

/** Returns an address with or without prefix length. */
export function checkAddress(cell: Cell, address: string, problem: CellProblem): void {
  if (!parseIp(address) && !parseNetwork(address))
    problem(cell, 'address', t('addressInvalid', { address }), t('addressInvalidRemedy'));
}

/** Returns the prefix length of `24`, `/24` or `255.255.255.0`. */
function prefixLength(cell: Cell | undefined, family: 4 | 6): number | undefined {
  if (!cell) return undefined;
  const plain = /^\/?(\d{1,3})$/.exec(cell.text);
  if (plain) return Number(plain[1]);
  const mask = family === 4 ? parseIp(cell.text) : undefined;
  const ones = mask?.value.toString(2).padStart(32, '0');
  return ones && /^1*0*$/.test(ones) ? (ones.indexOf('0') === -1 ? 32 : ones.indexOf('0')) : undefined;
}

function bmcOf(
  address: Cell | undefined,
  user: Cell | undefined,
  password: Cell | undefined,
): Bmc | undefined {
  if (!address && !user && !password) return undefined;
  return {
    address: address?.text ?? '',
    username: user?.text,
    password: password?.text,
  };
}
