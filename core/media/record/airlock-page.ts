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

/** Names of bundle archives. */
export const BUNDLE_NAME = /^airlock-(?!desktop-)[0-9A-Za-z][0-9A-Za-z.+-]*-linux-(?:x64|arm64)\.tar\.gz$/;

/** Checksum list of a release, of all its packages. `npm run bundle` writes a list for each bundle instead. */
export const RELEASE_SUMS = 'SHA256SUMS';

/** Name of the page at the root of a drive. */
export const PAGE_NAME = 'AIRLOCK.html';

/**
 * Returns the page that explains a drive to the people who transport or receive it. Contains no script, and no host, user
 * or path of either side.
 * @param options.tool `name version` of the program that wrote the drive
 * @param options.appFiles names in `airlock-app/`; bundles get the commands to check, unpack and start them
 * @param options.withApp whether `airlock-app/` contains Airlock
 */
export function airlockPage(
  transfers: readonly PageTransfer[],
  options: { tool: string; withApp: boolean; appFiles?: readonly string[] },
): string {
  const markings = [...new Set(transfers.flatMap(({ marking }) => marking ?? []))];
  const parts: PagePart[] = [
    { text: t('drivePagePurpose') },
    { text: options.withApp ? t('drivePageWithApp') : t('drivePageWithoutApp') },
    ...bundleParts(options.appFiles ?? []),
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

/** Returns how to check bundles with sha256sum and gpg alone, and how to unpack and start them. */
function bundleParts(files: readonly string[]): PagePart[] {
  return files
    .filter((name) => BUNDLE_NAME.test(name))
    .toSorted()
    .flatMap((name): PagePart[] => {
      const list = [`${name}.sha256`, RELEASE_SUMS].find((each) => files.includes(each));
      const signed = list !== undefined && files.includes(`${list}.asc`);
      const parts: PagePart[] = [
        { heading: t('bundleHeading', { name }) },
        { text: t(list ? 'bundleCheck' : 'bundleUnlisted') },
        { command: 'cd DRIVE/airlock-app' },
      ];
      if (signed) parts.push({ command: `gpg --verify ${list}.asc ${list}` });
      parts.push({ command: list ? `sha256sum --ignore-missing --check ${list}` : `sha256sum ${name}` });
      parts.push({ text: t(signed ? 'bundleKey' : 'bundleUnsigned') }, { text: t('bundleUnpack') });
      parts.push({ command: `tar -xzf ${name} -C /opt` });
      // The commands below start with `airlock`.
      parts.push({ command: `export PATH="/opt/${name.replace(/\.tar\.gz$/, '')}:$PATH"` });
      parts.push({ command: 'airlock --version' });
      return parts;
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
