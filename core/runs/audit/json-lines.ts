import type { FileHandle } from 'node:fs/promises';
import { inertJson } from '../../base/document/inert-text.ts';
import { atPath } from '../../base/errors/system-error.ts';
import { open } from '../../base/files/created-files.ts';
import type { Digest } from '../../base/image/digest.ts';
import { finish, newHash } from '../../base/image/sha256.ts';
import { valueWithoutSecrets } from './without-secrets.ts';

const FLUSH_BYTES = 64 * 1024;
const FLUSH_EVERY_MS = 1000;
/** Above this size, writers should omit optional lines. */
const CROWDED_BYTES = 1024 * 1024;

/**
 * Appends to a file with one JSON value per line. Buffers lines for at most a second or 64 KiB, and removes secrets from
 * all texts. `close` throws errors of the disk.
 */
export class JsonLines {
  private readonly handle: FileHandle;
  private readonly path: string;
  private readonly hash = newHash();
  private readonly timer: NodeJS.Timeout;
  private waiting = '';
  private underWay = 0;
  private writing: Promise<void> = Promise.resolve();
  private failure: unknown;
  private closed = false;

  private constructor(handle: FileHandle, path: string) {
    this.handle = handle;
    this.path = path;
    this.timer = setInterval(() => this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  /** Creates a file. @throws system errors, also if the file already exists */
  static async create(path: string): Promise<JsonLines> {
    return new JsonLines(await open(path, 'ax', 0o644), path);
  }

  /** True while the disk is slower than the writers. */
  get crowded(): boolean {
    return this.waiting.length + this.underWay > CROWDED_BYTES;
  }

  /** Adds a line. Lines after `close` are dropped, because the digest covers the entire file. */
  append(value: object): void {
    if (this.closed || this.failure !== undefined) return;
    this.waiting += `${inertJson(valueWithoutSecrets(value))}\n`;
    if (this.waiting.length >= FLUSH_BYTES) this.flush();
  }

  /** Writes buffered lines and syncs. @returns the digest of the entire file @throws the first system error of any write */
  async close(): Promise<Digest> {
    clearInterval(this.timer);
    this.closed = true;
    this.flush();
    await this.writing;
    try {
      if (this.failure === undefined) await this.handle.sync();
    } catch (error) {
      throw atPath(error, this.path);
    } finally {
      await this.handle.close();
    }
    if (this.failure !== undefined) throw this.failure;
    return finish(this.hash);
  }

  private flush(): void {
    if (!this.waiting || this.failure !== undefined) return;
    const bytes = Buffer.from(this.waiting);
    this.waiting = '';
    this.underWay += bytes.length;
    this.hash.update(bytes);
    this.writing = this.writing
      .then(() => this.handle.appendFile(bytes))
      .catch((error) => {
        this.failure ??= atPath(error, this.path);
      })
      .finally(() => {
        this.underWay -= bytes.length;
      });
  }
}
