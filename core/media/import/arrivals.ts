import { join } from 'node:path';
import { INCOMING, readReceived } from '../../store/archive/received-spans.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { deliverableNames } from '../record/deliverable-names.ts';
import type { Reached } from '../transfer/acknowledgment-code.ts';
import { savedExports } from './incoming-set.ts';
import { arrivalOf, imagesOfIncoming, type TransferArrival } from './report.ts';

/**
 * Returns what has arrived of the incomplete sets in a folder, without reading media. @throws AirlockError
 * `archive-malformed`, `disk`
 */
export async function arrivals(directory: string): Promise<TransferArrival[]> {
  const found: TransferArrival[] = [];
  const transfers = join(directory, 'transfers');
  for (const name of (await namesIn(transfers)).toSorted()) {
    const arrival = name.endsWith(INCOMING) ? await arrivalIn(join(transfers, name)) : undefined;
    if (arrival) found.push(arrival);
  }
  return found;
}

/**
 * The same for one of them. Undefined when its index is missing.
 * @param folder `<root>/transfers/<transfer>.incoming`
 * @throws AirlockError `archive-malformed`, `disk`
 */
export async function arrivalIn(folder: string, reached?: Reached): Promise<TransferArrival | undefined> {
  const root = join(folder, '..', '..');
  const index = await readSetIndex(folder);
  if (!index) return undefined;
  const { received, index: sha256 } = await readReceived(folder, index);
  const documents = await savedExports(folder, sha256 ?? '');
  const images = await imagesOfIncoming(root, folder, index);
  const named = await deliverableNames(root, { index, sha256: sha256 ?? '' });
  const facts = { index, directory: folder, received, documents, damaged: new Set<number>(), named };
  return arrivalOf({ ...facts, reached }, images);
}
