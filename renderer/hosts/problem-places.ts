import {
  type NmstateProblem,
  type PartName,
  partOf,
  type SetHost,
} from '../../core/contract/documents/nmstate.ts';
import { RULE } from '../../core/contract/documents/rules.ts';

/** Rules that are about a part, whatever their message says. */
const RULE_PARTS: Readonly<Record<string, PartName>> = {
  'address-shared': 'addresses',
  'mtu-differs': 'mtu',
  'dns-differs': 'dns',
  'gateway-differs': 'gateway',
  'gateway-is-host': 'gateway',
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

/** The cells that a problem is about: by its rule, by what it names, by its place in the document. */
export function partsAt(problem: NmstateProblem, host: SetHost, parts: readonly PartName[]): PartName[] {
  const missing = missingPart(problem);
  if (missing !== undefined) return parts.includes(missing) ? [missing] : [];
  const byRule = RULE_PARTS[problem.rule];
  if (byRule !== undefined && parts.includes(byRule)) return [byRule];
  const named = parts.filter((part) => {
    if (part === 'role' || part === 'preset') return false;
    const text = partOf(host, part);
    return (
      text.length > 4 &&
      text
        .split(' ')
        .some((word) => [word, word.split('/')[0]!].some((each) => hasWord(problem.message, each)))
    );
  });
  const cells = named.filter((part) => part !== 'name' && !part.startsWith('nic'));
  if (cells.length > 0) return cells;
  const byPath = PATH_PARTS.find(([pattern]) => pattern.test(problem.path ?? ''))?.[1];
  return byPath !== undefined && parts.includes(byPath) ? [byPath] : [];
}

function hasWord(text: string, word: string): boolean {
  const found = text.indexOf(word);
  if (found < 0) return false;
  const edge = (letter: string | undefined) => letter === undefined || !/[\w:]/.test(letter);
  return edge(text[found - 1]) && edge(text[found + word.length]);
}

/** The part that nobody gave a value for. */
export function missingPart({ [RULE]: rule }: NmstateProblem): PartName | undefined {
  const variable = rule?.id === 'variable-unset' ? rule.variable : undefined;
  return variable !== undefined && /^(address|prefix|cidr)6?$/.test(variable) ? 'addresses' : variable;
}
