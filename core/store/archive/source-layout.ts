import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { JOURNAL_NAME } from '../set-format/journal.ts';
import { INDEX_NAME, readIndexFile, type SetIndex } from '../set-format/set-index.ts';
import { namesIn, parseTransferName } from '../workspace/next-transfer.ts';
import { readFormat } from '../workspace/workspace.ts';
import { looseKind } from './loose-reader.ts';
import { t } from './messages.ts';
import { INCOMING, QUARANTINE_NAME, RECEIVED_NAME, type Received, readReceived } from './received-spans.ts';
import { volumesIn } from './set-reader.ts';

/**
 * One unit of content: a set with its index (for an incomplete set, its received part), bare archives, or loose files.
 */
export type Part =
  | { kind: 'set'; directory: string; index: SetIndex; indexSha256: string; received?: Received }
  | { kind: 'bare'; directory: string }
  | { kind: 'registry' | 'oci' | 'working-dir'; directory: string };

/** Archives of oc-mirror that `airlock oc-mirror` moved there, each below the time of its last change. */
export const EARLIER_ARCHIVES = 'earlier-archives';
/** The cache of oc-mirror, below its cache directory. */
const CACHE = join('.oc-mirror', '.cache');

/** Returns the part of an oc-mirror cache, undefined if the directory has none. */
export async function cachePart(cacheDirectory: string): Promise<Part | undefined> {
  const directory = join(cacheDirectory, CACHE);
  return (await looseKind(directory)) === 'registry' ? { kind: 'registry', directory } : undefined;
}

/**
 * Returns the parts of a path, oldest first, so that later ones take precedence: an oc-mirror cache, bare archives
 * (moved ones first), then transfers in the order of their creation. Includes the received parts of incomplete sets, but no sets under
 * construction.
 * @param options.includeQuarantined also transfers that are waiting for a check
 * @throws AirlockError `workspace-invalid` when there is nothing to read, `workspace-format`, `check-rejected` for a
 *   transfer that is waiting
 */
export async function partsOf(path: string, options: { includeQuarantined?: boolean } = {}): Promise<Part[]> {
  const directory = resolve(path);
  const facts = await stat(directory).catch((error: NodeJS.ErrnoException) => error);
  if (facts instanceof Error || !facts.isDirectory())
    throw new AirlockError(
      'workspace-invalid',
      t(facts instanceof Error && facts.code === 'ENOENT' ? 'directoryMissing' : 'notDirectory', {
        directory,
      }),
      { side: 'local' },
    );
  if (directory.endsWith('.partial') && (await namesIn(directory)).includes(JOURNAL_NAME))
    throw new AirlockError('workspace-invalid', t('setIncomplete', { directory }), {
      side: 'local',
      remedy: t('setIncompleteRemedy'),
    });
  const isQuarantined = async (place: string) =>
    !options.includeQuarantined &&
    place.endsWith(INCOMING) &&
    (await namesIn(place)).includes(QUARANTINE_NAME);
  if (await isQuarantined(directory)) throw waitsForCheck(directory);
  const format = await readFormat(directory);
  const parts: Part[] = [];
  for (const place of [join(directory, CACHE), directory]) {
    const kind = await looseKind(place);
    if (kind) parts.push({ kind, directory: place });
    // oc-mirror extracts archives to its cache and to `working-dir`, which has the update graphs and signatures.
    if (kind === 'registry' && format === undefined) {
      const workingDir = join(place.endsWith(CACHE) ? place.slice(0, -CACHE.length) : place, 'working-dir');
      if ((await namesIn(workingDir)).length > 0) parts.push({ kind: 'working-dir', directory: workingDir });
    }
  }
  const earlier = join(directory, EARLIER_ARCHIVES);
  for (const time of (await namesIn(earlier)).sort()) {
    const part = await partAt(join(earlier, time));
    if (part) parts.push(part);
  }
  const here = await partAt(directory);
  if (here) parts.push(here);
  const transfers = join(directory, 'transfers');
  const sets: Part[] = [];
  let waiting: string | undefined;
  for (const name of await namesIn(transfers)) {
    const parsed = parseTransferName(name.endsWith(INCOMING) ? name.slice(0, -INCOMING.length) : name);
    if (!parsed || parsed.partial) continue;
    const place = join(transfers, name);
    const quarantined = await isQuarantined(place);
    if (quarantined) waiting ??= place;
    const part = quarantined ? undefined : await partAt(place);
    if (part) sets.push(part);
  }
  parts.push(...sets.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)));
  if (parts.length === 0 && waiting !== undefined) throw waitsForCheck(waiting);
  if (parts.length === 0 && format === undefined)
    throw new AirlockError('workspace-invalid', t('nothingToRead', { directory }), {
      side: 'local',
    });
  return parts;
}

function waitsForCheck(directory: string): AirlockError {
  return new AirlockError('check-rejected', t('quarantined', { directory }), {
    side: 'local',
    remedy: t('quarantinedRemedy'),
  });
}

async function partAt(directory: string): Promise<Part | undefined> {
  // An OCI layout has an index.json too.
  const isLayout = (await looseKind(directory)) === 'oci';
  const read = isLayout ? undefined : await readIndexFile(join(directory, INDEX_NAME));
  if (read) {
    const { index, sha256 } = read;
    const set: Part = { kind: 'set', directory, index, indexSha256: sha256 };
    if (!directory.endsWith(INCOMING)) return set;
    const { received } = await readReceived(directory, index);
    return { ...set, received };
  }
  if ((await namesIn(directory)).includes(RECEIVED_NAME)) return undefined;
  return (await volumesIn(directory)).length > 0 ? { kind: 'bare', directory } : undefined;
}

/** Sorts by time of creation, then by name. Folders of transfers without an index come first. */
function orderOf(part: Part): string {
  return part.kind === 'set' ? `${part.index.created} ${part.directory}` : ` ${part.directory}`;
}
