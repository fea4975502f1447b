/** Runs jobs first in, first out, at most `limit` at once; can be closed to new starts while running jobs drain. */
export class WorkQueue {
  private waiting: { start: () => void; cancel: () => void }[] = [];
  private active = 0;
  private closed = false;
  private limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The job's result, or undefined when the queue was closed before it began. */
  run<T>(job: () => Promise<T>): Promise<T | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    return new Promise<T | undefined>((resolve, reject) => {
      const start = () => {
        this.active++;
        job()
          .then(resolve, reject)
          .finally(() => {
            this.active--;
            this.next();
          });
      };
      this.waiting.push({ start, cancel: () => resolve(undefined) });
      this.next();
    });
  }

  /** More at once begin right away; fewer take effect as jobs end. */
  setLimit(limit: number): void {
    this.limit = limit;
    this.next();
  }

  /** No further job begins; those that wait resolve to undefined. */
  close(): void {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.cancel();
  }

  private next(): void {
    while (this.active < this.limit && this.waiting.length > 0 && !this.closed) this.waiting.shift()!.start();
  }
}
