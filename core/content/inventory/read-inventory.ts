import { readFile, stat } from 'node:fs/promises';
import { jsonFaultOffset, placeIn } from '../../base/document/json-tokens.ts';
import { alternativeList } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { inventoryOfObjects, READ_KINDS } from './from-cluster.ts';
import { INVENTORY_COMMAND, INVENTORY_KIND, type Inventory } from './inventory.ts';
import { invalidInventory, readInventoryFile } from './inventory-file.ts';
import { t } from './messages.ts';

/**
 * Reads the inventory of a cluster from the output of `oc get … -o json` ({@link INVENTORY_COMMAND}: one list, or several
 * JSON documents in sequence), the file or JSON result of `airlock cluster inspect`, or Airlock's own inventory file. Namespaces, labels, addresses and cluster names are dropped.
 * @param file name of the text in errors
 * @throws AirlockError `config-invalid` with the place of the first fault
 */
export function readInventory(text: string, file: string): Inventory {
  const begin = text.replace(/^\uFEFF/, '');
  if (!/^\s*[[{]/.test(begin)) return readInventoryFile(begin, file);
  const documents = jsonDocuments(begin, file);
  const [first] = documents;
  const inspection = documents.map(inspectionOf).find((each) => each !== undefined);
  if (inspection) return readInventoryFile(JSON.stringify(inventoryOfInspection(inspection, file)), file);
  if (documents.length === 1 && isOwn(first)) return readInventoryFile(begin, file);
  const found = inventoryOfObjects(documents.flat());
  if (found) return found;
  throw invalidInventory(
    t('kindsMissing', { kinds: alternativeList(READ_KINDS), command: INVENTORY_COMMAND }),
    {
      file,
      line: 1,
      column: 1,
    },
  );
}

/** In bytes. Operators are repeated in every namespace that they watch, which adds up to 100 MB on some clusters. */
const LARGEST = 400 * 1024 * 1024;

/** Reads a file by {@link readInventory}. @throws AirlockError `config-unreadable`, `config-invalid` */
export async function loadInventory(file: string): Promise<Inventory> {
  const unreadable = (message: string) =>
    new AirlockError('config-unreadable', message, { side: 'local', at: { file } });
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw unreadable(t('directory', { file }));
    if (found.size > LARGEST) throw unreadable(t('tooLarge', { file, size: found.size }));
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(
      code === 'ENOENT' ? t('fileMissing', { file }) : t('fileUnreadable', { file, code: code ?? '' }),
    );
  }
  try {
    return readInventory(new TextDecoder('utf-8', { fatal: true }).decode(bytes), file);
  } catch (error) {
    if (error instanceof TypeError) throw unreadable(t('notText', { file }));
    throw error;
  }
}

/** Airlock's own file has its kind, or none if written by hand. Objects of a cluster have other kinds. */
function isOwn(document: unknown): boolean {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return false;
  if ('kind' in document) return document.kind === INVENTORY_KIND;
  return 'operators' in document || 'openShift' in document;
}

/** The parts of an inspection that the inventory depends on. */
export interface Inspection {
  inventory?: object | undefined;
  /** Parts that could not be read, with the reason. */
  unread?: Partial<Record<string, string>> | undefined;
}

function inspectionOf(document: unknown): Inspection | undefined {
  const { cluster = document } = (document ?? {}) as { cluster?: unknown };
  return (cluster as { type?: unknown } | null)?.type === 'airlock-cluster-inspection'
    ? (cluster as Inspection)
    : undefined;
}

/**
 * Returns the inventory of an inspection.
 * @param file name of the file or cluster in errors
 * @throws AirlockError `config-invalid` if a part is missing, because its content would count as not installed
 */
export function inventoryOfInspection<T extends Inspection>(
  { inventory, unread }: T,
  file: string,
): NonNullable<T['inventory']> {
  for (const part of ['version', 'subscriptions', 'installed']) {
    const reason = unread?.[part];
    if (reason !== undefined) throw invalidInventory(t('partUnread', { reason }), { file });
  }
  if (inventory === undefined) throw invalidInventory(t('inspectionWithoutInventory'), { file });
  return inventory;
}

/** Returns the values of a sequence of JSON documents. @throws AirlockError `config-invalid` where one isn't JSON */
function jsonDocuments(text: string, file: string): unknown[] {
  const documents: unknown[] = [];
  for (let start = nextStart(text, 0); start < text.length; ) {
    const end = endOf(text, start);
    if (end === TOO_DEEP)
      throw invalidInventory(t('tooDeep', { levels: DEEPEST }), {
        file,
        ...placeIn(text, start),
      });
    try {
      documents.push(JSON.parse(text.slice(start, end)));
    } catch (error) {
      const { message } = error as SyntaxError;
      const cut = end === undefined;
      // JSON.parse reports a position only for what is missing between values, but also within a string.
      const position = /at position (\d+)/.exec(message)?.[1] ?? jsonFaultOffset(text.slice(start, end));
      const within = cut ? text.length - start : Number(position);
      const fault = cut ? t('endMissing') : t('notJson');
      throw invalidInventory(fault, { file, ...placeIn(text, start + within) });
    }
    start = nextStart(text, end ?? text.length);
  }
  return documents;
}

function nextStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

/** Levels of lists and objects. */
const DEEPEST = 100;
const TOO_DEEP = 'too deep';

/** Returns the end of the value that starts there, or undefined if its bracket isn't closed. */
function endOf(text: string, start: number): number | typeof TOO_DEEP | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') {
      if (++depth > DEEPEST) return TOO_DEEP;
    } else if (sign === '}' || sign === ']') {
      if (--depth <= 0) return at + 1;
    } else if (depth === 0) return at + 1;
  }
  return undefined;
}
