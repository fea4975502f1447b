import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from './field-sets.ts';

/** The work of the test server's operators, which tests can wait for. */
export class OperatorWork {
  /** Starts no new work. */
  over = false;
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #seen = new Map<string, string>();

  /** Waits, but not beyond the end. @param ms time in ms */
  async pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  later(task: () => Promise<void>): void {
    const done = task().finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Returns whether an object has changed since the last call. */
  isNews({ kind, metadata, spec = null, data = null }: JsonObject): boolean {
    const { name, namespace = '', deletionTimestamp = null } = metadata as Record<string, string>;
    const key = `${kind}/${namespace}/${name}`;
    const content = JSON.stringify([spec, data, deletionTimestamp]);
    if (this.#seen.get(key) === content) return false;
    this.#seen.set(key, content);
    return true;
  }

  /** Resolves when the operators have no work left. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async end(): Promise<void> {
    this.over = true;
    this.#ending.abort();
    await Promise.allSettled(this.#underWay);
  }
}
