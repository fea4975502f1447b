import { readFile, stat } from 'node:fs/promises';
import { jsonFaultOffset, placeIn } from '../../base/document/json-tokens.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { inventoryOfObjects, READ_KINDS } from './from-cluster.ts';
import { INVENTORY_COMMAND, INVENTORY_KIND, type Inventory } from './inventory.ts';
import { invalidInventory, readInventoryFile } from './inventory-file.ts';

/**
 * What a cluster runs, from what `oc get … -o json` gave ({@link INVENTORY_COMMAND}: one list, or several JSON documents one
 * after the other), or from our own file. Namespaces, labels, addresses and names of clusters are not kept.
 * @param file the text's name in errors
 * @throws AirlockError `config-invalid` with the place of the first fault
 */
export function readInventory(text: string, file: string): Inventory {
  const begin = text.replace(/^\uFEFF/, '');
  if (!/^\s*[[{]/.test(begin)) return readInventoryFile(begin, file);
  const documents = jsonDocuments(begin, file);
  const [first] = documents;
  if (documents.length === 1 && isOwn(first)) return readInventoryFile(begin, file);
  const found = inventoryOfObjects(documents.flat());
  if (found) return found;
  throw invalidInventory(
    `there is no ${READ_KINDS.join(', no ')} in it; it should be what this gives: ${INVENTORY_COMMAND}`,
    { file, line: 1, column: 1 },
  );
}

/** Bytes. Operators are repeated in every namespace that they watch: some clusters give a hundred MB. */
const LARGEST = 400 * 1024 * 1024;

/** Reads a file by {@link readInventory}. @throws AirlockError `config-unreadable`, `config-invalid` */
export async function loadInventory(file: string): Promise<Inventory> {
  const unreadable = (why: string) =>
    new AirlockError('config-unreadable', `${file} ${why}`, { side: 'local', at: { file } });
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw unreadable('is not a file');
    if (found.size > LARGEST) throw unreadable(`has ${found.size} bytes: no list of operators is so large`);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
  }
  try {
    return readInventory(new TextDecoder('utf-8', { fatal: true }).decode(bytes), file);
  } catch (error) {
    if (error instanceof TypeError) throw unreadable('is not UTF-8 text');
    throw error;
  }
}

/** Ours says so; one that was typed may leave that out, but objects of a cluster have a kind of their own. */
function isOwn(document: unknown): boolean {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return false;
  if ('kind' in document) return document.kind === INVENTORY_KIND;
  return 'operators' in document || 'openShift' in document;
}

/** Values that stand one after the other. @throws AirlockError `config-invalid` where one is not JSON */
function jsonDocuments(text: string, file: string): unknown[] {
  const documents: unknown[] = [];
  for (let start = nextStart(text, 0); start < text.length; ) {
    const end = endOf(text, start);
    if (end === TOO_DEEP)
      throw invalidInventory(`the JSON is nested more than ${DEEPEST} levels deep`, {
        file,
        ...placeIn(text, start),
      });
    try {
      documents.push(JSON.parse(text.slice(start, end)));
    } catch (error) {
      const { message } = error as SyntaxError;
      const cut = end === undefined;
      // JSON.parse gives the place only of what is missing between values, but that also within a string.
      const position = /at position (\d+)/.exec(message)?.[1] ?? jsonFaultOffset(text.slice(start, end));
      const within = cut ? text.length - start : Number(position);
      const what = cut ? 'the file ends before the document does' : 'this is no JSON';
      throw invalidInventory(what, { file, ...placeIn(text, start + within) });
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

/** Behind the bracket that closes what begins there; undefined when nothing closes it. */
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
