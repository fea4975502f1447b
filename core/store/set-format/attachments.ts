import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ImageSource } from '../../base/image/content.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { unsafeName } from './entry-names.ts';
import { t } from './messages.ts';

/** A file that was added to a transfer in addition to images. Its content is in the set by its digest, like that of images. */
export interface AttachedFile {
  name: string;
  digest: Digest;
  /** Bytes. */
  size: number;
  note?: string | undefined;
}

/** Folder of the lists of attached files, below `working-dir/`. */
export const ATTACHMENTS_FOLDER = 'airlock/attachments/';
/** Maximum number of files, and lengths of a name (bytes) and a note. */
const MOST_FILES = 1000;
const LONGEST_NAME = 200;
export const LONGEST_NOTE = 1000;

const FILES = listOf(
  z.object({
    name: z.string().describe('File name, without a directory'),
    digest: z
      .custom<Digest>((value) => typeof value === 'string' && isDigest(value))
      .describe('Digest of the content, which is a blob of the set'),
    size: z.number().int().nonnegative().describe('Bytes'),
    note: z.string().max(LONGEST_NOTE).optional().describe('Note of the sender'),
  }),
  { max: MOST_FILES },
);

/** Content of `working-dir/airlock/attachments/TRANSFER.json`. */
export const ATTACHMENTS = z.object({ format: z.literal(1), files: FILES.describe('Attached files') });

/** What makes the name of an attached file unusable on some host. */
export type AttachmentFault =
  | 'empty'
  | 'tooLong'
  | 'separator'
  | 'control'
  | 'hidden'
  | 'character'
  | 'ending'
  | 'reserved';

/** Names of devices, with any extension (Microsoft: Naming Files, Paths, and Namespaces). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * Returns why a file can't be extracted under a name on every host, or undefined for a usable name: one path component
 * without characters that file systems or terminals interpret, and no name that Windows reserves.
 */
export function attachmentFault(name: string): AttachmentFault | undefined {
  if (name === '') return 'empty';
  if (/[/\\]/.test(name)) return 'separator';
  if (Buffer.byteLength(name) > LONGEST_NAME) return 'tooLong';
  if (name.startsWith('.')) return 'hidden';
  if (/[<>:"|?*]/.test(name)) return 'character';
  if (unsafeName(name) || /\p{C}|\p{Zl}|\p{Zp}/u.test(name)) return 'control';
  if (/[. ]$/.test(name)) return 'ending';
  return DEVICE.test(name.split('.', 1)[0]!.trimEnd()) ? 'reserved' : undefined;
}

/** Returns a name as file systems that ignore case and Unicode forms compare it. */
export function comparedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}

export function attachmentsText(files: readonly AttachedFile[]): string {
  return `${JSON.stringify({ format: 1, files }, null, 2)}\n`;
}

/** Returns the list of a transfer as a file of its set, below `working-dir/`. Empty without attached files. */
export function attachmentsList(
  transfer: string,
  files: readonly AttachedFile[],
): { name: string; content: string }[] {
  return files.length === 0
    ? []
    : [{ name: `${ATTACHMENTS_FOLDER}${transfer}.json`, content: attachmentsText(files) }];
}

/**
 * Returns the files in a list of another host.
 * @param place for messages
 * @throws AirlockError `archive-malformed`; `archive-hostile` for names that Airlock never writes
 */
export function parseAttachments(bytes: Uint8Array, place: string): AttachedFile[] {
  const text = Buffer.from(bytes).toString('utf8');
  return checked(() => ATTACHMENTS.parse(parseJson(text)).files, place);
}

/** Returns the attached files in an index. @throws AirlockError as {@link parseAttachments} */
export function checkedAttachments(value: unknown, place: string): AttachedFile[] {
  return checked(() => FILES.parse(value), place);
}

function checked(parse: () => AttachedFile[], place: string): AttachedFile[] {
  let files: AttachedFile[];
  try {
    files = parse();
  } catch (cause) {
    throw new AirlockError('archive-malformed', t('attachmentsInvalid', { place }), { side: 'local', cause });
  }
  const names = new Set<string>();
  for (const { name } of files) {
    const fault = attachmentFault(name);
    const compared = comparedName(name);
    if (fault || names.has(compared))
      throw new AirlockError(
        'archive-hostile',
        t('attachmentNameHostile', { place, name: JSON.stringify(name) }),
        { side: 'local' },
      );
    names.add(compared);
  }
  return files;
}

/** Returns the name of an attached file in ledgers, where it is next to the files below `working-dir/`. */
export function attachmentInLedger(name: string): string {
  return `${ATTACHMENTS_FOLDER}files/${name}`;
}

/** The attached files of one transfer. */
export interface TransferAttachments {
  transfer: string;
  files: AttachedFile[];
}

/**
 * Returns the attached files of a set, or of all sets of a workspace, by transfer.
 * @throws AirlockError as {@link parseAttachments}
 */
export async function attachmentsIn(
  source: Pick<ImageSource, 'location' | 'files' | 'file'>,
): Promise<TransferAttachments[]> {
  const found: TransferAttachments[] = [];
  for (const file of source.files(ATTACHMENTS_FOLDER)) {
    const named = /^[a-z0-9][a-z0-9._-]*$/i.exec(file.slice(ATTACHMENTS_FOLDER.length))?.[0];
    if (!named?.endsWith('.json')) continue;
    const of = named.slice(0, -'.json'.length);
    const bytes = await source.file(file);
    if (bytes) found.push({ transfer: of, files: parseAttachments(bytes, `${source.location}: ${file}`) });
  }
  return found;
}
