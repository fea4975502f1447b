import { restrictUmask, startProcess } from '../core/app/engine-link/process-start.ts';
import type { HostFacts } from '../core/mirror/run/request.ts';

/** A command line and the host that it runs on. */
export interface CommandOrder {
  host: HostFacts;
  args: string[];
  /** In octal digits; as inherited if absent. */
  umask?: string;
  /** As in `inProcess`. */
  format?: string[];
}

// A process that prepares itself as `main.ts` does, and runs a command line for each message that it receives.
startProcess();
const { inProcess } = await import('./in-process.fixture.ts');
process.on('message', async ({ host, args, umask, format }: CommandOrder) => {
  if (umask !== undefined) process.umask(Number.parseInt(umask, 8));
  restrictUmask();
  process.send?.(await inProcess({ host }, args, format));
});
