import { posix } from 'node:path';
import { RE2JS, RE2JSException } from 're2js';
import { yamlText } from './collection-functions.ts';
import { type Data, type DataMap, emptyMap, isComplete, NOT_KNOWN, printed, withoutMarks } from './data.ts';

const MOST_FILES = 1_000;
const LONGEST_PATTERN = 1_000;

/** The files of a chart, `.Files` in templates (Helm: pkg/engine/files.go). */
export class TemplateFiles {
  private readonly files: ReadonlyMap<string, Buffer>;
  /** Maps that are files, with their texts by path. */
  private readonly known = new WeakMap<object, ReadonlyMap<string, Buffer>>();
  readonly data: DataMap;

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.files = files;
    this.data = emptyMap();
    this.known.set(this.data, files);
  }

  /** Returns the result of a method; undefined if the receiver is something else. */
  call(of: Data, name: string, [operand]: Data[]): Data | undefined {
    const files = typeof of === 'object' && of !== null ? this.known.get(of) : undefined;
    if (!files) return undefined;
    if (name === 'AsConfig' || name === 'AsSecrets')
      return asConfig(files, name === 'AsConfig' ? 'utf8' : 'base64');
    if (!isComplete(operand)) return NOT_KNOWN;
    const text = withoutMarks(printed(operand));
    if (name === 'Get' || name === 'GetBytes') return this.files.get(text)?.toString() ?? '';
    if (name === 'Lines') return lines(this.files.get(text)?.toString() ?? '');
    return name === 'Glob' ? this.matching(text) : NOT_KNOWN;
  }

  private matching(glob: string): Data {
    const source = glob.length <= LONGEST_PATTERN ? globPattern(glob) : undefined;
    if (source === undefined) return NOT_KNOWN;
    let pattern: RE2JS;
    try {
      pattern = RE2JS.compile(source);
    } catch (error) {
      if (error instanceof RE2JSException) return NOT_KNOWN;
      throw error;
    }
    const found = [...this.files].filter(([path]) => pattern.matcher(path).matches()).slice(0, MOST_FILES);
    const data = emptyMap(found.map(([path, content]) => [path, content.toString()] as const));
    this.known.set(data, new Map(found));
    return data;
  }
}

function lines(text: string): Data {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function asConfig(files: ReadonlyMap<string, Buffer>, encoding: 'utf8' | 'base64'): string {
  if (files.size > MOST_FILES) return '';
  return yamlText(
    emptyMap([...files].map(([path, content]) => [posix.basename(path), content.toString(encoding)])),
  );
}

/** Returns the regular expression of a glob, in which `*` doesn't match `/` (gobwas/glob); undefined for an invalid one. */
function globPattern(glob: string): string | undefined {
  let depth = 0;
  const source = glob.replace(/\*\*|\*|\?|\[!?[^\]]{0,64}\]|\\.|[{},]|[^*?[\\{},]+|./gs, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('[') && part.endsWith(']')) return part.replace(/^\[!/, '[^');
    if (part === '{') return depth++ < 10 ? '(?:' : '';
    if (part === '}') return depth-- > 0 ? ')' : '\\}';
    if (part === ',') return depth > 0 ? '|' : ',';
    return RE2JS.quote(part.startsWith('\\') ? part.slice(1) : part);
  });
  return depth === 0 ? `(?s)${source}` : undefined;
}
