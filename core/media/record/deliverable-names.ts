import { dirname, join } from 'node:path';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { recordFingerprint } from './fingerprint.ts';
import { readRecord, savedRecord } from './record-files.ts';

/** Images (`repository:tag`) with the release, operator or chart that they were mirrored for, from the sender's record. */
export type DeliverableNames = ReadonlyMap<string, string>;

/**
 * Returns what the images of a set were mirrored for, from the record next to the index on a drive, or the one saved here.
 * Ignores records of other content.
 * @param path of the index on a drive
 */
export async function deliverableNames(
  directory: string,
  { index, sha256 }: { index: SetIndex; sha256: string },
  path?: string,
): Promise<DeliverableNames> {
  const hash = recordFingerprint({
    indexSha256: sha256,
    files: index.volumes.map((volume) => volume.sha256),
  });
  const records = [
    await savedRecord(directory, index.transfer, 'import'),
    path === undefined ? undefined : await readRecord(join(dirname(path), 'record', 'record.json')),
  ];
  const names = new Map<string, string>();
  for (const record of records)
    for (const { name, deliverable } of record?.fingerprint === hash ? record.images : [])
      if (deliverable !== undefined) names.set(name, deliverable);
  return names;
}
