import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  YAMLParseError,
} from 'yaml';
import { t } from './messages.ts';
import { TokenParser } from './yaml-tokens.ts';

/**
 * The limits of one YAML text. Real configurations, manifests and catalog documents are far below them. A text at its
 * limits takes about 2 s of CPU time and 400 MB.
 */
export const YAML_LIMITS = {
  /** UTF-16 units of the entire text. */
  characters: 8 * 2 ** 20,
  /** UTF-16 units of one scalar. */
  scalar: 4 * 2 ** 20,
  lines: 400_000,
  /** Lexical tokens, including spaces and line ends: about four per line. */
  tokens: 450_000,
  documents: 10_000,
  /** Nesting levels of lists and mappings, with aliases resolved. */
  depth: 100,
  aliases: 10_000,
  /** Values that resolving aliases adds. */
  repeatedValues: 100_000,
  /** UTF-16 units of those values. */
  repeatedCharacters: 4 * 2 ** 20,
  errors: 100,
} as const;

/** An error in a YAML text. Offsets count UTF-16 units. */
export interface YamlError {
  code: YAMLParseError['code'] | 'LIMIT';
  message: string;
  pos: readonly [number, number];
}

export interface ParsedYaml {
  /** Empty if a limit is exceeded. */
  documents: Document.Parsed[];
  lines: LineCounter;
  /** Of all documents, in the order of the text. */
  errors: YamlError[];
  /** Names of anchors that an alias repeats. */
  repeated: ReadonlySet<string>;
  /** Number of comments, up to an exceeded limit. */
  comments: number;
}

class LimitExceeded extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Adds an error; throws LimitExceeded after too many. */
type Report = (error: YamlError) => void;

/**
 * Parses all documents of an untrusted YAML 1.1 text within {@link YAML_LIMITS}, in time proportional to its length.
 * Scalars stay text, which `scalarValue` reads by Go's rules. Never throws: `errors` contains exceeded limits, the
 * first syntax error, and before it repeated keys and aliases without an anchor or inside their own anchor. Callers share the result and must
 * not change it.
 * @param options.uniqueKeys false accepts repeated keys, of which the last one counts
 */
export function parseYamlDocuments(
  text: string,
  { uniqueKeys = true }: { uniqueKeys?: boolean } = {},
): ParsedYaml {
  if (last?.text === text && last.uniqueKeys === uniqueKeys) return last.parsed;
  last = undefined;
  const parsed = parsedDocuments(text, uniqueKeys);
  if (text.length > LONGEST_REMEMBERED && parsed.documents.length > 0) return parsed;
  last = { text, uniqueKeys, parsed };
  queueMicrotask(() => {
    if (last?.parsed === parsed) last = undefined;
  });
  return parsed;
}

/** UTF-16 units. The documents of longer texts need too much memory to be cached. */
const LONGEST_REMEMBERED = 2 ** 20;
/**
 * The last parse, cached until the current job ends, because checks, edits and masks of a file parse the same text in
 * turn.
 */
let last: { text: string; uniqueKeys: boolean; parsed: ParsedYaml } | undefined;

