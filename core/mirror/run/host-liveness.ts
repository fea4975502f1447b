import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import type { ImageResult } from '../../runs/progress/events.ts';

const POSSIBLE_HOST_FAILURES: ReadonlySet<string> = new Set([
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
 * Distinguishes failures of one image from those that end the run: a full disk, or a registry that no longer answers or
 * accepts the credentials. Such a run stops and can be resumed, instead of failing image after image.
 */
export class HostLiveness {
  private readonly checks = new Map<string, Promise<boolean>>();
  private readonly signal: AbortSignal;
  private readonly onFatal: (error: AirlockError) => void;

  constructor(signal: AbortSignal, onFatal: (error: AirlockError) => void) {
    this.signal = signal;
    this.onFatal = onFatal;
  }

  /** Ends the run if the failure affects more than one image. */
  async check(
    failure: AirlockError,
    registry: Registry,
    repository: string,
    actions: 'pull' | 'push',
  ): Promise<void> {
    if (!POSSIBLE_HOST_FAILURES.has(failure.code) || this.signal.aborted) return;
    if (failure.side === 'local' || failure.code === 'login-expired' || failure.code.startsWith('disk'))
      return this.onFatal(failure);
    let alive = this.checks.get(registry.host);
    if (!alive) {
      alive = registry
        .checkAccess(repository, actions, { signal: this.signal })
        .then(
          () => true,
          () => false,
        )
        .finally(() => this.checks.delete(registry.host));
      this.checks.set(registry.host, alive);
    }
    if (!(await alive) && !this.signal.aborted) this.onFatal(failure);
  }
}

/** Returns true for errors that postpone work without failing it. */
export function postponesWork(code: string): boolean {
  return code === 'interrupted' || code === 'login-expired';
}

/**
 * Returns true for an image that was postponed to the next run. An expired login ends this run.
 * @param fatal ends the run
 */
export function isPostponed({ error }: ImageResult, fatal: (error: AirlockError) => void): boolean {
  if (error?.code === 'login-expired') {
    const { message, remedy, side } = error;
    fatal(new AirlockError('login-expired', message, { remedy, side }));
  }
  return error !== undefined && postponesWork(error.code);
}
