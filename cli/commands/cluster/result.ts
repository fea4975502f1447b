import { createInterface } from 'node:readline/promises';
import type { AppliedObject, ApplyResult, ClusterEvent } from '../../../core/cluster/client/applied.ts';
import type { FieldChange } from '../../../core/cluster/client/object-changes.ts';
import type { ObjectRef } from '../../../core/cluster/client/object-ref.ts';
import type { PoolState, WaitProgress } from '../../../core/cluster/client/readiness.ts';
import { table } from '../../terminal/format.ts';
import { commandHost } from '../../terminal/host.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';

const WAITS = {
  pools: t('nodesLabel'),
  catalogs: t('catalogsTitle'),
  'update-operator': t('updateOperatorLabel'),
  'update-service': t('updateServiceLabel'),
} as const;
/** Printed at the first SIGINT while a cluster is being changed. */
export const STOPPING: string = t('applyStopping');

/** Returns a progress line: how many of the objects that are waited for are ready. */
export function waitLine(
  subject: string,
  { done, total, detail }: Omit<WaitProgress, 'type' | 'for'>,
): string {
  return detail
    ? t('waitProgressDetail', { subject, done, total, detail })
    : t('waitProgress', { subject, done, total });
}

/** Prints the progress of an apply or rollback. Waits are printed when they change. */
export function clusterReporter(terminal: Terminal): (event: ClusterEvent) => void {
  let last = '';
  return (event) => {
    terminal.line({ ...event });
    switch (event.type) {
      case 'problem':
        terminal.problem(event.problem);
        return;
      case 'object':
        if (event.object.message && event.object.result !== 'unchanged')
          terminal.say(
            event.object.result === 'skipped' || event.object.result === 'created' ? 'info' : 'warning',
            event.object.message,
            ...(event.object.remedy ? [`    ${event.object.remedy}`] : []),
          );
        return;
      case 'waiting': {
        const text = waitLine(WAITS[event.for], event);
        if (text !== last && event.total > 0) terminal.say('info', text);
        last = text;
      }
    }
  };
}

/** Returns a prompt whether nodes may restart, or undefined without a terminal. */
export function restartPrompt(
  terminal: Terminal,
  signal: AbortSignal,
): ((objects: readonly ObjectRef[], pools: readonly PoolState[]) => Promise<boolean>) | undefined {
  const { stdin, stderr } = commandHost();
  if (terminal.json || !stdin.isTTY || !stderr.isTTY) return undefined;
  return async (objects, pools) => {
    const nodes = pools.reduce((sum, { machines }) => sum + machines, 0);
    terminal.say('error', t('restartWarning', { nodes, pools: pools.map(({ name }) => name).join(', ') }));
    for (const { kind, name } of objects) terminal.say('error', `  ${kind} ${name}`);
    const prompt = createInterface({ input: stdin, output: stderr });
    try {
      const answer = await prompt.question(t('restartPrompt'), { signal });
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      prompt.close();
    }
  };
}

/** Prints a table with the result of each object, and the changes of a dry run. */
export function printApplied(terminal: Terminal, result: ApplyResult): void {
  const { objects, dryRun, saved, server, context } = result;
  terminal.print(
    table(
      objects.map(({ result, kind, name, namespace }) => [
        dryRun && result !== 'unchanged' ? t('dryRunResult', { result }) : result,
        kind,
        namespace === undefined ? name : `${namespace}/${name}`,
      ]),
    ),
  );
  if (dryRun) for (const object of objects) printChanges(terminal, object);
  const by = Map.groupBy(objects, (object) => object.result);
  const results = [...by]
    .map(([result, { length }]) => t('resultCount', { count: length, result }))
    .join(', ');
  terminal.print(t('applied', { count: objects.length, server, context, results }));
  if (saved !== undefined && !dryRun) terminal.print(t('previousVersions', { directory: saved }));
}

/** Prints the changes of an object field by field, and what the cluster would lose. */
export function printChanges(
  terminal: Terminal,
  { kind, name, result, changes, removals }: AppliedObject,
): void {
  if (changes.length === 0 && removals.length === 0) return;
  terminal.print(['', t('objectChanges', { object: `${kind} ${name}`, result })]);
  for (const change of changes) for (const line of changeLines(change)) terminal.print(`  ${line}`);
  for (const removal of removals) terminal.print(`  ! ${t('removal', { removal })}`);
}

function changeLines({ path, before, after }: FieldChange): string[] {
  const line = (sign: string, value: unknown) => {
    const text = typeof value === 'string' ? value.split('\n')[0]! : JSON.stringify(value);
    return `${sign} ${path}${path && ': '}${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
  };
  // Only the entries of lists that differ are shown.
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before, after].map((list) => list.map((item) => JSON.stringify(item)));
    return [
      ...before.filter((_, index) => !now!.includes(old![index]!)).map((item) => line('-', item)),
      ...after.filter((_, index) => !old!.includes(now![index]!)).map((item) => line('+', item)),
    ];
  }
  return [
    ...(before === undefined ? [] : [line('-', before)]),
    ...(after === undefined ? [] : [line('+', after)]),
  ];
}
