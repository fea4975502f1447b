import type { NmstateProblem, PartName, SetHost } from '../../core/contract/documents/nmstate.ts';
import { partTitle } from './columns.ts';
import { t } from './messages.ts';
import { missingPart, missingVariable } from './problem-places.ts';

/**
 * Returns the problems of a host in the terms of the table: a variable of the layout without a value is an empty cell, and
 * several variables may be of one cell.
 * @param parts that can be a column
 */
export function inTableTerms(
  problems: readonly NmstateProblem[],
  host: SetHost,
  parts: readonly PartName[],
): NmstateProblem[] {
  const missing = new Set<string>();
  return problems.flatMap((problem) => {
    const texts = missingTexts(problem, host, parts);
    if (!texts) return problem;
    if (missing.has(texts.message)) return [];
    missing.add(texts.message);
    return { ...problem, ...texts };
  });
}

function missingTexts(
  problem: NmstateProblem,
  host: SetHost,
  parts: readonly PartName[],
): Pick<NmstateProblem, 'message' | 'remedy'> | undefined {
  const part = missingPart(problem);
  if (part === undefined) return undefined;
  if (part === 'addresses')
    return addressTexts(missingVariable(problem)!.endsWith('6') ? 'IPv6' : 'IPv4', host);
  const message = t('missingState', { setting: partTitle(part) });
  return parts.includes(part)
    ? { message, remedy: t('missingRemedy', { setting: partTitle(part) }) }
    : { message, remedy: t('missingColumnRemedy', { name: part }) };
}

const EXAMPLES = {
  IPv4: { address: '192.0.2.21', length: 24 },
  IPv6: { address: '2001:db8::21', length: 64 },
};

/** Returns the texts for a host without an address of a family, or with one without a prefix length. */
function addressTexts(
  family: keyof typeof EXAMPLES,
  { addresses }: SetHost,
): Pick<NmstateProblem, 'message' | 'remedy'> {
  const example = EXAMPLES[family];
  const address = addresses.find((text) => text.includes(':') === (family === 'IPv6'));
  if (address !== undefined)
    return {
      message: t('missingPrefixState', { address }),
      remedy: t('missingPrefixRemedy', { address, length: example.length }),
    };
  return {
    message: addresses.length > 0 ? t('missingFamilyState', { family }) : t('missingAddressState'),
    remedy: t('missingAddressRemedy', example),
  };
}
