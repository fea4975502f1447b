import {
  type CST,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Positions in a text, as UTF-16 offsets. `end` is after the last character. */
export type FieldPair = Pair<Node, Node | null>;
export type Collection = YAMLMap | YAMLSeq;

/** An entry of a mapping or list as written. */
export interface Entry {
  /** Start of the hyphen, the `?`, an anchor or tag of the key, or the key. */
  start: number;
  /** Offset after the hyphen or colon and after an anchor or tag, where a value may follow. */
  headEnd: number;
  /** Offset after the last character of the entry, without comments. */
  end: number;
  /** The key of a mapping's entry. Absent in lists. */
  key: Node | undefined;
  /** Absent or of zero length if nothing is written. */
  value: Node | undefined;
  /** Start of the value's explicit tag. */
  tag: number | undefined;
  /** False for `{a}`: a key without a colon. */
  colon: boolean;
}

const TRIVIA: ReadonlySet<string> = new Set(['space', 'comment', 'newline', 'comma']);

const ENTRIES = new WeakMap<Collection, readonly Entry[]>();

/** Returns the entries of a collection in a document that was parsed with `keepSourceTokens`. */
export function entriesOf(collection: Collection): readonly Entry[] {
  let entries = ENTRIES.get(collection);
  if (!entries) {
    entries = writtenEntries(collection);
    ENTRIES.set(collection, entries);
  }
  return entries;
}

function writtenEntries(collection: Collection): Entry[] {
  if (isMap(collection))
    return (collection.items as FieldPair[]).map((pair) => {
      const { start = [], sep = [] } = pair.srcToken ?? {};
      return entryOf(start, sep ?? [], isNode(pair.key) ? pair.key : undefined, pair.value ?? undefined);
    });
  const token = collection.srcToken as CST.BlockSequence | CST.FlowCollection | undefined;
  const written = (token?.items ?? []).filter(({ start, value, ...item }) =>
    token?.type === 'block-seq'
      ? start.some(({ type }) => type === 'seq-item-ind')
      : value !== undefined || 'key' in item || 'sep' in item || start.some(({ type }) => !TRIVIA.has(type)),
  );
  return (collection.items as Node[]).map((item, index) =>
    entryOf([], written[index]?.start ?? [], undefined, item),
  );
}

function entryOf(
  before: readonly CST.SourceToken[],
  between: readonly CST.SourceToken[],
  key: Node | undefined,
  value: Node | undefined,
): Entry {
  const heads = [...before, ...between].filter(({ type }) => !TRIVIA.has(type));
  const first = heads[0]?.offset ?? Number.POSITIVE_INFINITY;
  const start = Math.min(
    first,
    key ? startOf(key) : Number.POSITIVE_INFINITY,
    value ? startOf(value) : first,
  );
  const tokenEnd = ({ offset, source }: CST.SourceToken) => offset + source.length;
  const headEnd = Math.max(key ? endOf(key) : 0, ...heads.map(tokenEnd), heads.length || key ? 0 : start);
  const tag = between.find(({ type }) => type === 'tag')?.offset;
  return {
    start,
    headEnd,
    end: Math.max(headEnd, value && !isEmptyNode(value) ? lastOf(value) : 0),
    key,
    value,
    tag,
    colon: !key || between.some(({ type }) => type === 'map-value-ind'),
  };
}

/** Returns the start of a node's text, after its anchor and tag. */
export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? startOf(node);
}

/** Returns whether a node is a place for a value with nothing written. */
export function isEmptyNode(node: Node): boolean {
  return isScalar(node) && startOf(node) === endOf(node);
}

/** Returns the end of a node's last character, without line ends and comments after it. */
export function lastOf(node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last = entriesOf(node as Collection).at(-1);
    return last ? last.end : endOf(node);
  }
  // A block scalar includes the line end of its last line if there is one.
  if (isBlockScalar(node)) {
    const [start, end] = [startOf(node), endOf(node)];
    const token = node.srcToken as CST.BlockScalar | undefined;
    const source = token?.source ?? '';
    const header = token?.props.find((prop) => prop.type === 'block-scalar-header');
    if (source === '' && header && 'source' in header) return header.offset + header.source.length;
    if (source.endsWith('\r\n')) return end - 2;
    return source.endsWith('\n') && end > start ? end - 1 : end;
  }
  return endOf(node);
}

export function isBlockScalar(node: unknown): node is Scalar {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** Returns whether a list or mapping is in block style. */
export function isBlockCollection(node: unknown): node is Collection {
  return isCollection(node) && !node.flow;
}

function isNode(node: unknown): node is Node {
  return isScalar(node) || isCollection(node) || isAlias(node);
}

/** Returns the start of the line that contains `offset`, after a byte order mark. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start;
}

/** Returns the offset after the line end of the line that contains `offset`. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Like {@link lineEnd}, without the line end itself. */
export function lineContentEnd(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return end - (/(?:\r?\n)?$/.exec(text.slice(Math.max(offset, end - 2), end))?.[0].length ?? 0);
}

/** Returns the number of characters before `offset` in its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Returns whether only blanks precede `offset` in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
}

/** Returns the kind of line end used around `offset`. */
export function eolNear(text: string, offset: number): '\n' | '\r\n' {
  const before = text.lastIndexOf('\n', offset - 1);
  const end = before >= 0 && offset > 0 ? before : text.indexOf('\n');
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}
