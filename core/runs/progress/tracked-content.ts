const NONE = { size: 0, deliverable: undefined };

/**
 * The content of a run by its keys: sizes, deliverables, and whether it is complete. In columns, because there is much
 * of it.
 */
export class TrackedContent<Deliverable> {
  readonly #rows = new Map<string, number>();
  readonly #sizes: number[] = [];
  readonly #deliverables: Deliverable[] = [];
  readonly #settled: boolean[] = [];
  /** Complete content that was never added. */
  readonly #unknown = new Set<string>();

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  add(key: string, size: number, deliverable: Deliverable): void {
    this.#rows.set(key, this.#sizes.length);
    this.#sizes.push(size);
    this.#deliverables.push(deliverable);
    this.#settled.push(this.#unknown.delete(key));
  }

  /** Returns a size of 0 for unknown content. */
  get(key: string): { size: number; deliverable: Deliverable | undefined } {
    const row = this.#rows.get(key);
    return row === undefined ? NONE : { size: this.#sizes[row]!, deliverable: this.#deliverables[row] };
  }

  settle(key: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) this.#unknown.add(key);
    else this.#settled[row] = true;
  }

  isSettled(key: string): boolean {
    const row = this.#rows.get(key);
    return row === undefined ? this.#unknown.has(key) : this.#settled[row]!;
  }
}
