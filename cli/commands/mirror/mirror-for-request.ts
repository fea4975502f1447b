import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { hostFacts } from '../../terminal/host.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A request of the other side, and what is to be mirrored for it. */
export interface ForRequest {
  id: string;
  /** Absent: it was made before. */
  mirror?: MirrorRequest;
  /** The transfer that was made for it. */
  made?: string;
}

/**
 * What is to be mirrored for a request file: its configuration, for its enclave, without what arrived there.
 * @throws AirlockError `usage` for options that contradict, else as taking the request does
 */
export async function mirrorForRequest(
  terminal: Terminal,
  file: string,
  given: MirrorRequest,
): Promise<ForRequest> {
  const { workflow, configFile, planFile, dryRun, enclave, resend } = given;
  if (workflow.kind !== 'mirrorToDisk')
    throw new AirlockError('usage', '--request makes a transfer: its destination is file://DIR');
  if (configFile !== undefined || planFile !== undefined)
    throw new AirlockError('usage', '--request has its own configuration: leave --config and --plan out');
  if (dryRun)
    throw new AirlockError('usage', '--request notes what arrived, which --dry-run must not', {
      remedy: 'See what its configuration comes to: airlock plan -c FILE file://DIR.',
    });
  const { readRequest } = await import('../../../core/media/request/request-file.ts');
  const { request, id } = await readRequest(file);
  if (enclave !== MIRROR_DEFAULTS.enclave && enclave !== request.enclave)
    throw new AirlockError('usage', `the request is of ${request.enclave}, not of ${enclave}`);
  const { takeRequest } = await import('../../../core/media/request/take-request.ts');
  const accepted = await takeRequest(workflow.directory, file, hostFacts().tool, (problem) =>
    terminal.event({ type: 'problem', problem }),
  );
  const { known, unknown, made } = accepted;
  terminal.print(`Request ${id} of ${request.enclave}, made ${request.created}`);
  for (const { transfer, words } of known) terminal.print(`  there: ${transfer}: ${words}`);
  for (const words of unknown)
    terminal.say('warning', `this workspace knows no set that "${words}" is said of`);
  // What was made for it has not arrived yet, so it would be made a second time.
  if (made !== undefined && !resend) return { id, made };
  return {
    id,
    mirror: { ...given, enclave: request.enclave, configFile: accepted.configFile, arrivedOnly: true },
  };
}
