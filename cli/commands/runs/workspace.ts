import type { Command } from '@commander-js/extra-typings';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { warned } from '../../terminal/warned.ts';
import { t } from './messages.ts';

export function addWorkspace(program: Command): void {
  const workspace = program.command('workspace').description(t('workspace'));
  addInit(workspace);
  addUsage(workspace);
  addPrune(workspace);
}

function addInit(workspace: Command): void {
  addCommand(
    workspace,
    'init <file://DIR>',
    t('init'),
    (command) => command.option('--shared <group>', t('sharedOption')),
    async ({ terminal }, options, [url]) => {
      const { shared } = options;
      const directory = userPath(directoryOf(url!, 'workspace init'));
      const problems: Problem[] = [];
      const { initWorkspace } = await import('../../../core/store/workspace/shared-workspace.ts');
      const done = await initWorkspace(directory, shared, warned(terminal, problems));
      terminal.print(
        done ? t('shared', { directory, group: String(done.group.name) }) : t('created', { directory }),
      );
      if (done?.private) terminal.say('warning', t('privatePaths', { count: done.private }));
      terminal.result({ ok: true, directory, ...done, problems });
      return 0;
    },
  );
}

const OTHER = {
  'unfinished-sets': 'unfinishedSets',
  cache: 'cacheFiles',
  audit: 'auditRecords',
  'everything-else': 'otherFiles',
} as const;

function addUsage(workspace: Command): void {
  addCommand(
    workspace,
    'usage <file://DIR>',
    t('usage'),
    (command) => command,
    async ({ terminal, signal, pause }, _options, [url]) => {
      const directory = userPath(directoryOf(url!, 'workspace usage'));
      const { workspaceUsage } = await import('../../../core/media/retention/usage.ts');
      const usage = await workspaceUsage(directory, { signal: AbortSignal.any([signal, pause]) });
      if (usage.sets.length === 0) terminal.print(t('usageEmpty', { directory, size: bytes(usage.bytes) }));
      else {
        terminal.print(t('used', { size: bytes(usage.bytes), directory }));
        terminal.print(
          table([
            [t('enclaveColumn'), t('setsColumn'), t('sizeColumn')],
            ...usage.enclaves.map(({ name, sets, bytes: size }) => [name, String(sets), bytes(size)]),
          ]),
        );
        terminal.print(
          table([
            [t('setColumn'), t('sizeColumn'), t('uniqueColumn'), t('retainedColumn')],
            ...usage.sets.map(({ name, bytes: size, exclusiveBytes, retentionReason }) => [
              name,
              bytes(size),
              bytes(exclusiveBytes),
              retentionReason ?? t('prunable'),
            ]),
          ]),
        );
        terminal.print(
          table([
            [t('sizeColumn'), t('uniqueColumn'), t('imagesColumn'), t('contentColumn')],
            ...usage.deliverables.map(({ name, images, bytes: size, exclusiveBytes: alone }) => [
              bytes(size),
              bytes(alone),
              String(images),
              name,
            ]),
          ]),
        );
        for (const { name, bytes: size } of usage.other)
          if (size > 0) terminal.print(t('otherUsage', { name: t(OTHER[name]), size: bytes(size) }));
      }
      terminal.result({ directory, ...usage });
      return 0;
    },
  );
}

function addPrune(workspace: Command): void {
  addCommand(
    workspace,
    'prune <file://DIR>',
    t('prune'),
    (command) =>
      command
        .option('--dry-run', t('pruneDryRunOption'))
        .option('--yes', t('yesOption'))
        .option('--audit', t('auditOption')),
    async ({ terminal }, options, [url]) => {
      const { dryRun = false, yes = false, audit = false } = options;
      if (dryRun === yes)
        throw new AirlockError('usage', t('pruneUnconfirmed'), {
          remedy: t('pruneUnconfirmedRemedy'),
        });
      const directory = userPath(directoryOf(url!, 'workspace prune'));
      const problems: Problem[] = [];
      const onWarning = warned(terminal, problems);
      if (audit) {
        const { planRecordPrune, pruneRecords } = await import(
          '../../../core/media/retention/prune-records.ts'
        );
        const plan = dryRun ? await planRecordPrune(directory) : await pruneRecords(directory, onWarning);
        for (const line of linesOf(plan, dryRun, RECORDS)) terminal.print(line);
        terminal.result({ directory, dryRun, ...plan, problems });
        return 0;
      }
      const { planPrune, prune } = await import('../../../core/media/retention/prune.ts');
      const plan = dryRun ? await planPrune(directory) : await prune(directory, onWarning);
      for (const line of linesOf(plan, dryRun, SETS)) terminal.print(line);
      terminal.result({ directory, dryRun, ...plan, problems });
      return 0;
    },
  );
}

/** Common fields of both kinds of plans. */
interface Lines {
  remove: { name: string; bytes: number }[];
  retain: { name: string; bytes: number; why: string }[];
  bytes: number;
}

const SETS = { planned: 'setsWouldFree', done: 'setsFreed' } as const;
const RECORDS = { planned: 'recordsWouldFree', done: 'recordsFreed' } as const;

function linesOf(
  { remove, retain, bytes: freed }: Lines,
  dryRun: boolean,
  { planned, done }: typeof SETS | typeof RECORDS,
): string[] {
  return [
    ...remove.map(({ name, bytes: size }) =>
      t(dryRun ? 'wouldRemove' : 'removed', { name, size: bytes(size) }),
    ),
    ...retain.map(({ name, bytes: size, why }) => t('retained', { name, size: bytes(size), reason: why })),
    remove.length === 0
      ? t('noneRemovable')
      : t(dryRun ? planned : done, { count: remove.length, size: bytes(freed) }),
  ];
}
