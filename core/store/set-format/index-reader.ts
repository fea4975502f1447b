import { JSON_LIMITS, notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { IndexEntries } from './index-entries.ts';
import { t } from './messages.ts';

/** Maximum number of entries in all archive files of a set. A set of 40,000 images has about 600,000. */
const MOST_ENTRIES = 2_000_000;
/** Maximum number of archive files in a set. */
const MOST_FILES = 100_000;
/** Maximum size of an index in bytes. */
const LARGEST_INDEX: number = 512 * 1024 * 1024;
/** Maximum size of an entry in bytes. Names have up to 4096 characters, each of which may be escaped. */
const LARGEST_ENTRY = 32 * 1024;
/** Bytes that are processed at once. */
const CHUNK = 256 * 1024;

/** Levels of lists and objects around the entries: the index, its `volumes`, and one of them. */
const IN_VOLUME = 3;
const [QUOTE, COMMA, COLON, BACKSLASH] = [...'",:\\'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
const [OPEN_LIST, CLOSED_LIST, OPEN_OBJECT, CLOSED_OBJECT] = [...'[]{}'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number];

/** The content of an index. In `value`, the number (from 0) of each list of entries replaces the list. */
export interface ReadIndex {
  value: unknown;
  entries: IndexEntries;
  /** For each list, the numbers of its first entry and of the entry after its last one, and its end in the archive file. */
  lists: { from: number; to: number; end: number }[];
  /** The fault of the first invalid entry. Entries after it are omitted. */
  fault?: AirlockError;
}

/**
 * Reads the JSON text of an index in chunks. Entries are checked and stored compactly while reading, so that neither the entire
 * text nor all of its objects are ever in memory.
 */
export class IndexReader {
  readonly #path: string;
  readonly #entries = new IndexEntries();
  readonly #lists: ReadIndex['lists'] = [];
  /** The text without entries. */
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #bytes = 0;
  /** Number of lists and objects around the current position. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The first bytes of the last string, and the last key at each depth. */
  readonly #string = Buffer.alloc(8);
  #stringLength = 0;
  readonly #keys: string[] = [];
  /** Whether a list of entries is being read, and its unparsed bytes. */
  #inEntries = false;
  #pending = Buffer.alloc(0);
  #afterComma = false;
  #entryFault: AirlockError | undefined;

  /** @param path for messages */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws AirlockError `archive-malformed`, `archive-hostile` */
  write(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > LARGEST_INDEX)
      throw this.#fault('archive-hostile', t('indexTooLarge', { path: this.#path, limit: LARGEST_INDEX }));
    for (let at = 0; at < bytes.length; at += CHUNK) this.#read(bytes.subarray(at, at + CHUNK));
  }

  /** @throws AirlockError `archive-malformed`, `archive-hostile` */
  end(): ReadIndex {
    const text = Buffer.concat(this.#rest.splice(0)).toString('utf8');
    try {
      const value = parseJson(text);
      if (this.#inEntries) throw new SyntaxError();
      this.#entries.trim();
      return {
        value,
        entries: this.#entries,
        lists: this.#lists,
        fault: this.#entryFault,
      };
    } catch (cause) {
      throw this.#unreadable(cause);
    }
  }

  #read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#inEntries ? this.#readEntries(chunk, at) : this.#readRest(chunk, at);
  }

  /** Reads up to a list of entries. @returns the start of the list, or the end of the chunk */
  #readRest(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const sign = chunk[at]!;
      if (this.#inString) this.#passString(sign);
      else if (sign === QUOTE) {
        this.#inString = true;
        this.#stringLength = 0;
      } else if (sign === COLON) {
        if (this.#depth <= IN_VOLUME) this.#keys[this.#depth] = this.#lastString();
      } else if (sign === CLOSED_LIST || sign === CLOSED_OBJECT) this.#depth--;
      else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
        if (sign === OPEN_LIST && this.#isEntries()) {
          if (this.#lists.length === MOST_FILES)
            throw this.#fault(
              'archive-hostile',
              t('indexTooManyFiles', { path: this.#path, limit: MOST_FILES }),
            );
          this.#keep(chunk.subarray(from, at));
          this.#keep(Buffer.from(String(this.#lists.length)));
          this.#entries.beginFile();
          this.#lists.push({ from: this.#entries.length, to: this.#entries.length, end: 0 });
          this.#inEntries = true;
          this.#afterComma = false;
          return at + 1;
        }
        this.#depth++;
      }
    }
    this.#keep(chunk.subarray(from));
    return chunk.length;
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > JSON_LIMITS.characters)
      throw this.#fault(
        'archive-hostile',
        t('indexRestTooLarge', { path: this.#path, limit: JSON_LIMITS.characters }),
      );
    this.#rest.push(Buffer.from(bytes));
  }

  #passString(sign: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (sign === BACKSLASH) this.#escaped = true;
    else if (sign === QUOTE) {
      this.#inString = false;
      return;
    }
    if (this.#stringLength < this.#string.length) this.#string[this.#stringLength] = sign;
    this.#stringLength++;
  }

  /** Returns the last string if it is short enough to be a relevant key. */
  #lastString(): string {
    return this.#stringLength <= this.#string.length
      ? this.#string.toString('latin1', 0, this.#stringLength)
      : '';
  }

  #isEntries(): boolean {
    return this.#depth === IN_VOLUME && this.#keys[1] === 'volumes' && this.#keys[IN_VOLUME] === 'entries';
  }

  /** Reads up to the end of a list of entries. @returns the position after the list, or the end of the chunk */
  #readEntries(chunk: Buffer, from: number): number {
    let cut = -1;
    for (let at = from; at < chunk.length; at++) {
      const sign = chunk[at]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (sign === BACKSLASH) this.#escaped = true;
        else if (sign === QUOTE) this.#inString = false;
      } else if (sign === QUOTE) this.#inString = true;
      else if (sign === OPEN_LIST || sign === OPEN_OBJECT) this.#depth++;
      else if (sign === COMMA && this.#depth === IN_VOLUME) cut = at;
      else if (sign === CLOSED_LIST || sign === CLOSED_OBJECT) {
        if (this.#depth > IN_VOLUME) {
          this.#depth--;
          continue;
        }
        if (sign === CLOSED_OBJECT) throw this.#unreadable(new SyntaxError());
        this.#parse(chunk.subarray(from, at), this.#afterComma);
        this.#inEntries = false;
        const list = this.#lists.at(-1)!;
        list.to = this.#entries.length;
        list.end = this.#entries.end;
        return at + 1;
      }
    }
    if (cut >= 0) {
      this.#parse(chunk.subarray(from, cut), true);
      this.#afterComma = true;
      this.#pending = Buffer.from(chunk.subarray(cut + 1));
    } else this.#pending = Buffer.concat([this.#pending, chunk.subarray(from)]);
    if (this.#pending.length > LARGEST_ENTRY)
      throw this.#fault(
        'archive-hostile',
        t('indexEntryTooLarge', { path: this.#path, limit: LARGEST_ENTRY }),
      );
    return chunk.length;
  }

  /** Parses entries that are separated by commas. */
  #parse(bytes: Buffer, some: boolean): void {
    const text = Buffer.concat([this.#pending, bytes]).toString('utf8');
    this.#pending = Buffer.alloc(0);
    let entries: unknown[];
    try {
      entries = JSON.parse(`[${text}]`) as unknown[];
      if (some && entries.length === 0) throw new SyntaxError();
    } catch (cause) {
      throw this.#unreadable(cause);
    }
    for (const entry of entries) {
      // The index may have a newer format, which is only known at the end of the text.
      if (this.#entryFault) return;
      if (this.#entries.length === MOST_ENTRIES) {
        const message = t('indexTooManyEntries', { path: this.#path, limit: MOST_ENTRIES });
        this.#entryFault = this.#fault('archive-malformed', message);
        return;
      }
      const fault = this.#entries.add(entry);
      if (fault) this.#entryFault = this.#fault(fault.code, fault.message(this.#path));
    }
  }

  #unreadable(cause: unknown): AirlockError {
    const message = t('indexUnreadable', { path: this.#path, reason: notJson(cause) });
    return this.#fault('archive-malformed', message, cause);
  }

  #fault(code: 'archive-hostile' | 'archive-malformed', message: string, cause?: unknown): AirlockError {
    const damaged = code === 'archive-malformed';
    return new AirlockError(code, message, {
      side: damaged ? 'local' : undefined,
      remedy: damaged ? t('indexRemedy') : undefined,
      at: { file: this.#path },
      cause,
    });
  }
}
