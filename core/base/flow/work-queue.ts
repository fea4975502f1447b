/** Runs jobs first in, first out, at most `limit` at once. After `close`, no jobs start, and running jobs finish. */
export class WorkQueue {
  private waiting: { start: () => void; cancel: () => void }[] = [];
  private active = 0;
  private closed = false;
  private limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns the job's result, or undefined if the queue was closed before the job started. */
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

  /** Number of jobs that haven't started. */
  get waitingJobs(): number {
    return this.waiting.length;
  }

  /** Changes the limit. A higher limit starts waiting jobs immediately. A lower one applies as running jobs end. */
  setLimit(limit: number): void {
    this.limit = limit;
    this.next();
  }

  /** Prevents further jobs from starting. Waiting jobs resolve to undefined. */
  close(): void {
    this.closed = true;
    for (const job of this.waiting.splice(0)) job.cancel();
  }

  private next(): void {
    while (this.active < this.limit && this.waiting.length > 0 && !this.closed) this.waiting.shift()!.start();
  }
}
