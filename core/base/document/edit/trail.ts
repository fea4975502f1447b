import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { AirlockError } from '../../errors/airlock-error.ts';
import { pathText } from '../field-path.ts';
import { isMerge, keyName, sameValue } from '../node-value.ts';
import { type Collection, type Entry, entriesOf, type FieldPair } from '../written.ts';
import { type Path, parsedOf, placeAt, readYaml, valuesOf, type YamlText } from '../yaml-text.ts';
import type { Place } from './entry-edits.ts';
import { applyTextEdits, type TextEdit } from './text-edits.ts';

/** A node on the way to a place, as it is written there: no alias is followed. */
export interface Spot {
  node: Node | undefined;
  /** Where it is an entry; absent for the root. */
  owner?: { collection: Collection; index: number; entry: Entry };
}

/** What is written on the way to a place, the root first; shorter than the path where something is missing. */
export function trailTo({ document }: Place, path: Path): [Spot, ...Spot[]] {
  const trail: [Spot, ...Spot[]] = [{ node: document?.contents ?? undefined }];
  for (const step of path) {
    const { node } = trail.at(-1)!;
    let index = -1;
    if (document && isMap(node))
      index = (node.items as FieldPair[]).findIndex(
        (pair) => !isMerge(pair) && keyName(pair) === String(step),
      );
    else if (isSeq(node) && typeof step === 'number' && step >= 0 && step < node.items.length) index = step;
    const entry = index < 0 ? undefined : entriesOf(node as Collection)[index];
    if (!entry) break;
    trail.push({ node: entry.value, owner: { collection: node as Collection, index, entry } });
  }
  return trail;
}

/**
 * Where edits of a text are made.
 * @throws AirlockError `document-unreadable` with the first fault
 */
export function editable(doc: YamlText, document: number): Place {
  const [fault] = doc.faults;
  if (!fault) return { text: doc.text, document: parsedOf(doc).documents[document] };
  const { line, column } = fault;
  throw new AirlockError('document-unreadable', `line ${line}: ${fault.message}`, {
    side: 'local',
    at: { line, column },
    problems: doc.faults.map(({ message, line: at, column: behind }) => ({
      code: 'document-unreadable',
      level: 'error',
      message,
      remedy: 'Mend the YAML at this place; the fault is often in the line before.',
      line: at,
      column: behind,
    })),
  });
}

/** Refuses a change, with the place and the reason. */
export function uneditable(doc: YamlText, path: Path, document: number, why: string): AirlockError {
  let place: ReturnType<typeof placeAt>;
  for (let length = path.length; length >= 0 && !place; length--)
    place = placeAt(doc, path.slice(0, length), { document, of: 'entry' });
  const name = pathText(path);
  return new AirlockError('document-uneditable', `${name || 'the document'} cannot be changed here: ${why}`, {
    side: 'local',
    at: { line: place?.line, column: place?.column, path: name || undefined },
  });
}

/**
 * The text with its edits done, if it then says what it shall say, in all documents.
 * @param expected root value of the document that is edited
 * @throws AirlockError `document-uneditable`: nothing is changed rather than more than was meant
 */
export function editedTo(
  doc: YamlText,
  edits: readonly TextEdit[],
  { path, document, expected }: { path: Path; document: number; expected: unknown },
): YamlText {
  const after = readYaml(applyTextEdits(doc.text, edits));
  const [before, now] = [valuesOf(doc), valuesOf(after)];
  const count = Math.max(before.length, now.length, document + 1);
  const sound =
    after.faults.length === 0 &&
    Array.from({ length: count }, (_, index) =>
      sameValue(now[index] ?? null, (index === document ? expected : before[index]) ?? null),
    ).every(Boolean);
  if (sound) return after;
  const trail = trailTo({ text: doc.text, document: parsedOf(doc).documents[document] }, path);
  const shared = trail
    .map(({ node }) => (node && 'anchor' in node ? node.anchor : undefined))
    .find((anchor) => anchor !== undefined && parsedOf(doc).repeated.has(anchor));
  throw uneditable(
    doc,
    path,
    document,
    shared === undefined
      ? 'more would change than this'
      : `it is written once (&${shared}) and repeated elsewhere (*${shared})`,
  );
}

/** Why a path cannot go on below a node; undefined for one that can be filled. */
export function obstacle(node: Node | undefined, value: unknown): string | undefined {
  if (isAlias(node)) return `*${node.source} repeats what is written elsewhere`;
  if (isScalar(node) && value !== null) return 'a single value stands where a mapping or list is needed';
  return undefined;
}
