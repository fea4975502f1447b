import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentMissing } from '../../base/image/verified-read.ts';
import { historyTime, parseHistory } from '../workspace/oc-mirror-history.ts';
import { t } from './messages.ts';

/**
 * What contained content that a set omits: an archive of oc-mirror (with the time in the name of its history file, if
 * known), or a transfer before the named one.
 */
export type EarlierCarrier = { archived: string | undefined } | { before: string };

/** The content of all archives of oc-mirror until a time. */
export interface HistoryOfArchive {
  time: string;
  digests: ReadonlySet<Digest>;
}

/** Returns oc-mirror's history files, oldest first. Each contains the content of the ones before it. */
export async function historiesOf(
  names: readonly string[],
  read: (name: string) => Promise<Buffer | undefined>,
): Promise<HistoryOfArchive[]> {
  const histories: HistoryOfArchive[] = [];
  for (const name of names) {
    const time = historyTime(name);
    if (time === undefined) continue;
    const text = (await read(name))?.toString('utf8') ?? '';
    histories.push({ time, digests: new Set(parseHistory(text)) });
  }
  return histories.toSorted((a, b) => (a.time < b.time ? -1 : 1));
}

/** Returns the error for missing content. It names the archive or transfer that contained it, if that is known. */
export function missingContent(
  digest: Digest,
  place: string,
  earlier: EarlierCarrier | undefined,
): AirlockError {
  if (!earlier) return contentMissing(digest, place);
  const [message, remedy] =
    'before' in earlier
      ? [
          t('sentBefore', { digest, place, transfer: earlier.before }),
          t('sentBeforeRemedy', { transfer: earlier.before }),
        ]
      : earlier.archived === undefined
        ? [t('archivedEarlier', { digest, place }), t('archivedEarlierRemedy')]
        : [
            t('archivedAt', { digest, place, time: earlier.archived }),
            t('archivedAtRemedy', { time: earlier.archived }),
          ];
  return new AirlockError('content-missing', message, { side: 'local', remedy });
}
