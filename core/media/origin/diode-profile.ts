import { AirlockError } from '../../base/errors/airlock-error.ts';
import { SIGNATURE_ENDINGS, type SignatureEnding } from '../../content/signature/detached-signature.ts';
import { INDEX_NAME } from '../../store/set-format/set-index.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { cutSet } from '../volumes/cut.ts';
import { carryVolumeName, EXPORT_NAME, type ExportDocument } from '../volumes/export-document.ts';
import { extraEntryBytes } from '../volumes/volume-file.ts';
import type { CarriedIndex, MediaProfile } from './export-profile.ts';
import { t } from './messages.ts';

/** Entries of every volume of a diode export, after `volume.json`. */
const INDEX_ENTRY = `airlock/${INDEX_NAME}`;
const EXPORT_ENTRY = `airlock/${EXPORT_NAME}`;
/** Largest `export.json` in bytes, without its list of volumes. */
const FIXED_DOCUMENT = 1024;

/**
 * Returns the profile for one-way links: all files in one folder, with names of eight characters and `.tar`, and no file
 * larger than `volumeSize`. Each volume describes the complete transfer, so volumes can arrive in any order, twice, or not at
 * all. Only a signature is next to them. The transfer record and AIRLOCK.html are omitted, and so is a checksum list, because
 * the index in each volume has all digests.
 * @param volumeSize bytes
 */
export function diodeProfile(volumeSize: number): MediaProfile {
  // Caches the result for one set, because it is used before its cut and again for every volume.
  let known: { set: CarriedIndex; documentBytes: number } | undefined;
  const documentBytes = (set: CarriedIndex): number => {
    if (known?.set !== set) known = { set, documentBytes: roomForDocument(set, volumeSize) };
    return known.documentBytes;
  };
  return {
    name: 'diode',
    directory: () => '',
    volumeName: diodeVolumeName,
    extraBytes: (set) => extraBytesFor(set, documentBytes(set)),
    async extras(cut, set) {
      const room = documentBytes(set);
      return [
        { name: INDEX_ENTRY, content: Buffer.concat(await Array.fromAsync(set.indexContent())) },
        { name: EXPORT_ENTRY, content: paddedDocument(cut, room) },
      ];
    },
    writesCompanions: false,
    companionPath(transfer, path) {
      const ending = SIGNATURE_ENDINGS.find((one) => path === `airlock/${transfer}/${INDEX_NAME}${one}`);
      return ending && diodeSignatureName(transfer, ending);
    },
  };
}

/** Returns the name of an index signature next to its volumes: `f007sign.asc`. @throws as {@link diodeVolumeName} */
export function diodeSignatureName(transfer: string, ending: SignatureEnding): string {
  return `${diodeVolumeName(transfer, 1).slice(0, 4)}sign${ending}`;
}

/**
 * Returns a name such as `f007v003.tar`: first letter of the enclave, number of the transfer, number of the volume. The number
 * after 999 is `a00`, so eight characters are enough for 34,695 of each.
 * @throws AirlockError `archive-size` for larger numbers
 */
export function diodeVolumeName(transfer: string, number: number): string {
  const parsed = parseTransferName(transfer);
  const letter = /[a-z0-9]/.exec(parsed?.enclave ?? '')?.[0] ?? 'x';
  const transferPart = threeCharacters(parsed?.number ?? 0, () => t('transfersExhausted', { transfer }));
  const volumePart = threeCharacters(number, () =>
    t('volumesExhausted', { name: carryVolumeName(transfer, number) }),
  );
  return `${letter}${transferPart}v${volumePart}.tar`;
}

const LETTERS_FROM = 10 * 36 * 36;

function threeCharacters(number: number, exhausted: () => string): string {
  if (number < 1000) return String(number).padStart(3, '0');
  const text = (number - 1000 + LETTERS_FROM).toString(36);
  if (text.length === 3) return text;
  throw new AirlockError('archive-size', exhausted(), { side: 'local', remedy: t('volumeSizeRemedy') });
}

function extraBytesFor({ indexBytes }: CarriedIndex, documentBytes: number): number {
  return extraEntryBytes(INDEX_ENTRY, indexBytes) + extraEntryBytes(EXPORT_ENTRY, documentBytes);
}

/**
 * Returns the bytes to reserve for `export.json` in every volume before the cut. Twice the size for a cut onto one large
 * drive, because small drives and later cuts need more volumes.
 * @throws AirlockError `archive-size` if the volumes are too small for the index
 */
function roomForDocument(set: CarriedIndex, volumeSize: number): number {
  for (let room = FIXED_DOCUMENT; ; ) {
    const extraBytes = extraBytesFor(set, room);
    const volumes = cutSet(set.index, { volumeSize, media: [], extraBytes });
    const needed = 2 * (FIXED_DOCUMENT + Buffer.byteLength(JSON.stringify(volumes)));
    if (needed <= room) return room;
    room = Math.ceil(needed / 512) * 512;
  }
}

function paddedDocument(cut: ExportDocument, room: number): Buffer {
  // Only earlier volumes have known digests. Without digests, a volume has the same content whenever it is written.
  const volumes = cut.volumes.map(({ number, name, size, spans }) => ({ number, name, size, spans }));
  const content = Buffer.alloc(room, 0x20);
  const text = Buffer.from(JSON.stringify({ ...cut, volumes }));
  if (text.length > room)
    throw new AirlockError('archive-size', t('listTooLarge', { count: volumes.length }), {
      side: 'local',
      remedy: t('listTooLargeRemedy'),
    });
  text.copy(content);
  return content;
}
