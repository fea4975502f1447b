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

/** Positions in a text. Offsets count UTF-16 units; `end` is after the last character. */
export type FieldPair = Pair<Node, Node | null>;
export type Collection = YAMLMap | YAMLSeq;

/** One entry of a mapping or a list as it is written. */
export interface Entry {
  /** Of the hyphen, of `?`, of an anchor or tag of the key, else of the key. */
  start: number;
  /** Behind the hyphen or colon and behind an anchor or tag: where a value may follow. */
  headEnd: number;
  /** Behind the last thing that is written for it, comments aside. */
  end: number;
  /** Of a mapping; a list's has none. */
  key: Node | undefined;
  /** Absent, or of no length, where nothing is written. */
  value: Node | undefined;
  /** Where the explicit tag of the value begins. */
  tag: number | undefined;
  /** False for `{a}`: a name without a colon. */
  colon: boolean;
}

const TRIVIA: ReadonlySet<string> = new Set(['space', 'comment', 'newline', 'comma']);

const ENTRIES = new WeakMap<Collection, readonly Entry[]>();

/** The entries of a collection of a document that was parsed with `keepSourceTokens`. */
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

/** Where the text of a node begins, behind its anchor and tag. */
export function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

export function endOf(node: Node): number {
  return node.range?.[1] ?? startOf(node);
}

/** True where a value may be, but nothing is written. */
export function isEmptyNode(node: Node): boolean {
  return isScalar(node) && startOf(node) === endOf(node);
}

/** End of the last thing that is written for a node: without the line ends and comments behind it. */
export function lastOf(node: Node): number {
  if (isCollection(node) && !node.flow) {
    const last = entriesOf(node as Collection).at(-1);
    return last ? last.end : endOf(node);
  }
  // A block scalar includes the end of its last line, if there is one.
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

/** True for a list or mapping in lines of its own. */
export function isBlockCollection(node: unknown): node is Collection {
  return isCollection(node) && !node.flow;
}

function isNode(node: unknown): node is Node {
  return isScalar(node) || isCollection(node) || isAlias(node);
}

/** Begin of the line that `offset` is in; behind a byte order mark. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? 1 : start;
}

/** Behind the end of the line that `offset` is in. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** The same without the end of the line itself. */
export function lineContentEnd(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return end - (/(?:\r?\n)?$/.exec(text.slice(Math.max(offset, end - 2), end))?.[0].length ?? 0);
}

/** Characters before `offset` in its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Nothing but blanks is before `offset` in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
}

/** How lines end around `offset`. */
export function eolNear(text: string, offset: number): '\n' | '\r\n' {
  const before = text.lastIndexOf('\n', offset - 1);
  const end = before >= 0 && offset > 0 ? before : text.indexOf('\n');
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}
