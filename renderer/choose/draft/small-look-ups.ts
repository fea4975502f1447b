import type { ContractLookUp } from '../../../core/contract/topics/drafts.ts';

/** Manifests of a few releases cost less than the payload of one, which is read without a click too. Bytes. */
const LITTLE = 8e6;

/**
 * What is found out without a click where nothing is metered: graphs and payloads, then the manifests of what these
 * named, as long as they are little. Catalogs and charts wait for a click.
 * @param text of the draft
 * @param tried names of {@link askedOnce}: what did not become known is not asked for again
 */
export function smallLookUps(
  lookUps: readonly ContractLookUp[],
  text: string,
  tried: ReadonlySet<string>,
): readonly ContractLookUp[] {
  const unknown = lookUps.filter((each) => each.asOf === undefined && !tried.has(askedOnce(each, text)));
  const first = unknown.filter(({ kind }) => kind === 'graph' || kind === 'payload');
  if (first.length > 0) return first;
  return unknown.filter(({ kind, bytes }) => kind === 'manifests' && bytes <= LITTLE);
}

/** Another text may lack as many manifests, and mean others. */
export function askedOnce({ id, kind, name }: ContractLookUp, text: string): string {
  return kind === 'manifests' ? `${id} ${name} ${text}` : id;
}
