import { isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { AirlockError } from '../../errors/airlock-error.ts';
import { pathText } from '../field-path.ts';
import { t } from '../messages.ts';
import { isMerge, keyName, sameValue } from '../node-value.ts';
import { type Collection, type Entry, entriesOf, type FieldPair } from '../written.ts';
import { type Path, parsedOf, placeAt, readYaml, valuesOf, type YamlText } from '../yaml-text.ts';
import type { Place } from './entry-edits.ts';
import { applyTextEdits, type TextEdit } from './text-edits.ts';

/** A node on the path to a position, as written. Aliases aren't followed. */
export interface Spot {
  node: Node | undefined;
  /** The collection that contains it. Absent for the root. */
  owner?: { collection: Collection; index: number; entry: Entry };
}

/** Returns the nodes on the path to a position, the root first. Shorter than the path if something is missing. */
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
 * Returns the document of a text to edit.
 * @throws AirlockError `document-unreadable` with the first fault
 */
export function editable(doc: YamlText, document: number): Place {
  const [fault] = doc.faults;
  if (!fault) return { text: doc.text, document: parsedOf(doc).documents[document] };
  const { line, column } = fault;
  throw new AirlockError('document-unreadable', t('faultAtLine', { line, fault: fault.message }), {
    side: 'local',
    at: { line, column },
    problems: doc.faults.map(({ message, line: at, column: behind }) => ({
      code: 'document-unreadable',
      level: 'error',
      message,
      remedy: t('yamlRemedy'),
      line: at,
      column: behind,
    })),
  });
}

/** Returns the error for an impossible change, with the position and the reason. */
export function uneditable(doc: YamlText, path: Path, document: number, why: string): AirlockError {
  let place: ReturnType<typeof placeAt>;
  for (let length = path.length; length >= 0 && !place; length--)
    place = placeAt(doc, path.slice(0, length), { document, of: 'entry' });
  const name = pathText(path);
  const message = name
    ? t('fieldUneditable', { field: name, reason: why })
    : t('documentUneditable', { reason: why });
  return new AirlockError('document-uneditable', message, {
    side: 'local',
    at: { line: place?.line, column: place?.column, path: name || undefined },
  });
}

/**
 * Returns the text with its edits applied, if all documents then have the expected values.
 * @param expected root value of the edited document
 * @throws AirlockError `document-uneditable` if the edit would change other values too
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
    shared === undefined ? t('changesMore') : t('sharedByAlias', { anchor: shared }),
  );
}

/** Returns why a path can't continue below a node. Undefined for a node that can be filled. */
export function obstacle(node: Node | undefined, value: unknown): string | undefined {
  if (isAlias(node)) return t('isAlias', { anchor: node.source });
  if (isScalar(node) && value !== null) return t('isScalar');
  return undefined;
}
