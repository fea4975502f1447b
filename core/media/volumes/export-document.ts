import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { SET_FILE_NAME } from '../../store/set-format/entry-names.ts';
import { BLOCK } from '../../store/set-format/tar-header.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { setShortId } from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';

/** Name of the document that describes how a set was cut. It's next to the volumes on a drive. */
export const EXPORT_NAME = 'export.json';
/** Format of export documents and of `airlock/volume.json` that this version writes and reads. */
export const EXPORT_FORMAT = 2;

/** The format of export documents, of `airlock/volume.json` and of the states of exports. */
export const EXPORT_FILES: FileFormat = { kind: 'transfer', current: EXPORT_FORMAT };

const BYTES = z.number().int().nonnegative();
const BLOCKS = BYTES.multipleOf(BLOCK);
const HEX64 = z.string().regex(/^[0-9a-f]{64}$/);
const ID = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe(
    'First 16 hexadecimal digits of the SHA-256 of the JSON text `[indexSha256, volumeSize, revision, [[number, size, [[file, offset, length], …]], …]]`',
  );
const TRANSFER = z
  .string()
  .refine((name) => parseTransferName(name)?.partial === false, 'is not the name of a transfer')
  .describe('Name of the transfer');
/** Names of files on drives: no path, and nothing with a special meaning for a shell or FAT. */
const FILE_NAME = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,199}$/);

/** A range of bytes of a file of the set. Both numbers are multiples of the tar block size. */
export const SPAN = z.object({
  file: z
    .string()
    .refine((name) => SET_FILE_NAME.test(name) && !/[/\\]/.test(name), 'is not the name of a file of a set'),
  offset: BLOCKS,
  length: BLOCKS.positive(),
});
export type Span = z.infer<typeof SPAN>;

export const DIGESTED_SPAN = SPAN.extend({ sha256: HEX64 });
export type DigestedSpan = z.infer<typeof DIGESTED_SPAN>;

/** One volume of a cut. */
export const CUT_VOLUME = z.object({
  number: z
    .number()
    .int()
    .positive()
    .describe(
      'Number, starting at 1. Each written volume of an export has a unique number across all revisions',
    ),
  name: FILE_NAME.describe('File name'),
  size: BYTES.describe('Size of the file'),
  spans: listOf(SPAN, { min: 1 }).describe('Byte ranges of the set that the volume contains'),
  sha256: HEX64.optional().describe(
    'SHA-256 of the file, if it was read back before this document was written',
  ),
});
export type CutVolume = z.infer<typeof CUT_VOLUME>;

/** `export.json`: one revision of one cut of a transfer. */
export const EXPORT_DOCUMENT = z.object({
  format: z.literal(EXPORT_FORMAT),
  tool: z.string().describe('Name and version of the writer'),
  id: ID,
  transfer: TRANSFER,
  enclave: z.string().describe('Enclave of the transfer'),
  number: z.number().int().positive().describe('Number of the transfer'),
  shortId: z
    .string()
    .length(4)
    .describe(
      'Four letters that identify these volumes in acknowledgment codes: the short ID of `[transfer, id, []]`',
    ),
  revision: z
    .number()
    .int()
    .positive()
    .describe(
      'Starts at 1. If a drive is too small, Airlock divides the remaining content into volumes again. Written volumes keep their numbers and content',
    ),
  volumeSize: BYTES.describe('Size of the largest volume'),
  created: z.string().describe('Creation time of this revision'),
  indexSha256: HEX64.describe("SHA-256 of the set's `index.json`"),
  volumes: listOf(CUT_VOLUME).describe('Volumes, by number'),
});
export type ExportDocument = z.infer<typeof EXPORT_DOCUMENT>;

/** `airlock/volume.json`, the first entry of every volume. */
export const VOLUME_HEADER = z.object({
  format: z.literal(EXPORT_FORMAT),
  id: ID.describe('`id` of the export'),
  transfer: TRANSFER,
  number: z.number().int().positive().describe('Number of this volume'),
  of: z.number().int().positive().describe('Number of volumes in this revision'),
  revision: z.number().int().positive().describe('Revision of the export'),
  spans: listOf(DIGESTED_SPAN, { min: 1 }).describe('Byte ranges of the set, with their SHA-256 digests'),
});
export type VolumeHeader = z.infer<typeof VOLUME_HEADER>;

/** Returns the identifier of a cut. It's equal for equal cuts of equal sets, whoever made them. */
export function exportId(
  cut: Pick<ExportDocument, 'indexSha256' | 'volumeSize' | 'revision'> & { volumes: readonly CutVolume[] },
): string {
  const volumes = cut.volumes.map(({ number, size, spans }) => [
    number,
    size,
    spans.map(({ file, offset, length }) => [file, offset, length]),
  ]);
  return sha256(JSON.stringify([cut.indexSha256, cut.volumeSize, cut.revision, volumes])).slice(7, 23);
}

/** Returns four characters for acknowledgment codes, derived from an export's identifier. */
export function exportShortId(transfer: string, id: string): string {
  return setShortId({ transfer, created: id, volumes: [] });
}

/** `<transfer>-v0001.tar` */
export function carryVolumeName(transfer: string, number: number): string {
  return `${transfer}-v${String(number).padStart(4, '0')}.tar`;
}

const VOLUME_NAME = /^([a-z0-9][a-z0-9._-]*-\d+)-v(\d+)\.tar$/;

/** Returns the transfer and the number in the name of a volume, see {@link carryVolumeName}. Undefined for other names. */
export function parseVolumeName(name: string): { transfer: string; number: number } | undefined {
  const [, transfer, number] = VOLUME_NAME.exec(name) ?? [];
  return transfer === undefined ? undefined : { transfer, number: Number(number) };
}

/**
 * Reads an `export.json`. @param path for messages
 * @throws AirlockError `workspace-format` for a newer format, `archive-malformed`
 */
export function parseExportDocument(text: string, path: string): ExportDocument {
  return parseDocument(EXPORT_DOCUMENT, text, path);
}

/** Reads an `airlock/volume.json`. @throws as {@link parseExportDocument} */
export function parseVolumeHeader(text: string, path: string): VolumeHeader {
  return parseDocument(VOLUME_HEADER, text, path);
}

/** @throws AirlockError `workspace-format` for a newer format, `archive-malformed` */
export function parseDocument<T>(schema: z.ZodType<T>, text: string, path: string): T {
  const malformed = (message: string, cause?: unknown): AirlockError =>
    new AirlockError('archive-malformed', message, { side: 'local', at: { file: path }, cause });
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw malformed(t('documentUnreadable', { path, reason: notJson(cause) }), cause);
  }
  const parsed = schema.safeParse(inCurrentFormat(value, path, EXPORT_FILES));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue?.path.join('.') ?? '';
  const reason = issue?.message ?? 'unknown';
  throw malformed(
    at ? t('documentFieldInvalid', { path, field: at, reason }) : t('documentInvalid', { path, reason }),
  );
}
