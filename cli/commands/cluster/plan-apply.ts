import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Cluster } from '../../../core/cluster/client/connect.ts';
import type { PlanEvent, PlanRun, PlanStep } from '../../../core/cluster/day2/run-plan.ts';
import type { AwaitedThing } from '../../../core/cluster/day2/settling.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { chosenCluster, clusterOptions } from './choice.ts';
import { printChanges } from './result.ts';

const WAITS: Record<AwaitedThing, string> = {
  operators: 'Operators',
  nodes: 'Nodes',
  credentials: 'Copies of the account',
  'control-plane': 'Control plane',
  policy: 'Policy',
};

/** Options of commands whose plans are applied to a live cluster. */
export function planApplyOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return clusterOptions(
    command.option(
      '--apply',
      'carry it out on the cluster: looked at, changed, waited for; stops where a step fails, and goes on there when it is run again',
    ),
  )
    .option('--dry-run', 'with --apply: let the cluster say what would change, and change nothing')
    .option('--no-wait', 'with --apply: do not wait after a step')
    .option(
      '--state <dir>',
      'with --apply: folder that keeps previous versions, for `airlock cluster-config rollback` (default: your state folder)',
    );
}

/**
 * Whether it is to be applied.
 * @param others further options that need --apply
 * @throws AirlockError `usage` for options that mean nothing without it
 */
export function isApplied(options: Record<string, unknown>, others: readonly string[] = []): boolean {
  if (options.apply === true) return true;
  const given = ['kubeconfig', 'context', 'dryRun', 'state', ...others].find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined && options.wait !== false) return false;
  const flag =
    given === undefined ? 'no-wait' : given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new AirlockError('usage', `--${flag} is for --apply`);
}

/**
 * Runs the steps of a plan against the cluster that the options name, and prints what became of them.
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
  const run = await runPlan(cluster, steps, how, { emit: planTeller(terminal), signal });
  printRun(terminal, run, steps);
  return run;
}

/** Tells what a plan does while it is carried out; waits are told when they change. */
export function planTeller(terminal: Terminal): (event: PlanEvent) => void {
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
      const { done, total, detail } = event;
      const text = `${WAITS[event.for]}: ${done} of ${total} ready${detail ? `; ${detail}` : ''}`;
      if (text !== last && total > 0) terminal.say('info', text);
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
          dryRun && state === 'done' ? 'would be done' : state,
          why === undefined ? title : `${title} (${why})`,
        ];
      }),
    ),
  );
  const left = run.steps.filter(({ state }) => state === 'stopped' || state === 'left').length;
  terminal.print(
    left > 0
      ? `${left} of ${run.steps.length} steps are left at ${server} (${context}); the same command goes on there`
      : `${server} (${context}): ${dryRun ? 'nothing was changed' : 'all steps are done'}`,
  );
  if (saved !== undefined)
    terminal.print(`Previous versions: ${saved}; \`airlock cluster-config rollback\` takes it back`);
}
