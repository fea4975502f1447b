import type { JsonObject } from './api/field-sets.fixture.ts';

/** What operators of the stand-in do on their own, so that tests can wait for it. */
export class OperatorWork {
  /** Nothing new is begun. */
  over = false;
  readonly #underWay = new Set<Promise<void>>();
  readonly #seen = new Map<string, string>();

  later(task: () => Promise<void>): void {
    const done = task().finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Whether an object says something else than when it was seen last. */
  isNews({ kind, metadata, spec = null, data = null }: JsonObject): boolean {
    const { name, namespace = '', deletionTimestamp = null } = metadata as Record<string, string>;
    const key = `${kind}/${namespace}/${name}`;
    const content = JSON.stringify([spec, data, deletionTimestamp]);
    if (this.#seen.get(key) === content) return false;
    this.#seen.set(key, content);
    return true;
  }

  /** Resolves when the operators have nothing left to do. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async end(): Promise<void> {
    this.over = true;
    await Promise.allSettled(this.#underWay);
  }
}