function parsedDocuments(text: string, uniqueKeys: boolean): ParsedYaml {
  const lines = new LineCounter();
  const documents: Document.Parsed[] = [];
  const errors: YamlError[] = [];
  const repeated = new Set<string>();
  const counts = { comments: 0 };
  const report: Report = (error) => {
    if (errors.length >= YAML_LIMITS.errors)
      throw new LimitExceeded(t('yamlErrors', { limit: YAML_LIMITS.errors }), error.pos[0]);
    errors.push(error);
  };
  try {
    checkSize(text);
    const composer = new Composer({
      schema: 'failsafe',
      version: '1.1',
      prettyErrors: false,
      logLevel: 'silent',
      keepSourceTokens: true,
      // The library compares each key with all others of its mapping, whereas checkNodes looks each one up.
      uniqueKeys: false,
    });
    const addToDocument = composer['onError'];
    composer['onError'] = (
      source: ErrorSource,
      code: YAMLParseError['code'],
      message: string,
      warning?: boolean,
    ) => {
      if (warning) return;
      const pos = code === 'TAB_AS_INDENT' ? positionOf(source) : afterSpaces(text, positionOf(source));
      report({ code, message, pos });
      addToDocument(pos, code, message, warning);
    };
    for (const document of composer.compose(tokensOf(text, lines, report, counts))) {
      if (documents.length === YAML_LIMITS.documents)
        throw new LimitExceeded(t('yamlDocuments', { limit: YAML_LIMITS.documents }), document.range[0]);
      documents.push(document);
      checkNodes(document, { uniqueKeys, repeated }, (error) => {
        report(error);
        const { code, message, pos } = error;
        document.errors.push(new YAMLParseError([...pos], code as YAMLParseError['code'], message));
      });
    }
  } catch (error) {
    const { message, offset } = limitOf(error);
    documents.length = 0;
    errors.push({ code: 'LIMIT', message, pos: [offset, offset] });
  }
  return { documents, lines, errors: withoutConsequences(errors), repeated, ...counts };
}

/** Errors that don't affect how the rest of a text is parsed. */
const INDEPENDENT: ReadonlySet<string> = new Set([
  'DUPLICATE_KEY',
  'BAD_ALIAS',
  'TAG_RESOLVE_FAILED',
  'LIMIT',
]);

/** Returns the errors up to the first syntax error in the text, because it causes most of those that follow. */
export function withoutConsequences<T extends Pick<YamlError, 'code' | 'pos'>>(errors: readonly T[]): T[] {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = inOrder.findIndex(({ code }) => !INDEPENDENT.has(code));
  return first < 0 ? inOrder : inOrder.filter(({ code }, i) => i <= first || code === 'LIMIT');
}

/** Returns the node that an alias refers to. Undefined for an alias without an anchor before it. */
export function aliasTarget(alias: Alias): Node | undefined {
  return TARGETS.get(alias);
}

/** The library's own `resolve` visits the entire document for each alias. */
const TARGETS = new WeakMap<Alias, Node>();

function limitOf(error: unknown): LimitExceeded {
  if (error instanceof LimitExceeded) return error;
  if (error instanceof RangeError) return new LimitExceeded(t('yamlNested'), 0);
  throw error;
}

function checkSize(text: string): void {
  if (text.length > YAML_LIMITS.characters)
    throw new LimitExceeded(
      t('yamlTooLong', { characters: text.length, limit: YAML_LIMITS.characters }),
      YAML_LIMITS.characters,
    );
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    if (++count > YAML_LIMITS.lines)
      throw new LimitExceeded(t('yamlLines', { limit: YAML_LIMITS.lines }), at);
}

function* tokensOf(
  text: string,
  lines: LineCounter,
  report: Report,
  counts: { comments: number },
): Generator<CST.Token> {
  const parser = new TokenParser(lines.addNewLine);
  // A byte order mark isn't a column.
  lines.addNewLine(text.startsWith('\uFEFF') ? 1 : 0);
  let tokens = 0;
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++tokens > YAML_LIMITS.tokens)
      throw new LimitExceeded(t('yamlTokens', { limit: YAML_LIMITS.tokens }), offset);
    if (lexeme.length > YAML_LIMITS.scalar)
      throw new LimitExceeded(
        t('yamlScalar', { characters: lexeme.length, limit: YAML_LIMITS.scalar }),
        offset,
      );
    if (lexeme.startsWith('#')) counts.comments++;
    for (const token of parser.next(lexeme)) yield reported(token, report);
    // A document and a scalar are on the stack, too.
    if (parser.stack.length > YAML_LIMITS.depth + 2) throw tooDeep(offset);
    offset = parser['offset'];
  }
  for (const token of parser.end()) yield reported(token, report);
}

function reported(token: CST.Token, report: Report): CST.Token {
  if (token.type === 'error')
    report({ code: 'UNEXPECTED_TOKEN', message: token.message, pos: positionOf(token) });
  return token;
}

