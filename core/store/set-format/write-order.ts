interface Writer {
  volume: number;
  start: number;
  /** Set while the writer waits. */
  go: (() => void) | undefined;
}

/**
 * Orders writes on file systems without sparse files, which fill the gap before a distant write with zeros. Each writer waits
 * until its range starts less than a window after the end of the contiguous written part.
 */
export class WriteOrder {
  readonly #window: number;
  readonly #frontier: (volume: number) => number;
  readonly #writers = new Set<Writer>();

  /** @param frontier returns the end of a volume's contiguous written part, in bytes */
  constructor(window: number, frontier: (volume: number) => number) {
    this.#window = window;
    this.#frontier = frontier;
  }

  /** Adds a writer. `wait` returns a promise while the writer is too far ahead. `leave` removes the writer. */
  enter(volume: number, start: number): { wait(): Promise<void> | undefined; leave(): void } {
    const writer: Writer = { volume, start, go: undefined };
    this.#writers.add(writer);
    let admitted = false;
    return {
      wait: () => {
        if (admitted || this.#near(writer)) return undefined;
        return new Promise<void>((resolve) => {
          writer.go = () => {
            admitted = true;
            writer.go = undefined;
            resolve();
          };
          this.changed();
        });
      },
      leave: () => {
        this.#writers.delete(writer);
        writer.go?.();
        this.changed();
      },
    };
  }

  /** Releases the writers whose turn it is. Called whenever a range is finished or abandoned. */
  changed(): void {
    for (const writer of this.#writers) if (writer.go && this.#near(writer)) writer.go();
    // If every writer waits, the one at the front of the window hasn't started and may never start, so ignore the order.
    const waiting = [...this.#writers].filter((writer) => writer.go);
    if (waiting.length === 0 || waiting.length < this.#writers.size) return;
    waiting.reduce((a, b) => ((b.volume - a.volume || b.start - a.start) < 0 ? b : a)).go?.();
  }

  #near(writer: Writer): boolean {
    return writer.start < this.#frontier(writer.volume) + this.#window;
  }
}
