import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ApplyResult } from '../../../core/cluster/client/applied.ts';
import type { Resource } from '../../../core/content/resources/resource-yaml.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { applyResources, resourcesIn } from '../cluster/apply.ts';
import { chosenCluster } from '../cluster/choice.ts';
import { printApplied } from '../cluster/result.ts';
import { t } from './messages.ts';

/** Options that require `--apply-config`. */
const APPLY_OPTIONS = ['overwrite', 'allowRestart', 'kubeconfig', 'context'] as const;

/**
 * Returns whether to apply manifests after the push. Connects to the cluster now, so that an unreachable cluster is
 * reported before the push takes hours.
 * @throws AirlockError `usage`, and the errors of `connectCluster`
 */
export async function appliesConfig(
  { signal, pause }: CommandContext,
  { workflow }: Pick<MirrorRequest, 'workflow'>,
  options: Record<string, unknown>,
): Promise<boolean> {
  if (options.applyConfig !== true) {
    const alone = APPLY_OPTIONS.find((name) => options[name] !== undefined);
    if (alone === undefined && options.wait !== false) return false;
    const flag = alone === undefined ? 'no-wait' : alone === 'allowRestart' ? 'allow-restart' : alone;
    throw new AirlockError('usage', t('needsApplyConfig', { flag }));
  }
  if (workflow.kind === 'mirrorToDisk')
    throw new AirlockError('usage', t('applyWithoutPush'), { remedy: t('applyWithoutPushRemedy') });
  const { connectCluster } = await import('../../../core/cluster/client/connect.ts');
  const { choice, host } = chosenCluster(options);
  const cluster = await connectCluster(choice, host, { signal: AbortSignal.any([signal, pause]) });
  await cluster[Symbol.asyncDispose]();
  return true;
}

/** Result of applying after a push, or the error that prevented it. */
export type AppliedAfter =
  | Omit<ApplyResult, 'exitCode'>
  | { status: 'failed'; code: string; message: string; remedy: string };

/**
 * Applies the manifests that a push wrote. The push is complete, so an error is part of the result.
 * @param from folder of manifests, or the objects themselves
 */
export async function applyAfterPush(
  context: CommandContext,
  from: string | readonly Resource[],
  request: { state: string; dryRun: boolean; options: Record<string, unknown> },
): Promise<{ applied: AppliedAfter; exitCode: number }> {
  const { terminal } = context;
  try {
    const isFolder = typeof from === 'string';
    const { exitCode, ...applied } = await applyResources(context, {
      ...request,
      resources: isFolder ? await resourcesIn(from) : from,
      from: isFolder ? from : undefined,
    });
    printApplied(terminal, { exitCode, ...applied });
    return { applied, exitCode };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    terminal.error(error);
    const { code, message, remedy, exitCode } = error;
    return { applied: { status: 'failed', code, message, remedy }, exitCode };
  }
}
