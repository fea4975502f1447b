import { numbersText } from '../../base/document/words.ts';
import { t } from './messages.ts';
import { grouped } from './record-html.ts';
import { type PagePart, pageHtml } from './static-page.ts';

/** A transfer of which the drive contains volumes. */
export interface PageTransfer {
  transfer: string;
  fingerprint: string;
  marking?: string;
  /** Whether a detached signature is next to its index. */
  signed: boolean;
  /** Number of volumes of the complete transfer. */
  of: number;
  /** Volumes on this drive. */
  volumes: readonly { number: number; name: string; size: number }[];
}

/** Name of the page at the root of a drive. */
export const PAGE_NAME = 'AIRLOCK.html';

/**
 * Returns the page that explains a drive to the people who transport or receive it. Contains no script, and no host, user
 * or path of either side.
 * @param options.tool `name version` of the program that wrote the drive
 * @param options.withApp whether `airlock-app/` contains Airlock
 */
export function airlockPage(
  transfers: readonly PageTransfer[],
  options: { tool: string; withApp: boolean },
): string {
  const markings = [...new Set(transfers.flatMap(({ marking }) => marking ?? []))];
  const parts: PagePart[] = [
    { text: t('drivePagePurpose') },
    { text: options.withApp ? t('drivePageWithApp') : t('drivePageWithoutApp') },
    { heading: t('driveCarrierHeading') },
    { list: [t('driveCarrierDeliver'), t('driveCarrierUnchanged'), t('driveCarrierLost')] },
    { heading: t('driveReceiverHeading') },
    { text: t('driveReceiverImport') },
    { command: 'airlock media import --from DRIVE' },
    { text: t('driveReceiverResult') },
    { text: t('driveReceiverCode') },
    ...transfers.flatMap(transferParts),
    { text: t('driveWriter', { tool: options.tool }) },
  ];
  return pageHtml({
    title: t('drivePageTitle'),
    marking: markings.length > 0 ? markings.join(' / ') : undefined,
    parts,
  });
}

function transferParts({ transfer, fingerprint, signed, of, volumes }: PageTransfer): PagePart[] {
  const numbers = volumes.map(({ number }) => number);
  const all = numbers.length === of;
  return [
    { heading: t('transferHeading', { transfer }) },
    { mark: fingerprint, caption: t('fingerprintCompare') },
    {
      text: all
        ? t('driveVolumesAll', { of })
        : t('driveVolumesSome', { count: numbers.length, numbers: numbersText(numbers), of }),
    },
    {
      columns: [t('volumeColumn'), t('fileColumn'), t('bytesColumn')],
      rows: volumes.map(({ number, name, size }) => [
        `${number}`,
        `airlock/${transfer}/${name}`,
        grouped(size),
      ]),
    },
    { text: t('driveRecord', { transfer }) },
    ...(signed
      ? ([
          { text: t('driveSigned') },
          { command: 'airlock media import --from DRIVE --verify-key KEYFILE' },
        ] satisfies PagePart[])
      : []),
  ];
}
