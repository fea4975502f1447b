import { diskToMirror } from './push/disk-to-mirror.ts';
import { mirrorToMirror } from './push/mirror-to-mirror.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './run/request.ts';
import { mirrorToDisk } from './to-disk/mirror-to-disk.ts';

/**
 * Mirrors what a configuration or an approved plan asks for, by the workflow of the request.
 * @returns also for partial, paused and failed runs that had started, see `exitCode`
 * @throws AirlockError if the run didn't start: invalid input, a locked workspace
 */
export function mirror(request: MirrorRequest, host: HostFacts, control: RunControl): Promise<MirrorResult> {
  const { workflow } = request;
  switch (workflow.kind) {
    case 'mirrorToDisk':
      return mirrorToDisk({ ...request, workflow }, host, control);
    case 'diskToMirror':
      return diskToMirror({ ...request, workflow }, host, control);
    case 'mirrorToMirror':
      return mirrorToMirror({ ...request, workflow }, host, control);
  }
}
