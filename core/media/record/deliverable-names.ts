import { dirname, join } from 'node:path';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { readRecord, savedRecord } from './record-files.ts';
import { shortHash } from './short-hash.ts';

/** What an image (`repository:tag`) was mirrored for, as the exporting side's record tells. */
export type DeliverableNames = ReadonlyMap<string, string>;

/**
 * What the images of a set were mirrored for: out of the record beside the index on a medium, else the one kept here. A record
 * that is about other content tells nothing.
 * @param path of the index on a medium
 */
export async function deliverableNames(
  directory: string,
  { index, sha256 }: { index: SetIndex; sha256: string },
  path?: string,
): Promise<DeliverableNames> {
  const hash = shortHash({ indexSha256: sha256, files: index.pieces.map((volume) => volume.sha256) });
  const records = [
    await savedRecord(directory, index.transfer, 'import'),
    path === undefined ? undefined : await readRecord(join(dirname(path), 'record', 'record.json')),
  ];
  const names = new Map<string, string>();
  for (const record of records)
    for (const { name, deliverable } of record?.shortHash === hash ? record.images : [])
      if (deliverable !== undefined) names.set(name, deliverable);
  return names;
}
