import type { Command } from '@commander-js/extra-typings';
import { AirlockError, type Problem } from '../../../core/base/errors/airlock-error.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { warned } from '../../terminal/warned.ts';

export function addWorkspace(program: Command): void {
  const workspace = program
    .command('workspace')
    .description('create a workspace, show its disk usage, or prune it');
  addInit(workspace);
  addUsage(workspace);
  addPrune(workspace);
}

function addInit(workspace: Command): void {
  addCommand(
    workspace,
    'init <file://DIR>',
    'create a workspace, optionally shared with a group',
    (command) =>
      command.option(
        '--shared <group>',
        'group (name or GID) whose members can read and write the workspace',
      ),
    async ({ terminal }, options, [url]) => {
      const { shared } = options;
      const directory = userPath(directoryOf(url!, 'workspace init'));
      const problems: Problem[] = [];
      const { initWorkspace } = await import('../../../core/store/workspace/shared-workspace.ts');
      const done = await initWorkspace(directory, shared, warned(terminal, problems));
      terminal.print(
        done
          ? `Workspace ${directory} is shared with group ${done.group.name}. Only members can read and write it.`
          : `Workspace ${directory} is ready.`,
      );
      if (done?.private)
        terminal.say(
          'warning',
          `Left ${count(done.private, 'private path')} unchanged because only the owner has access.`,
        );
      terminal.result({ ok: true, directory, ...done, problems });
      return 0;
    },
  );
}

function addUsage(workspace: Command): void {
  addCommand(
    workspace,
    'usage <file://DIR>',
    'bytes by enclave, set, release and operator, and what is only here because of what',
    (command) => command,
    async ({ terminal, signal, pause }, _options, [url]) => {
      const directory = userPath(directoryOf(url!, 'workspace usage'));
      const { workspaceUsage } = await import('../../../core/media/retention/usage.ts');
      const usage = await workspaceUsage(directory, { signal: AbortSignal.any([signal, pause]) });
      terminal.print(`${bytes(usage.bytes)} in ${directory}`);
      terminal.print(
        table([
          ['ENCLAVE', 'SETS', 'SIZE'],
          ...usage.enclaves.map(({ name, sets, bytes: size }) => [name, String(sets), bytes(size)]),
        ]),
      );
      terminal.print(
        table([
          ['SET', 'SIZE', 'ONLY HERE', 'WHY IT STAYS'],
          ...usage.sets.map(({ name, bytes: size, onlyHere, keep }) => [
            name,
            bytes(size),
            bytes(onlyHere),
            keep ?? '- (workspace prune removes it)',
          ]),
        ]),
      );
      terminal.print(
        table([
          ['SIZE', 'ONLY BECAUSE OF IT', 'IMAGES', 'WHAT'],
          ...usage.deliverables.map(({ name, images, bytes: size, alone }) => [
            bytes(size),
            bytes(alone),
            String(images),
            name,
          ]),
        ]),
      );
      for (const { name, bytes: size } of usage.other)
        if (size > 0) terminal.print(`${name}: ${bytes(size)}`);
      terminal.result({ directory, ...usage });
      return 0;
    },
  );
}

function addPrune(workspace: Command): void {
  addCommand(
    workspace,
    'prune <file://DIR>',
    'remove sets that arrived whole; never one that is not acknowledged, is protected, or holds what another enclave lacks',
    (command) =>
      command
        .option('--dry-run', 'say what would be removed, and why the rest stays')
        .option('--yes', 'remove it')
        .option(
          '--audit',
          'audit records in place of sets: those that runs export wrote out and nothing asks for',
        ),
    async ({ terminal }, options, [url]) => {
      const { dryRun = false, yes = false, audit = false } = options;
      if (dryRun === yes)
        throw new AirlockError('usage', 'workspace prune needs either --dry-run or --yes', {
          remedy: 'See with --dry-run what would go, then run it with --yes.',
        });
      const directory = userPath(directoryOf(url!, 'workspace prune'));
      const problems: Problem[] = [];
      const onWarning = warned(terminal, problems);
      if (audit) {
        const { planRecordPrune, pruneRecords } = await import(
          '../../../core/media/retention/prune-records.ts'
        );
        const plan = dryRun ? await planRecordPrune(directory) : await pruneRecords(directory, onWarning);
        for (const line of linesOf(
          plan,
          dryRun,
          'record',
          'What is left of them still vouches for the rest.',
        ))
          terminal.print(line);
        terminal.result({ directory, dryRun, ...plan, problems });
        return 0;
      }
      const { planPrune, prune } = await import('../../../core/media/retention/prune.ts');
      const plan = dryRun ? await planPrune(directory) : await prune(directory, onWarning);
      for (const line of linesOf(plan, dryRun, 'set', 'The ledger remembers what was sent.'))
        terminal.print(line);
      terminal.result({ directory, dryRun, ...plan, problems });
      return 0;
    },
  );
}

/** What both kinds of plan have in common. */
interface Lines {
  remove: { name: string; bytes: number }[];
  keep: { name: string; bytes: number; why: string }[];
  bytes: number;
}

function linesOf(
  { remove, keep, bytes: freed }: Lines,
  dryRun: boolean,
  what: string,
  after: string,
): string[] {
  const done = dryRun ? 'would be removed' : 'removed';
  return [
    ...remove.map(({ name, bytes: size }) => `${done}  ${name}  ${bytes(size)}`),
    ...keep.map(({ name, bytes: size, why }) => `stays  ${name}  ${bytes(size)}  ${why}`),
    remove.length === 0
      ? 'Nothing can be removed.'
      : `${count(remove.length, what)}, ${bytes(freed)} ${dryRun ? 'would be free' : 'freed'}. ${after}`,
  ];
}
