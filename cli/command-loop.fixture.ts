import { restrictUmask, startProcess } from '../core/app/engine-link/process-start.ts';
import { forgetSharedPlaces } from '../core/base/files/shared-place.ts';
import type { HostFacts } from '../core/mirror/run/request.ts';

/** A command line and its host. */
export interface CommandOrder {
  host: HostFacts;
  args: string[];
  /** In octal digits; inherited if absent. */
  umask?: string;
  /** See `inProcess`. */
  format?: string[];
}

// A process that prepares itself as `main.ts` does, and runs a command line for each message that it receives.
startProcess();
const { inProcess } = await import('./in-process.fixture.ts');
process.on('message', async ({ host, args, umask, format }: CommandOrder) => {
  if (umask !== undefined) process.umask(Number.parseInt(umask, 8));
  restrictUmask();
  // The test has changed places meanwhile, and a new process would read them again.
  forgetSharedPlaces();
  process.send?.(await inProcess({ host }, args, format));
});
