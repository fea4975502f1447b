import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { PIECE_NAME } from '../../store/set-format/entry-names.ts';
import { BLOCK } from '../../store/set-format/tar-header.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { setMark } from '../transfer/acknowledgement-code.ts';

/** Name of the document that says how a set was cut, beside the pieces on a medium. */
export const EXPORT_NAME = 'export.json';
/** Format of export documents and of `airlock/piece.json` that this version writes and reads. */
export const EXPORT_FORMAT = 1;

const BYTES = z.number().int().nonnegative();
const BLOCKS = BYTES.multipleOf(BLOCK);
const HEX64 = z.string().regex(/^[0-9a-f]{64}$/);
const ID = z.string().regex(/^[0-9a-f]{16}$/);
const TRANSFER = z
  .string()
  .refine((name) => parseTransferName(name)?.partial === false, 'is not the name of a transfer');
/** Names of files on media: one step, nothing that a shell or FAT takes for something else. */
const FILE_NAME = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,199}$/);

/** A range of bytes of a file of the set; both numbers are whole tar blocks. */
export const SPAN = z.object({
  file: z.string().refine((name) => PIECE_NAME.test(name) && !/[/\\]/.test(name), 'is no file of a set'),
  offset: BLOCKS,
  length: BLOCKS.positive(),
});
export type Span = z.infer<typeof SPAN>;

export const DIGESTED_SPAN = SPAN.extend({ sha256: HEX64 });
export type DigestedSpan = z.infer<typeof DIGESTED_SPAN>;

/** One carry piece of a cut. */
export const CUT_PIECE = z.object({
  /** From 1; of all revisions of an export, no two pieces that were written share one. */
  number: z.number().int().positive(),
  name: FILE_NAME,
  /** Bytes of the file on the medium. */
  size: BYTES,
  spans: listOf(SPAN, { min: 1 }),
  /** Hex, of the whole file; known once it was written. */
  sha256: HEX64.optional(),
});
export type CutPiece = z.infer<typeof CUT_PIECE>;

/** `export.json`: one cut of one transfer, in one of its revisions. */
export const EXPORT_DOCUMENT = z.object({
  format: z.literal(EXPORT_FORMAT),
  tool: z.string(),
  id: ID,
  transfer: TRANSFER,
  enclave: z.string(),
  /** Of the transfer. */
  number: z.number().int().positive(),
  /** Four characters by which an acknowledgement code knows this cut. */
  mark: z.string().length(4),
  /** From 1. */
  revision: z.number().int().positive(),
  /** Bytes: no piece is larger. */
  pieceSize: BYTES,
  /** RFC 3339, UTC. */
  created: z.string(),
  /** Hex, of the set's `index.json`. */
  indexSha256: HEX64,
  /** By number. */
  pieces: listOf(CUT_PIECE),
});
export type ExportDocument = z.infer<typeof EXPORT_DOCUMENT>;

/** `airlock/piece.json`, the first entry of every carry piece. */
export const PIECE_HEADER = z.object({
  format: z.literal(EXPORT_FORMAT),
  id: ID,
  transfer: TRANSFER,
  number: z.number().int().positive(),
  /** Pieces of this revision. */
  of: z.number().int().positive(),
  revision: z.number().int().positive(),
  spans: listOf(DIGESTED_SPAN, { min: 1 }),
});
export type PieceHeader = z.infer<typeof PIECE_HEADER>;

/** What a cut is known by: equal for equal cuts of equal sets, whoever made them. */
export function exportId(
  cut: Pick<ExportDocument, 'indexSha256' | 'pieceSize' | 'revision'> & { pieces: readonly CutPiece[] },
): string {
  const pieces = cut.pieces.map(({ number, size, spans }) => [
    number,
    size,
    spans.map(({ file, offset, length }) => [file, offset, length]),
  ]);
  return sha256(JSON.stringify([cut.indexSha256, cut.pieceSize, cut.revision, pieces])).slice(7, 23);
}

/** Four characters for acknowledgement codes, made of an export's id. */
export function exportMark(transfer: string, id: string): string {
  return setMark({ transfer, created: id, pieces: [] });
}

/** `<transfer>-p0001.tar` */
export function carryPieceName(transfer: string, number: number): string {
  return `${transfer}-p${String(number).padStart(4, '0')}.tar`;
}

/**
 * Reads an `export.json`. @param path for messages
 * @throws AirlockError `workspace-format` for a newer format, `archive-malformed`
 */
export function parseExportDocument(text: string, path: string): ExportDocument {
  return parseDocument(EXPORT_DOCUMENT, text, path);
}

/** Reads an `airlock/piece.json`. @throws as {@link parseExportDocument} */
export function parsePieceHeader(text: string, path: string): PieceHeader {
  return parseDocument(PIECE_HEADER, text, path);
}

/** @throws AirlockError `workspace-format` for a newer format, `archive-malformed` */
export function parseDocument<T>(schema: z.ZodType<T>, text: string, path: string): T {
  const malformed = (what: string, cause?: unknown): AirlockError =>
    new AirlockError('archive-malformed', `${path} ${what}`, { side: 'local', at: { file: path }, cause });
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw malformed(`can't be read: ${notJson(cause)}`, cause);
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > EXPORT_FORMAT)
    throw new AirlockError(
      'workspace-format',
      `${path} has format ${format}; this version reads ${EXPORT_FORMAT}`,
      { side: 'local', expected: `format ${EXPORT_FORMAT}`, found: `format ${format}`, at: { file: path } },
    );
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue?.path.join('.') ?? '';
  throw malformed(`is wrong${at && ` at ${at}`}: ${issue?.message ?? 'unknown'}`);
}
