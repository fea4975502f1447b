import {
  type NmstateProblem,
  type PartName,
  partOf,
  type SetHost,
} from '../../core/contract/documents/nmstate.ts';
import { RULE } from '../../core/contract/documents/rules.ts';

/** Rules that are always about one part. */
const RULE_PARTS: Readonly<Record<string, PartName>> = {
  'address-shared': 'addresses',
  'address-unused': 'addresses',
  'mtu-differs': 'mtu',
  'dns-differs': 'dns',
  'gateway-differs': 'gateway',
  'gateway-is-host': 'gateway',
  'boot-mac-unlisted': 'boot_mac',
  'bmc-shared': 'bmc',
  'bmc-is-host': 'bmc',
  'no-name': 'name',
  'host-name': 'name',
  role: 'role',
  BR15: 'name',
};

const PATH_PARTS: readonly (readonly [RegExp, PartName])[] = [
  [/\.address(\[\d+\])?(\.(ip|prefix-length))?$/, 'addresses'],
  [/\.mtu$/, 'mtu'],
  [/\.vlan(\.id)?$/, 'vlan'],
  [/\.next-hop-address$/, 'gateway'],
  [/dns-resolver/, 'dns'],
];

/** Returns the cells that a problem is about, by its rule, its value or its place in the document. */
export function partsAt(problem: NmstateProblem, host: SetHost, parts: readonly PartName[]): PartName[] {
  const missing = missingPart(problem);
  if (missing !== undefined) return parts.includes(missing) ? [missing] : [];
  const byRule = RULE_PARTS[problem.rule];
  if (byRule !== undefined && parts.includes(byRule)) return [byRule];
  const rule = problem[RULE];
  const values = rule?.id === 'network-values' ? rule.values : [];
  const cells = parts.filter(
    (part) =>
      (OF_CELLS[problem.rule]?.test(part) && values.includes(partOf(host, part))) ||
      (!NAMES.test(part) && hasValue(partOf(host, part), values)),
  );
  if (cells.length > 0) return cells;
  const byPath = PATH_PARTS.find(([pattern]) => pattern.test(problem.path ?? ''))?.[1];
  return byPath !== undefined && parts.includes(byPath) ? [byPath] : [];
}

/** Parts that the problem of a cell can be about, by its rule. Their values may be short, such as `zz`. */
const OF_CELLS: Readonly<Record<string, RegExp>> = {
  mac: /^(?:mac\d+|boot_mac)$/,
  address: /^addresses$/,
};
/** Parts whose values have another meaning in other places, too. */
const NAMES = /^(?:name|role|preset|nic\d+)$/;
/** Shorter values, such as those of a VLAN, occur in many parts by chance. */
const SHORTEST = 5;

/** Returns whether a part has one of these values. An address in CIDR form also matches without its prefix. */
function hasValue(text: string, values: readonly string[]): boolean {
  return (
    text.length >= SHORTEST &&
    text.split(' ').some((word) => values.includes(word) || values.includes(word.split('/')[0]!))
  );
}

/** Returns the variable of the layout that has no value. */
export function missingVariable({ [RULE]: rule }: NmstateProblem): string | undefined {
  return rule?.id === 'variable-unset' ? rule.variable : undefined;
}

/** Returns the part whose value is missing. */
export function missingPart(problem: NmstateProblem): PartName | undefined {
  const variable = missingVariable(problem);
  return variable !== undefined && /^(address|prefix|cidr)6?$/.test(variable) ? 'addresses' : variable;
}
