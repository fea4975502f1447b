import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Cluster } from '../../../core/cluster/client/connect.ts';
import type { PlanEvent, PlanRun, PlanStep } from '../../../core/cluster/day2/run-plan.ts';
import type { WaitTarget } from '../../../core/cluster/day2/settling.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chosenCluster, clusterOptions } from './choice.ts';
import { t } from './messages.ts';
import { printChanges, waitLine } from './result.ts';

const WAITS: Record<WaitTarget, string> = {
  operators: t('operatorsLabel'),
  nodes: t('nodesLabel'),
  credentials: t('credentialsLabel'),
  'control-plane': t('controlPlaneLabel'),
  policy: t('policyLabel'),
};

/** Adds the options of commands whose plans can be applied to a live cluster. */
export function planApplyOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return clusterOptions(command.option('--apply', t('planApplyOption')))
    .option('--dry-run', t('planDryRunOption'))
    .option('--no-wait', t('planNoWaitOption'))
    .option('--state <directory>', t('planStateOption'));
}

/**
 * Returns whether the plan is to be applied.
 * @param others further options that require --apply
 * @throws AirlockError `usage` for options that require it
 */
export function isApplied(options: Record<string, unknown>, others: readonly string[] = []): boolean {
  if (options.apply === true) return true;
  const given = ['kubeconfig', 'context', 'dryRun', 'state', ...others].find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined && options.wait !== false) return false;
  const flag =
    given === undefined ? 'no-wait' : given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new AirlockError('usage', t('applyRequired', { option: flag }));
}

/**
 * Runs the steps of a plan on the cluster of the options, and prints their results.
 * @throws AirlockError as `connectCluster` and `runPlan`
 */
export async function applyPlan(
  context: CommandContext,
  options: Record<string, unknown>,
  stepsOf: (cluster: Cluster) => Promise<PlanStep[]>,
): Promise<PlanRun> {
  const { terminal } = context;
  const { dryRun, wait, state } = options as { dryRun?: boolean; wait?: boolean; state?: string };
  const signal = AbortSignal.any([context.signal, context.pause]);
  const [{ connectCluster }, { runPlan }, { historyDirectory }] = await Promise.all([
    import('../../../core/cluster/client/connect.ts'),
    import('../../../core/cluster/day2/run-plan.ts'),
    import('../../../core/cluster/client/saved-versions.ts'),
  ]);
  const { choice, host } = chosenCluster(options);
  await using cluster = await connectCluster(choice, host, { signal });
  const steps = await stepsOf(cluster);
  const history = historyDirectory(
    state === undefined ? defaultStateDirectory(hostFacts()) : userPath(state),
  );
  const how = { dryRun: dryRun === true, wait: wait !== false, history };
  const run = await runPlan(cluster, steps, how, { emit: planReporter(terminal), signal });
  printRun(terminal, run, steps);
  return run;
}

/** Prints the progress of a plan. Waits are printed when they change. */
export function planReporter(terminal: Terminal): (event: PlanEvent) => void {
  let last = '';
  return (event) => {
    terminal.line({ ...event });
    if (event.type === 'problem') terminal.problem(event.problem);
    else if (event.type === 'step') terminal.say('info', event.title);
    else if (event.type === 'object') {
      const { message, remedy, result } = event.object;
      if (message)
        terminal.say(
          result === 'configured' ? 'info' : 'warning',
          message,
          ...(remedy ? [`    ${remedy}`] : []),
        );
    } else {
      const text = waitLine(WAITS[event.for], event);
      if (text !== last && event.total > 0) terminal.say('info', text);
      last = text;
    }
  };
}

function printRun(terminal: Terminal, run: PlanRun, steps: readonly PlanStep[]): void {
  const { objects, dryRun, saved, server, context } = run;
  for (const object of objects) if (dryRun || object.result === 'conflict') printChanges(terminal, object);
  terminal.print(
    table(
      run.steps.map(({ title, state }, index) => {
        const why = steps[index]?.leftOut;
        return [
          dryRun && state === 'done' ? t('wouldBeDone') : state,
          why === undefined ? title : t('skippedStep', { step: title, reason: why }),
        ];
      }),
    ),
  );
  const left = run.steps.filter(({ state }) => state === 'stopped' || state === 'left').length;
  terminal.print(
    left > 0
      ? t('stepsLeft', { left, total: run.steps.length, server, context })
      : dryRun
        ? t('planUnchanged', { server, context })
        : t('planDone', { server, context }),
  );
  if (saved !== undefined) terminal.print(t('planVersions', { directory: saved }));
}