function tooDeep(offset: number): LimitExceeded {
  return new LimitExceeded(t('yamlTooDeep', { limit: YAML_LIMITS.depth }), offset);
}

type ErrorSource = number | readonly number[] | { offset: number; source?: string };

function positionOf(source: ErrorSource): [number, number] {
  if (typeof source === 'number') return [source, source + 1];
  if ('offset' in source) return [source.offset, source.offset + (source.source?.length ?? 1)];
  return [source[0]!, source[1]!];
}

/** Returns the position of the text after spaces, because the library starts some errors at the beginning of a line. */
function afterSpaces(text: string, [start, end]: [number, number]): [number, number] {
  let at = start;
  while (text[at] === ' ') at++;
  return /[^\r\n]/.test(text[at] ?? '') ? [at, Math.max(at, end)] : [start, end];
}

/** Number of values in a subtree with aliases resolved, and its levels. */
interface Extent {
  values: number;
  characters: number;
  depth: number;
}

const NOTHING: Extent = { values: 1, characters: 0, depth: 0 };

/** Finds repeated keys and the target of each alias, and limits the values that aliases add. */
function checkNodes(
  document: Document.Parsed,
  { uniqueKeys, repeated }: { uniqueKeys: boolean; repeated: Set<string> },
  report: Report,
): void {
  const anchors = new Map<string, Node>();
  const extents = new Map<Node, Extent>();
  let aliases = 0;
  const added = { values: 0, characters: 0 };

  function follow(alias: Alias): Extent {
    const pos: [number, number] = [alias.range?.[0] ?? 0, alias.range?.[1] ?? 0];
    if (++aliases > YAML_LIMITS.aliases)
      throw new LimitExceeded(t('yamlAliases', { limit: YAML_LIMITS.aliases }), pos[0]);
    const target = anchors.get(alias.source);
    repeated.add(alias.source);
    if (target) TARGETS.set(alias, target);
    const extent = target && extents.get(target);
    if (!extent) {
      const message = t(target ? 'yamlCircularAlias' : 'yamlUnknownAlias', { alias: alias.source });
      report({ code: 'BAD_ALIAS', message, pos });
      return NOTHING;
    }
    added.values += extent.values;
    added.characters += extent.characters;
    if (added.values > YAML_LIMITS.repeatedValues)
      throw new LimitExceeded(t('yamlRepeatedValues', { limit: YAML_LIMITS.repeatedValues }), pos[0]);
    if (added.characters > YAML_LIMITS.repeatedCharacters)
      throw new LimitExceeded(t('yamlRepeatedCharacters', { limit: YAML_LIMITS.repeatedCharacters }), pos[0]);
    return extent;
  }

  function visit(node: Node | null | undefined, level: number): Extent {
    if (!node) return NOTHING;
    if (isAlias(node)) {
      const extent = follow(node);
      if (level + extent.depth > YAML_LIMITS.depth) throw tooDeep(node.range?.[0] ?? 0);
      return extent;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const extent: Extent = { values: 1, characters: 0, depth: 0 };
    const add = ({ values, characters, depth }: Extent) => {
      extent.values += values;
      extent.characters += characters;
      extent.depth = Math.max(extent.depth, depth + 1);
    };
    if (isScalar(node)) extent.characters = String(node.value).length;
    else if (isMap(node)) {
      const keys = new Set<unknown>();
      for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
        add(visit(key, level + 1));
        if (uniqueKeys && isScalar(key)) {
          if (keys.has(key.value)) {
            const start = key.range?.[0] ?? 0;
            report({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [start, start + 1] });
          }
          keys.add(key.value);
        }
        add(visit(value, level + 1));
      }
    } else if (isSeq(node)) for (const item of node.items) add(visit(item as Node, level + 1));
    if (node.anchor !== undefined) extents.set(node, extent);
    return extent;
  }

  visit(document.contents, 0);
}
