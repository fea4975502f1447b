import { join } from 'node:path';
import { INCOMING, readReceived } from '../archive/received-spans.ts';
import { readSetIndex } from '../archive/set-index.ts';
import { namesIn } from '../store/next-transfer.ts';
import { deliverableNames } from './deliverable-names.ts';
import { arrivalOf, imagesOfIncoming, type TransferArrival } from './import-report.ts';
import { keptExports } from './incoming-set.ts';

/** What is here of the sets that still arrive in a folder, without any medium. @throws AirlockError `archive-malformed`, `disk` */
export async function arrivals(directory: string): Promise<TransferArrival[]> {
  const found: TransferArrival[] = [];
  const transfers = join(directory, 'transfers');
  for (const name of (await namesIn(transfers)).toSorted()) {
    if (!name.endsWith(INCOMING)) continue;
    const folder = join(transfers, name);
    const index = await readSetIndex(folder);
    if (!index) continue;
    const { received, index: sha256 } = await readReceived(folder, index);
    const documents = await keptExports(folder, sha256 ?? '');
    const images = await imagesOfIncoming(directory, folder, index);
    const named = await deliverableNames(directory, { index, sha256: sha256 ?? '' });
    found.push(
      arrivalOf({ index, directory: folder, received, documents, damaged: new Set(), named }, images),
    );
  }
  return found;
}
