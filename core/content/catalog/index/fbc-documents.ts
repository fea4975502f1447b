import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';
import type { CatalogFile } from '../model/catalog-files.ts';
import type { DocumentPart } from './document-part.ts';
import { splitJson } from './split-json.ts';
import { splitYaml } from './split-yaml.ts';
import { yamlAsJson } from './yaml-as-json.ts';

/** One document of a file-based catalog. */
export interface FbcDocument {
  file: string;
  /** Within the file, from 1. */
  number: number;
  line: number;
  /** As compact JSON, from YAML like Go's libraries convert it. Valid until the next document is requested. */
  json: Buffer;
  value: Record<string, unknown> & { schema: string };
}

/**
 * Returns the documents of one file: a stream of JSON objects if it begins with a brace, else YAML documents. Only one
 * document is in memory.
 * @throws AirlockError `catalog-invalid` with file, document, line and reason
 */
export async function* fbcDocuments(file: CatalogFile): AsyncGenerator<FbcDocument> {
  let number = 0;
  const { json, content } = await formatOf(file.content);
  for await (const volume of json ? splitJson(content) : splitYaml(content)) {
    const place = (line: number) => ({ file: file.path, number: number + 1, line });
    if (volume.fault !== undefined) throw catalogInvalid(place(volume.line), volume.fault);
    for (const { bytes, value, line } of volume.compact
      ? [readJson(volume, volume.compact, place)]
      : readYaml(volume, place)) {
      const at = place(line);
      number++;
      if (!isObject(value)) throw catalogInvalid(at, t('notAnObject'));
      if (typeof value.schema !== 'string' || value.schema === '')
        throw catalogInvalid(at, t('schemaMissing'));
      yield { ...at, json: bytes, value: value as FbcDocument['value'] };
    }
  }
}

/** @param at `number`: of the document within the file, from 1 */
export function catalogInvalid(
  at: { file: string; number: number; line: number },
  reason: string,
): AirlockError {
  return new AirlockError(
    'catalog-invalid',
    t('documentInvalid', { file: at.file, number: String(at.number), line: String(at.line), reason }),
    { at: { file: at.file, line: at.line } },
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface ReadDocument {
  bytes: Buffer;
  value: unknown;
  line: number;
}

type Place = (line: number) => { file: string; number: number; line: number };

function readJson({ bytes, line }: DocumentPart, compact: Buffer, place: Place): ReadDocument {
  const text = bytes.toString('utf8');
  try {
    return { value: JSON.parse(text) as unknown, bytes: compact, line };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, reason, position] = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(error.message) ?? [];
    const above = position === undefined ? 0 : text.slice(0, Number(position)).split('\n').length - 1;
    throw catalogInvalid(place(line + above), t('notJson', { error: reason ?? error.message }));
  }
}

function readYaml({ bytes, line }: DocumentPart, place: Place): ReadDocument[] {
  const read = yamlAsJson(bytes.toString('utf8'));
  const lineOf = (within: number) => Math.max(1, line + within - 1);
  if ('fault' in read) throw catalogInvalid(place(lineOf(read.line)), t('notYaml', { error: read.fault }));
  return read.map((document) => ({
    bytes: Buffer.from(document.json),
    value: JSON.parse(document.json),
    line: lineOf(document.line),
  }));
}

/** Space, tab, line feed, vertical tab, form feed, carriage return. */
const BLANKS = [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d];

/** Detects the format by the first byte that isn't blank, like Go's decoder. Returns the entire content again. */
async function formatOf(
  source: AsyncIterable<Uint8Array>,
): Promise<{ json: boolean; content: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const next = await chunks.next();
    if (next.done) break;
    const chunk = seen.length === 0 ? withoutMark(next.value) : next.value;
    const found = chunk.find((byte) => !BLANKS.includes(byte));
    first = found === undefined ? undefined : String.fromCharCode(found);
    // The source may reuse the memory of all chunks but the last.
    seen.push(first === undefined ? Buffer.from(chunk) : chunk);
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  return { json: first === '{' || first === '[', content: content() };
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}
