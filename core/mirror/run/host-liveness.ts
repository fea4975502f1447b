import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';

const MAY_MEAN_GONE: ReadonlySet<string> = new Set([
  'connection',
  'stalled',
  'server-error',
  'rate-limited',
  'proxy',
  'tls',
  'tls-unknown-issuer',
  'unauthorized',
  'login-expired',
  'disk-full',
  'disk',
]);

/**
 * Tells an image's own failure from one that ends the run: the disk is full, or a registry no longer answers or no
 * longer takes the credentials. Such a run stops, resumable, instead of failing image after image.
 */
export class HostLiveness {
  private readonly asked = new Map<string, Promise<boolean>>();
  private readonly signal: AbortSignal;
  private readonly onFatal: (error: AirlockError) => void;

  constructor(signal: AbortSignal, onFatal: (error: AirlockError) => void) {
    this.signal = signal;
    this.onFatal = onFatal;
  }

  /** Ends the run when the failure is more than one image's. */
  async check(
    failure: AirlockError,
    registry: Registry,
    repository: string,
    actions: 'pull' | 'push',
  ): Promise<void> {
    if (!MAY_MEAN_GONE.has(failure.code) || this.signal.aborted) return;
    if (failure.side === 'local' || failure.code === 'login-expired' || failure.code.startsWith('disk'))
      return this.onFatal(failure);
    let alive = this.asked.get(registry.host);
    if (!alive) {
      alive = registry
        .checkAccess(repository, actions, { signal: this.signal })
        .then(
          () => true,
          () => false,
        )
        .finally(() => this.asked.delete(registry.host));
      this.asked.set(registry.host, alive);
    }
    if (!(await alive) && !this.signal.aborted) this.onFatal(failure);
  }
}

/** What stops work that goes on later, and is no failure of what was under way. */
export function isPutOff(code: string): boolean {
  return code === 'interrupted' || code === 'login-expired';
}

/**
 * True for an image that was left for the next run. A login that has run out ends this one, wherever it showed.
 * @param fatal ends the run
 */
export function putOff({ error }: ImageResult, fatal: (error: AirlockError) => void): boolean {
  if (error?.code === 'login-expired') {
    const { message, remedy, side } = error;
    fatal(new AirlockError('login-expired', message, { remedy, side }));
  }
  return error !== undefined && isPutOff(error.code);
}
