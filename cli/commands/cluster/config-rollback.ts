import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { SavedApply } from '../../../core/cluster/client/saved-versions.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { applyOptions } from './apply.ts';
import { chosenCluster, clusterOptions } from './choice.ts';
import { t } from './messages.ts';
import { planReporter } from './plan-apply.ts';
import { clusterReporter, printApplied, restartPrompt, STOPPING } from './result.ts';

/** `airlock cluster-config rollback` */
export function addClusterConfigRollback(clusterConfig: Command): void {
  addCommand(
    clusterConfig,
    'rollback [record]',
    t('rollback'),
    (command) =>
      applyOptions(
        clusterOptions(command)
          .option('--list', t('listOption'))
          .option('--dry-run', t('rollbackDryRunOption')),
      ).option('--state <directory>', t('stateOption')),
    async ({ terminal, signal: stop, pause }, options, [named]) => {
      const { historyDirectory, readSavedApply, savedApplies } = await import(
        '../../../core/cluster/client/saved-versions.ts'
      );
      const state =
        options.state === undefined ? defaultStateDirectory(hostFacts()) : userPath(options.state);
      const history = historyDirectory(state);
      if (options.list) return listed(terminal, await savedApplies(history));
      const { connectCluster } = await import('../../../core/cluster/client/connect.ts');
      const { lastApply, rollbackApply } = await import('../../../core/cluster/client/rollback.ts');
      const { policiesRestored } = await import('../../../core/cluster/day2/policy-steps.ts');
      const signal = AbortSignal.any([stop, pause]);
      const record = named === undefined ? undefined : await readSavedApply(userPath(named));
      const { choice, host } = chosenCluster(options);
      await using cluster = await connectCluster(choice, host, { signal });
      const saved = record ?? (await lastApply(cluster, history));
      if (!saved)
        throw new AirlockError('usage', t('nothingToRollBack', { server: cluster.server }), {
          remedy: t('nothingToRollBackRemedy'),
        });
      terminal.say('info', t('rollingBack', { time: saved.record.appliedAt }));
      const mayRestart = restartPrompt(terminal, signal);
      const { dryRun, overwrite, allowRestart, wait } = options;
      const rolledBack = await rollbackApply(
        cluster,
        saved,
        {
          dryRun: dryRun === true,
          overwrite: overwrite === true,
          allowRestart: allowRestart === true,
          wait: wait !== false,
          history,
        },
        { emit: clusterReporter(terminal), signal, mayRestart },
      );
      const faults =
        rolledBack.dryRun || wait === false
          ? []
          : await policiesRestored(cluster, rolledBack.objects, { emit: planReporter(terminal), signal });
      for (const problem of faults) terminal.problem(problem);
      const result = { ...rolledBack, problems: [...rolledBack.problems, ...faults] };
      const exitCode = faults.length > 0 ? 2 : rolledBack.exitCode;
      printApplied(terminal, result);
      const { exitCode: _, ...reported } = result;
      terminal.result({ status: exitCode === 0 ? 'complete' : 'partial', ...reported });
      return exitCode;
    },
    { interrupted: STOPPING },
  );
}

function listed(terminal: Terminal, applies: readonly SavedApply[]): number {
  const rows = applies.map(({ directory, record }) => [
    record.appliedAt,
    record.context,
    record.server,
    t('objects', { count: record.objects.length }),
    record.rolledBackAt === undefined ? directory : t('rolledBackAt', { time: record.rolledBackAt }),
  ]);
  terminal.print(rows.length > 0 ? table(rows) : t('noApplies'));
  terminal.result({
    applies: applies.map(({ directory, record: { objects, ...record } }) => ({
      ...{ directory, ...record },
      objects: objects.map(({ before: _before, after: _after, ...ref }) => ref),
    })),
  });
  return 0;
}
