import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { listOf } from '../../../base/document/list-schema.ts';
import { newValuesOf, readYaml } from '../../../base/document/yaml-text.ts';
import { yamlValue } from '../../../base/document/yaml-values.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

/** One entry of oc-mirror's `delete-images.yaml` (internal/pkg/api/v2alpha1/type_internal.go). */
export interface ListedImage {
  imageName: string;
  /** `docker://host/repository:tag` */
  imageReference: string;
  type: string;
}

const LIST = z.object({
  kind: z.literal('DeleteImageList'),
  items: listOf(
    z.object({
      imageName: z.string().default(''),
      imageReference: z.string(),
      type: z.string().default(''),
    }),
  ).nullish(),
});

/** About a million images. */
const MOST_BYTES = 256 * 2 ** 20;
/** A mirror of tens of thousands of images has a list beyond the limits of one YAML text, so longer lists are read in parts. */
const MOST_LINES_AT_ONCE = 20_000;
/** The nodes of one part are in memory at a time. */
const LINES_PER_PART = 2_000;

/**
 * Reads a list of images to delete, written by Airlock or oc-mirror.
 * @throws AirlockError `config-unreadable`, `config-invalid`
 */
export async function readDeleteList(file: string): Promise<ListedImage[]> {
  const invalid = (reason: string, cause?: unknown) =>
    new AirlockError('config-invalid', t('listInvalid', { file, reason }), {
      at: { file },
      remedy: t('listInvalidRemedy'),
      cause,
    });
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw invalid(t('listTooLarge', { size, limit: MOST_BYTES }));
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof AirlockError) throw cause;
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const message = t(isMissing ? 'listMissing' : 'listUnreadable', { file });
    throw new AirlockError('config-unreadable', message, { at: { file }, cause });
  }
  let value: unknown;
  try {
    value = valueInParts(text) ?? yamlValue(text);
  } catch (cause) {
    throw invalid((cause as Error).message.split('\n')[0]!, cause);
  }
  const parsed = LIST.safeParse(value);
  if (parsed.success) return parsed.data.items ?? [];
  const [issue] = parsed.error.issues;
  throw invalid(`${issue!.path.join('.') || 'kind'}: ${issue!.message}`);
}

/**
 * Returns the value of a long list whose items are in block style, one after the other, with comments and empty lines between
 * them; undefined for a short list or any other form, which are parsed at once.
 */
function valueInParts(text: string): Record<string, unknown> | undefined {
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES_AT_ONCE) return;
  const first = lines.findIndex((line) => /^items:\s*$/.test(line)) + 1;
  const isComment = (line: string) => /^\s*(?:#|$)/.test(line);
  const item = first > 0 ? lines.find((line, i) => i >= first && !isComment(line)) : undefined;
  const indent = /^( *)- /.exec(item ?? '')?.[1];
  if (indent === undefined) return;
  const begins = (line: string) => line.startsWith(`${indent}- `);
  const belongs = (line: string) =>
    begins(line) || isComment(line) || /^\s*$/.test(line.slice(0, indent.length + 2));
  let end = first;
  while (end < lines.length && belongs(lines[end]!)) end++;
  const around = partValue([...lines.slice(0, first), ...lines.slice(end)], (line) =>
    line < first ? line : line + end - first,
  );
  if (typeof around !== 'object' || around === null || Array.isArray(around)) return;
  // Anything else below `items` isn't in the form that is read in parts.
  if (!('items' in around) || around.items !== null) return;
  const items: unknown[] = [];
  for (let from = first; from < end; ) {
    let to = Math.min(from + LINES_PER_PART, end);
    while (to < end && !begins(lines[to]!)) to++;
    const start = from;
    const part = partValue(lines.slice(start, to), (line) => line + start);
    // The first part may contain only comments.
    if (part !== undefined) for (const item of Array.isArray(part) ? part : [part]) items.push(item);
    from = to;
  }
  return { ...around, items };
}

/**
 * Returns the value of some lines.
 * @param lineInText the index of a line in the complete text, by its index in the part
 * @throws Error with the line in the complete text
 */
function partValue(lines: string[], lineInText: (line: number) => number): unknown {
  const document = readYaml(lines.join('\n'));
  const [fault] = document.faults;
  if (fault)
    throw new Error(t('lineInvalid', { line: `${lineInText(fault.line - 1) + 1}`, problem: fault.message }));
  const values = newValuesOf(document);
  if (values.length > 1) throw new Error(t('documentsFound', { count: values.length }));
  return values[0];
}
