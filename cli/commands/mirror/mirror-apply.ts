import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ApplyResult } from '../../../core/cluster/client/applied.ts';
import type { Resource } from '../../../core/content/resources/resource-yaml.ts';
import type { MirrorRequest } from '../../../core/mirror/run/request.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { applyResources, resourcesIn } from '../cluster/apply.ts';
import { chosenCluster } from '../cluster/choice.ts';
import { printApplied } from '../cluster/result.ts';

/** Options that say how, and mean nothing without `--apply-config`. */
const HOW = ['overwrite', 'allowRestart', 'kubeconfig', 'context'] as const;

/**
 * Whether manifests are to be applied after the push. The cluster is asked now: hours later would be late to learn that
 * it cannot be reached.
 * @throws AirlockError `usage`; those of `connectCluster`
 */
export async function appliesConfig(
  { signal, pause }: CommandContext,
  { workflow }: Pick<MirrorRequest, 'workflow'>,
  options: Record<string, unknown>,
): Promise<boolean> {
  if (options.applyConfig !== true) {
    const alone = HOW.find((name) => options[name] !== undefined);
    if (alone === undefined && options.wait !== false) return false;
    const flag = alone === undefined ? 'no-wait' : alone === 'allowRestart' ? 'allow-restart' : alone;
    throw new AirlockError('usage', `--${flag} is of use only with --apply-config`);
  }
  if (workflow.kind === 'mirrorToDisk')
    throw new AirlockError(
      'usage',
      '--apply-config needs a push: on the way to a disk it is not known yet from where clusters will pull',
      {
        remedy: 'Give it to the `airlock mirror --from … docker://HOST` on the other side.',
      },
    );
  const { connectCluster } = await import('../../../core/cluster/client/connect.ts');
  const { choice, host } = chosenCluster(options);
  const cluster = await connectCluster(choice, host, { signal: AbortSignal.any([signal, pause]) });
  await cluster[Symbol.asyncDispose]();
  return true;
}

/** What became of applying after a push: the result, or why nothing was applied. */
export type AppliedAfter =
  | Omit<ApplyResult, 'exitCode'>
  | { status: 'failed'; code: string; message: string; remedy: string };

/**
 * Applies what a push wrote. The push is done: an error is part of the answer.
 * @param from its folder of manifests, or the objects themselves
 */
export async function applyAfterPush(
  context: CommandContext,
  from: string | readonly Resource[],
  request: { state: string; dryRun: boolean; options: Record<string, unknown> },
): Promise<{ applied: AppliedAfter; exitCode: number }> {
  const { terminal } = context;
  try {
    const resources = typeof from === 'string' ? await resourcesIn(from) : from;
    const { exitCode, ...applied } = await applyResources(context, { ...request, resources });
    printApplied(terminal, { exitCode, ...applied });
    return { applied, exitCode };
  } catch (thrown) {
    const error = asAirlockError(thrown);
    terminal.error(error);
    const { code, message, remedy, exitCode } = error;
    return { applied: { status: 'failed', code, message, remedy }, exitCode };
  }
}
