import { wordList } from '../../../core/contract/documents/words.ts';
import type { InspectedDriveLine } from '../../../core/contract/topics/media.ts';
import { size } from '../../parts/format.ts';
import { volumeNumbers } from '../media-words.ts';
import { t } from './messages.ts';

/** Transfers that the content of a drive names. */
const NAMED = 3;

/** Returns what is on a drive, such as `Content: fleet-0007 (volumes 1 to 4 of 7).` */
export function contentWords({ transfers, foreign, entries, unreadable }: InspectedDriveLine): string {
  if (transfers.length === 0 && foreign.length === 0)
    return entries === 0 ? t('emptyText') : t('noTransfersText', { entries, unreadable });
  const names = transfers.slice(0, NAMED).map(({ transfer, volumes, of }) =>
    volumes.length === 0
      ? t('transferContent', { transfer })
      : t('volumesContent', {
          transfer,
          count: volumes.length,
          volumes: volumeNumbers(volumes),
          of: of ?? 0,
        }),
  );
  const others = transfers.length - names.length;
  return t('contentText', {
    content: wordList([
      ...names,
      ...(others > 0 ? [t('otherTransfers', { count: others })] : []),
      ...foreign.map((format) => t('foreignContent', { format })),
    ]),
  });
}

/** Returns the size and free space of a directory, such as `Directory · 16.0 MiB · 7.9 MiB free`. */
export function directoryFacts(line: Pick<InspectedDriveLine, 'bytes' | 'free'> | undefined): string {
  const { bytes, free } = line ?? {};
  if (bytes === undefined || free === undefined) return t('directory');
  return t('directoryFacts', { size: size(bytes), free: size(free) });
}
