import { parseIp, parseMac, parseNetwork } from '../../base/network/addresses.ts';
import type { Bmc, Host, Nic } from '../model/host.ts';
import type { CellProblem } from './cell-problems.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import type { Cell } from './delimited.ts';
import { roleByName, roleOf } from './role.ts';

/** One row as a host; undefined when it has no name. Wrong values are kept as they are, and told. */
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
      problem(row[0]!, 'no-name', 'This row has no name of a host', 'Write the name, or take the row out.');
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
  if (surplus)
    problem(
      surplus,
      'surplus-cell',
      `${name.text} has more cells than there are columns`,
      'Check the row for a delimiter too many.',
    );
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
  };
}

const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/i;

/** A host's name must be one that DNS and Kubernetes take. */
export function checkName(cell: Cell, problem: CellProblem): void {
  if (cell.text.length > 253 || !cell.text.split('.').every((label) => LABEL.test(label)))
    problem(
      cell,
      'host-name',
      `\`${cell.text}\` is no name of a host`,
      'Use letters, digits and dashes, and dots between the parts of a full name.',
    );
}

/** The role from its cell, or from the name; `worker` when neither tells. */
export function roleFor(name: Cell, cell: Cell | undefined, problem: CellProblem): string {
  const written = cell && roleOf(cell.text);
  if (written) {
    if (!written.known && !LABEL.test(written.role))
      problem(
        cell,
        'role',
        `\`${cell.text}\` is no name of a pool`,
        'Write master, worker, arbiter or the name of a pool.',
      );
    return written.role;
  }
  const reported = roleByName(name.text);
  if (!reported)
    problem(
      name,
      'role',
      `${name.text} has no role, and its name does not tell: it is taken as a worker`,
      'Add a column `role`.',
      'warning',
    );
  return reported ?? 'worker';
}

/** A MAC address in one form; what is none is kept as it is, and told. */
export function macOf(cell: Cell, text: string, problem: CellProblem): string {
  const mac = parseMac(text);
  if (mac === undefined)
    problem(
      cell,
      'mac',
      `\`${text}\` is no MAC address`,
      'Write six pairs of hex digits, e.g. 52:54:00:aa:bb:07.',
    );
  else if (Number.parseInt(mac.slice(0, 2), 16) & 1)
    problem(
      cell,
      'mac',
      `${text}: expected unicast mac address, found multicast`,
      'Write the address of the NIC itself.',
    );
  return mac ?? text;
}

function nicsOf(row: readonly Cell[], columns: readonly Column[], problem: CellProblem): Nic[] {
  const nics: Nic[] = [];
  for (const column of columns) {
    const cell = column.kind === 'nic' || column.kind === 'mac' ? row[column.position] : undefined;
    if (!cell || cell.text === '') continue;
    // One cell may hold all of them.
    cell.text.split(/[\s,;]+/).forEach((text, offset) => {
      const index = column.index! + offset;
      const known = nics[index] ?? {};
      nics[index] =
        column.kind === 'nic' ? { ...known, name: text } : { ...known, mac: macOf(cell, text, problem) };
    });
  }
  return nics.filter((nic) => nic !== undefined);
}

/** Addresses of a cell, each with the prefix of its own column when it has none. */
function addressesOf(
  cell: Cell,
  prefix: Cell | undefined,
  prefix6: Cell | undefined,
  problem: CellProblem,
): string[] {
  return cell.text
    .split(/[\s,;]+/)
    .map((text) => {
      if (/^dhcp$/i.test(text)) return '';
      const ip = parseIp(text);
      const length = ip && prefixLength(ip.family === 4 ? prefix : prefix6, ip.family);
      const address = length === undefined ? text : `${text}/${length}`;
      checkAddress(cell, address, problem);
      return address;
    })
    .filter(Boolean);
}

/** An address with or without prefix. */
export function checkAddress(cell: Cell, address: string, problem: CellProblem): void {
  if (!parseIp(address) && !parseNetwork(address))
    problem(
      cell,
      'address',
      `\`${address}\` is no IP address`,
      'Write an address with its prefix, e.g. 192.0.2.21/24.',
    );
}

/** `24`, `/24` or `255.255.255.0`. */
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
