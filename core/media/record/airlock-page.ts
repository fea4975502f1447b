import { grouped, numbersText } from './record-html.ts';
import { type PagePart, pageHtml } from './static-page.ts';

/** A transfer that has something on a medium. */
export interface PageTransfer {
  transfer: string;
  shortHash: string;
  marking?: string;
  /** A detached signature lies beside its index. */
  signed: boolean;
  /** Pieces of the whole transfer. */
  of: number;
  /** On this medium. */
  pieces: readonly { number: number; name: string; size: number }[];
}

/** Name of the page at the root of a medium. */
export const PAGE_NAME = 'AIRLOCK.html';

/**
 * The page for whoever holds a medium: what it is and what to do with it. Static, without script, and it names no host,
 * user or path of either side.
 * @param options.tool `name version` of the program that wrote the medium
 * @param options.withApp Airlock itself is in `airlock-app/`
 */
export function airlockPage(
  transfers: readonly PageTransfer[],
  options: { tool: string; withApp: boolean },
): string {
  const markings = [...new Set(transfers.flatMap(({ marking }) => marking ?? []))];
  const parts: PagePart[] = [
    {
      text:
        'This medium carries container images from a side that has a network to one that has none. They are files to be read by one program, Airlock. ' +
        (options.withApp
          ? 'Nothing on it starts by itself; the folder airlock-app holds Airlock for the receiving side.'
          : 'There is no program on it, and nothing on it needs to be opened or started.'),
    },
    { heading: 'If you carry it' },
    {
      list: [
        'Bring it to the people who receive it. Several media of one transfer may be brought in any order, at any time, one by one.',
        'Do not change, add or rename files on it. A piece that a scanner altered or removed is found on the other side, and only it has to come again.',
        'If it is lost or broken, tell whoever gave it to you which one. The others remain good.',
      ],
    },
    { heading: 'If you receive it' },
    { text: 'Insert it, read-only if you can. Put the folder where it shows up in place of MEDIUM:' },
    { command: 'airlock media import --from MEDIUM' },
    {
      text: 'Airlock checks every byte while it copies, says which pieces are still missing and which images that concerns, and goes on with the next medium by the same command. When it has all of it, it prints a short code: tell it to the side that sent this, by telephone or on paper.',
    },
    ...transfers.flatMap(transferParts),
    { text: `Written by ${options.tool}.` },
  ];
  return pageHtml({
    title: 'Airlock: what this medium is, and what to do with it',
    marking: markings.length > 0 ? markings.join(' / ') : undefined,
    parts,
  });
}

function transferParts({ transfer, shortHash, signed, of, pieces: volumes }: PageTransfer): PagePart[] {
  const numbers = volumes.map(({ number }) => number);
  const all = numbers.length === of;
  return [
    { heading: `Transfer ${transfer}` },
    {
      mark: shortHash,
      caption: 'Record fingerprint. It must match the transfer record on both sides.',
    },
    {
      text: all
        ? `All ${of === 1 ? 'of it is in one piece' : `${of} pieces are`} on this medium.`
        : `On this medium: ${numbers.length === 1 ? 'piece' : 'pieces'} ${numbersText(numbers)} of ${of}. The others are on other media.`,
    },
    {
      columns: ['Piece', 'File', 'Bytes'],
      rows: volumes.map(({ number, name, size }) => [
        `${number}`,
        `airlock/${transfer}/${name}`,
        grouped(size),
      ]),
    },
    {
      text: `The transfer record, to be printed and signed, is airlock/${transfer}/record/record.html.${
        signed
          ? ' The index is signed: verify it with --verify-key and the key that you were given for that.'
          : ''
      }`,
    },
    ...(signed
      ? [{ command: 'airlock media import --from MEDIUM --verify-key KEYFILE' } satisfies PagePart]
      : []),
  ];
}
