import { createInterface } from 'node:readline/promises';
import type { AppliedObject, ApplyResult, ClusterEvent } from '../../../core/cluster/client/applied.ts';
import type { FieldChange } from '../../../core/cluster/client/object-changes.ts';
import type { ObjectRef } from '../../../core/cluster/client/object-ref.ts';
import type { PoolState } from '../../../core/cluster/client/readiness.ts';
import { count, table } from '../../terminal/format.ts';
import { commandHost } from '../../terminal/host.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const WAITS = { pools: 'Nodes', catalogs: 'Catalogs', 'update-service': 'Update service' } as const;
/** What is said at the first SIGINT while a cluster is changed. */
export const STOPPING =
  'Stopping: what was applied stays, `airlock cluster-config rollback` takes it back. Press Ctrl-C again to stop at once.';

/** Tells what an apply or rollback does while it works; waits are told when they change. */
export function clusterTeller(terminal: Terminal): (event: ClusterEvent) => void {
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
        const { done, total, detail } = event;
        const text = `${WAITS[event.for]}: ${done} of ${total} ready${detail ? `; ${detail}` : ''}`;
        if (text !== last && total > 0) terminal.say('info', text);
        last = text;
      }
    }
  };
}

/** Asks a person whether nodes may restart; undefined where nobody can be asked. */
export function restartQuestion(
  terminal: Terminal,
  signal: AbortSignal,
): ((objects: readonly ObjectRef[], pools: readonly PoolState[]) => Promise<boolean>) | undefined {
  const { stdin, stderr } = commandHost();
  if (terminal.json || !stdin.isTTY || !stderr.isTTY) return undefined;
  return async (objects, pools) => {
    const nodes = pools.reduce((sum, { machines }) => sum + machines, 0);
    terminal.say(
      'error',
      `Nodes would be drained and restarted one after another (up to ${nodes}, of ${pools.map(({ name }) => name).join(', ')}) for:`,
    );
    for (const { kind, name } of objects) terminal.say('error', `  ${kind} ${name}`);
    const asking = createInterface({ input: stdin, output: stderr });
    try {
      const answer = await asking.question('Go on now? [y/N] ', { signal });
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      asking.close();
    }
  };
}

/** A table of what became of each object; of a dry run also what would change. */
export function printApplied(terminal: Terminal, result: ApplyResult): void {
  const { objects, dryRun, saved, server, context } = result;
  terminal.print(
    table(
      objects.map(({ result, kind, name, namespace }) => [
        dryRun && result !== 'unchanged' ? `${result} (dry run)` : result,
        kind,
        namespace === undefined ? name : `${namespace}/${name}`,
      ]),
    ),
  );
  if (dryRun) for (const object of objects) printChanges(terminal, object);
  const by = Map.groupBy(objects, (object) => object.result);
  const counts = [...by].map(([outcome, { length }]) => `${length} ${outcome}`).join(', ');
  terminal.print(`${count(objects.length, 'object')} of ${server} (${context}): ${counts}`);
  if (saved !== undefined && !dryRun) terminal.print(`Previous versions: ${saved}`);
}

/** Field by field what changes, and what the cluster would lose. */
export function printChanges(
  terminal: Terminal,
  { kind, name, result, changes, removals }: AppliedObject,
): void {
  if (changes.length === 0 && removals.length === 0) return;
  terminal.print(['', `${kind} ${name}: ${result}`]);
  for (const change of changes) for (const line of changeLines(change)) terminal.print(`  ${line}`);
  for (const removal of removals) terminal.print(`  ! the cluster would lose ${removal}`);
}

function changeLines({ path, before, after }: FieldChange): string[] {
  const line = (sign: string, value: unknown) => {
    const text = typeof value === 'string' ? value.split('\n')[0]! : JSON.stringify(value);
    return `${sign} ${path}${path && ': '}${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
  };
  // Of lists that are in part the same only the entries that differ are shown.
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
