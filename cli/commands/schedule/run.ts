import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { t } from './messages.ts';
import { configFolder, existingWorkspace } from './places.ts';

const FAILED = 1;
const PARTIAL = 2;

/** `airlock schedule run` */
export function addScheduleRun(schedule: Command): void {
  addCommand(
    schedule,
    'run <file://DIR...>',
    t('run'),
    (command) => command.option('--once', t('onceOption')).option('--now <name>', t('nowOption')),
    async (context, { once = false, now }, urls) => {
      const workspaces = await Promise.all(urls.flat().map((url) => existingWorkspace(url, 'run')));
      return runInForeground(context, workspaces, { once: once || now !== undefined, now });
    },
  );
}

async function runInForeground(
  { terminal, signal, pause }: CommandContext,
  workspaces: string[],
  { once, now }: { once: boolean; now: string | undefined },
): Promise<number> {
  const [
    { runSchedules },
    { createNotices },
    { createExpiryWatch },
    { mirror },
    settings,
    { asAirlockError },
  ] = await Promise.all([
    import('../../../core/app/schedules/runner.ts'),
    import('../../../core/app/notices/notices.ts'),
    import('../../../core/app/notices/expiry-watch.ts'),
    import('../../../core/mirror/mirror.ts'),
    import('../../../core/app/schedules/settings.ts'),
    import('../../../core/base/errors/airlock-error.ts'),
  ]);
  const { lockHolder } = await import('../../../core/store/workspace/lock.ts');
  const { runnerLock } = await import('../../../core/app/schedules/schedule-file.ts');
  const host = hostFacts();
  const configDirectory = await configFolder();
  if (now !== undefined) {
    await checkConfirmed(workspaces[0]!, now, configDirectory);
    await settings.requestSchedule(workspaces[0]!, now);
  }
  for (const workspace of workspaces) {
    const holder = await lockHolder(runnerLock(workspace));
    if (holder !== undefined && now !== undefined) {
      terminal.print(t('requested', { name: now, holder }));
      terminal.result({ status: 'requested', holder });
      return 0;
    }
    if (holder !== undefined) terminal.say('warning', t('busy', { workspace, holder }));
  }
  const notices = createNotices({
    ...{ configDirectory, host },
    onDelivery: ({ ok, detail }) => {
      if (!ok) terminal.say('warning', t('deliveryFailed', { detail }));
    },
  });
  const seen = createReports(terminal);
  await seen.look(workspaces);
  const watch = createExpiryWatch({ configDirectory, notices, hostOf: () => host });
  let expiryChecked: Promise<void> = Promise.resolve();
  const runner = runSchedules({
    workspaces: async () => workspaces,
    work: {
      host: () => host,
      mirror: (request, control) =>
        mirror(request, host, { ...control, signal: AbortSignal.any([control.signal, signal]) }),
    },
    onEvent: (event) => terminal.event(event),
    onChange: () => void seen.look(workspaces),
    onFault: (error) => terminal.problem({ ...asAirlockError(error).toJSON(), level: 'warning' }),
    watch: (watched) => (expiryChecked = watch(watched)),
    ...{ configDirectory, notices, once },
  });
  const stopped = AbortSignal.any([signal, pause]);
  if (!once) {
    if (terminal.json) terminal.line({ type: 'watching', workspaces });
    else terminal.print(t('running', { count: workspaces.length }));
  }
  const over = new Promise<void>((resolve) => {
    if (stopped.aborted) resolve();
    stopped.addEventListener('abort', () => resolve(), { once: true });
  });
  // The timers of the runner don't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  await (once ? Promise.race([runner.drain(), over]) : over);
  clearInterval(alive);
  if (once) await expiryChecked;
  await runner.close();
  if (once) await Promise.race([notices.delivered(), over]);
  await notices.close();
  await seen.look(workspaces);
  const { results, exitCode } = seen.end();
  terminal.result({ status: 'complete', results });
  return exitCode;
}

/** @throws AirlockError `usage` for a schedule that another user or host created */
async function checkConfirmed(workspace: string, name: string, configDirectory: string): Promise<void> {
  const { scheduleLines } = await import('../../../core/app/schedules/lines.ts');
  const { schedules } = await scheduleLines(workspace, configDirectory);
  if (schedules.find((one) => one.name === name)?.state === 'unconfirmed')
    throw new AirlockError('usage', t('unconfirmed', { name }));
}

/** Prints starts and results once each. */
function createReports(terminal: Terminal) {
  const printed = new Set<string>();
  const results: object[] = [];
  let exitCode = 0;
  let first = true;
  let last: Promise<void> = Promise.resolve();
  const look = async (workspaces: readonly string[]): Promise<void> => {
    const { scheduleLines } = await import('../../../core/app/schedules/lines.ts');
    const configDirectory = await configFolder();
    for (const workspace of workspaces) {
      const { schedules } = await scheduleLines(workspace, configDirectory).catch(() => ({ schedules: [] }));
      for (const { name, state, occasions } of schedules) {
        if (first && state === 'unconfirmed') terminal.say('warning', t('unconfirmed', { name }));
        for (const occasion of occasions.toReversed()) {
          const key = JSON.stringify([workspace, name, occasion.at, occasion.endedAt]);
          if (printed.has(key)) continue;
          printed.add(key);
          if (first) continue;
          const { result, detail = 'none' } = occasion;
          results.push({ workspace, name, ...occasion });
          if (result === 'failed') exitCode = FAILED;
          else if ((result === 'partial' || result === 'different') && exitCode === 0) exitCode = PARTIAL;
          terminal.print(t('ended', { name, result: t('result', { result }), detail }));
        }
      }
    }
    first = false;
  };
  return {
    look: (workspaces: readonly string[]) => (last = last.then(() => look(workspaces))),
    end: () => ({ results, exitCode }),
  };
}
