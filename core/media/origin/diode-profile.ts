import { AirlockError } from '../../base/errors/airlock-error.ts';
import { SIGNATURE_ENDINGS, type SignatureEnding } from '../../content/signature/detached-signature.ts';
import { INDEX_NAME, parseSetIndex, type SetIndex } from '../../store/set-format/set-index.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { cutSet } from '../volumes/cut.ts';
import { carryVolumeName, EXPORT_NAME, type ExportDocument } from '../volumes/export-document.ts';
import { extraEntryBytes } from '../volumes/volume-file.ts';
import type { MediumProfile } from './export-profile.ts';

/** Entries that every piece of a diode has behind `volume.json`. */
const INDEX_ENTRY = `airlock/${INDEX_NAME}`;
const EXPORT_ENTRY = `airlock/${EXPORT_NAME}`;
/** Bytes of an `export.json` beside its pieces, at most. */
const FIXED_DOCUMENT = 1024;

/**
 * One-way links: all files in one folder, names of eight characters and `.tar`, no file larger than `pieceSize`, and in
 * each of them all that tells what it belongs to, so that they may arrive in any order, twice, or not at all. Only a
 * signature lies next to them: the transfer record, AIRLOCK.html and a checksum list are left out. The index in each piece
 * has the digest of every byte, so a list would repeat it.
 * @param pieceSize bytes
 */
export function diodeProfile(volumeSize: number): MediumProfile {
  // One set at a time: the bytes that its cut needs are asked for before the cut is made, and with every piece.
  let known: { indexText: string; documentBytes: number } | undefined;
  const documentBytes = (indexText: string): number => {
    if (known?.indexText !== indexText)
      known = {
        indexText,
        documentBytes: roomForDocument(parseSetIndex(indexText, INDEX_NAME), indexText, volumeSize),
      };
    return known.documentBytes;
  };
  return {
    name: 'diode',
    folder: () => '',
    volumeName: diodeVolumeName,
    extraBytes: (indexText) => extraBytesFor(indexText, documentBytes(indexText)),
    extras(cut, indexText) {
      const room = documentBytes(indexText);
      return [
        { name: INDEX_ENTRY, content: Buffer.from(indexText) },
        { name: EXPORT_ENTRY, content: paddedDocument(cut, room) },
      ];
    },
    besides: false,
    companionPath(transfer, path) {
      const ending = SIGNATURE_ENDINGS.find((one) => path === `airlock/${transfer}/${INDEX_NAME}${one}`);
      return ending && diodeSignatureName(transfer, ending);
    },
  };
}

/** Returns the name of a signature over a transfer's index next to its pieces: `f007sign.asc`. @throws as {@link diodePieceName} */
export function diodeSignatureName(transfer: string, ending: SignatureEnding): string {
  return `${diodeVolumeName(transfer, 1).slice(0, 4)}sign${ending}`;
}

/**
 * `f007p003.tar`: first letter of the enclave, number of the transfer, number of the piece. Numbers above 999 go on with
 * `a00`, so that eight characters are enough for 34,695 of each.
 * @throws AirlockError `archive-size` beyond that
 */
export function diodeVolumeName(transfer: string, number: number): string {
  const parsed = parseTransferName(transfer);
  const letter = /[a-z0-9]/.exec(parsed?.enclave ?? '')?.[0] ?? 'x';
  return `${letter}${threeCharacters(parsed?.number ?? 0, transfer)}p${threeCharacters(number, carryVolumeName(transfer, number))}.tar`;
}

const LETTERS_FROM = 10 * 36 * 36;

function threeCharacters(number: number, what: string): string {
  if (number < 1000) return String(number).padStart(3, '0');
  const text = (number - 1000 + LETTERS_FROM).toString(36);
  if (text.length === 3) return text;
  throw new AirlockError('archive-size', `${what} has no short name: there are 34,695 at most`, {
    side: 'local',
    remedy: 'Use a larger --volume-size.',
  });
}

function extraBytesFor(indexText: string, documentBytes: number): number {
  return (
    extraEntryBytes(INDEX_ENTRY, Buffer.byteLength(indexText)) + extraEntryBytes(EXPORT_ENTRY, documentBytes)
  );
}

/**
 * Bytes that `export.json` gets in every piece, before it is known: twice what the cut onto one large medium needs, as
 * media that are small, and cuts that are made anew, have more pieces.
 * @throws AirlockError `archive-size` when the pieces are too small to hold the index
 */
function roomForDocument(index: SetIndex, indexText: string, volumeSize: number): number {
  for (let room = FIXED_DOCUMENT; ; ) {
    const extraBytes = extraBytesFor(indexText, room);
    const volumes = cutSet(index, { volumeSize, media: [], extraBytes });
    const needed = 2 * (FIXED_DOCUMENT + Buffer.byteLength(JSON.stringify(volumes)));
    if (needed <= room) return room;
    room = Math.ceil(needed / 512) * 512;
  }
}

function paddedDocument(cut: ExportDocument, room: number): Buffer {
  // Digests are known only of pieces that were written before: without them a piece is the same whenever it is written.
  const volumes = cut.volumes.map(({ number, name, size, spans }) => ({ number, name, size, spans }));
  const content = Buffer.alloc(room, 0x20);
  const text = Buffer.from(JSON.stringify({ ...cut, volumes }));
  if (text.length > room)
    throw new AirlockError('archive-size', `the list of ${volumes.length} pieces outgrew its place in them`, {
      side: 'local',
      remedy: 'Use a larger --volume-size, or a folder with more room.',
    });
  text.copy(content);
  return content;
}
