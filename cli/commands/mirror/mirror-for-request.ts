import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { MIRROR_DEFAULTS } from '../../../core/mirror/run/command-of.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import { hostFacts } from '../../terminal/host.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';

/** A request from the disconnected side, and the mirror request that fulfills it. */
export interface ForRequest {
  id: string;
  /** Absent if a transfer for the request exists. */
  mirror?: MirrorRequest;
  /** Transfer that was created for the request. */
  transfer?: string;
}

/**
 * Returns the mirror request for a request file: its configuration, for its enclave, without content that arrived there.
 * @throws AirlockError `usage` for contradictory options, and the errors of `takeRequest`
 */
export async function mirrorForRequest(
  terminal: Terminal,
  file: string,
  given: MirrorRequest,
): Promise<ForRequest> {
  const { workflow, configFile, planFile, dryRun, enclave, resend } = given;
  if (workflow.kind !== 'mirrorToDisk') throw new AirlockError('usage', t('requestWithoutTransfer'));
  if (configFile !== undefined || planFile !== undefined)
    throw new AirlockError('usage', t('requestWithConfig'), { remedy: t('requestWithConfigRemedy') });
  if (dryRun)
    throw new AirlockError('usage', t('requestWithDryRun'), { remedy: t('requestWithDryRunRemedy') });
  const { readRequest } = await import('../../../core/media/request/request-file.ts');
  const { request, id } = await readRequest(file);
  if (enclave !== MIRROR_DEFAULTS.enclave && enclave !== request.enclave)
    throw new AirlockError('usage', t('requestForOther', { requested: request.enclave, enclave }));
  const { takeRequest } = await import('../../../core/media/request/take-request.ts');
  const accepted = await takeRequest(workflow.directory, file, hostFacts().tool, (problem) =>
    terminal.event({ type: 'problem', problem }),
  );
  const { known, unknown, transfer } = accepted;
  terminal.print(t('request', { id, enclave: request.enclave, created: request.created }));
  for (const { transfer, summary } of known)
    terminal.print(t('requestArrived', { transfer, state: summary }));
  for (const words of unknown) terminal.say('warning', t('requestUnknown', { state: words }));
  // This transfer hasn't arrived yet, so its content would be mirrored a second time.
  if (transfer !== undefined && !resend) return { id, transfer };
  return {
    id,
    mirror: {
      ...{ ...given, enclave: request.enclave, configFile: accepted.configFile },
      ...{ arrivedOnly: true, forRequest: id },
    },
  };
}
