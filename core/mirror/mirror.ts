import { recordTransfer } from '../media/request/take-request.ts';
import { diskToMirror } from './push/disk-to-mirror.ts';
import { mirrorToMirror } from './push/mirror-to-mirror.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './run/request.ts';
import { mirrorToDisk } from './to-disk/mirror-to-disk.ts';

/**
 * Mirrors what a configuration or an approved plan asks for, by the workflow of the request.
 * @returns also for partial, paused and failed runs that had started, see `exitCode`
 * @throws AirlockError if the run didn't start: invalid input, a locked workspace
 */
export async function mirror(
  request: MirrorRequest,
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { workflow } = request;
  switch (workflow.kind) {
    case 'mirrorToDisk':
      return await toDisk({ ...request, workflow }, host, control);
    case 'diskToMirror':
      return await diskToMirror({ ...request, workflow }, host, control);
    case 'mirrorToMirror':
      return await mirrorToMirror({ ...request, workflow }, host, control);
  }
}

/** Mirrors to disk, and records the transfer for the request that it was created for. */
async function toDisk(...given: Parameters<typeof mirrorToDisk>): Promise<MirrorResult> {
  const result = await mirrorToDisk(...given);
  const [{ workflow, forRequest }] = given;
  if (forRequest !== undefined && result.transfer !== undefined)
    await recordTransfer(workflow.directory, forRequest, result.transfer);
  return result;
}
