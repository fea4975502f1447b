import type { ContractLookUp } from '../../../core/contract/topics/drafts.ts';

/** Most bytes of manifests that are loaded without a click. The payload of a release, also loaded without one, is larger. */
const LITTLE = 8e6;

/**
 * Returns the data to load without a click on a connection that isn't metered: graphs and payloads, then small manifests.
 * Catalogs and charts wait for a click.
 * @param text of the draft
 * @param tried names of {@link attemptName}: data that couldn't be loaded isn't requested again
 */
export function smallLookUps(
  lookUps: readonly ContractLookUp[],
  text: string,
  tried: ReadonlySet<string>,
): readonly ContractLookUp[] {
  const unknown = lookUps.filter((each) => each.asOf === undefined && !tried.has(attemptName(each, text)));
  const first = unknown.filter(({ kind }) => kind === 'graph' || kind === 'payload');
  if (first.length > 0) return first;
  return unknown.filter(({ kind, bytes }) => kind === 'manifests' && bytes <= LITTLE);
}

/** Returns the name of an attempt to load data. It contains the text, because another text can have other manifests. */
export function attemptName({ id, kind, name }: ContractLookUp, text: string): string {
  return kind === 'manifests' ? `${id} ${name} ${text}` : id;
}
