import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import { noVerdicts } from '../../../core/base/collected/verdict.ts';
import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { MirrorResult } from '../../../core/mirror/run/request.ts';
import type { RecordedImage } from '../../../core/runs/audit/run-file.ts';
import type { RunFollower } from '../../../core/runs/control/follow-run.ts';
import { MOST_PARALLEL, type RunEvent, type RunLimits } from '../../../core/runs/progress/events.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { each, integer, rate, windows } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { printResult } from '../mirror/mirror.ts';
import { t } from './messages.ts';
import { runNumber, runsDirectory } from './run-place.ts';

const LOOK_EVERY_MS = 250;
const INTERRUPT_KEY = '\u0003';
const FAILED = 4;
/** The option parser treats null as an empty text. */
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Changes that the options request. */
interface Requested extends Partial<RunLimits> {
  pause?: boolean;
  stop?: boolean;
  window?: string[];
  runNow?: boolean;
  keepWindows?: boolean;
}

export function addRunsAttach(runs: Command): void {
  addCommand(
    runs,
    'attach [number] [file://DIR]',
    t('attach'),
    (command) => {
      command.option('--pause', t('pauseOption'));
      command.option('--stop', t('stopOption'));
      command.option('--run-now', t('runNowOption'));
      command.option('--keep-windows', t('keepWindowsOption'));
      const parallel = integer(1, MOST_PARALLEL);
      for (const option of [
        new Option('--rate <rate>', t('attachRateOption')).argParser((text) =>
          text === 'none' ? NO_LIMIT : rate(text),
        ),
        new Option('--window <window>', t('attachWindowOption')).argParser(each),
        new Option('--parallel-images <number>', t('attachImagesOption')).argParser(parallel),
        new Option('--parallel-layers <number>', t('attachLayersOption')).argParser(parallel),
      ])
        command.addOption(option);
      return command;
    },
    async ({ terminal, pause }, options, [first, second]) => {
      const [number, url] = first?.startsWith('file://') ? [second, first] : [first, second];
      const run = await liveRun(runsDirectory(url, 'runs attach'), number);
      const { requestRun } = await import('../../../core/runs/control/control-file.ts');
      const queries = promptsOf(options);
      for (const request of queries) await requestRun(run.directory, request);
      if (queries.length > 0) {
        terminal.print(
          t('requested', {
            run: String(run.sequence),
            requests: queries.map(({ action }) => action).join(', '),
          }),
        );
        terminal.result({ run: run.directory, requested: queries });
        return 0;
      }
      const { openRunFollower } = await import('../../../core/runs/control/follow-run.ts');
      const follower = await openRunFollower(run.directory);
      const keys = watchKeys(() => {
        requestRun(run.directory, { action: 'pause' }).then(
          () => terminal.say('info', t('pauseRequested')),
          (error) => terminal.error(asAirlockError(error)),
        );
      });
      try {
        await follow(follower, terminal, AbortSignal.any([pause, keys.detach]), keys.listening);
      } finally {
        keys.close();
      }
      if (follower.ended) return conclude(follower, terminal);
      terminal.say('info', t('detached', { run: String(run.sequence) }));
      terminal.result({ status: follower.snapshot().status, detached: true, run: run.directory });
      return 0;
    },
    { interrupted: t('detaching') },
  );
}

/** Returns a run by its number, or the newest active run. @throws AirlockError `not-found`, `run-ended` if no run is active */
async function liveRun(
  directory: string,
  number: string | undefined,
): Promise<{ sequence: number; directory: string }> {
  const { listRuns } = await import('../../../core/runs/audit/read-runs.ts');
  const list = await listRuns(directory);
  if (number !== undefined) {
    const sequence = runNumber(number);
    const named = list.find((run) => run.sequence === sequence);
    if (named) return named;
    throw new AirlockError('not-found', t('runUnknown', { run: String(sequence), directory }), {
      remedy: t('runUnknownRemedy'),
      side: 'local',
    });
  }
  const newest = list.findLast(({ status }) => status === 'running');
  if (!newest)
    throw new AirlockError('run-ended', t('noneActive', { directory }), {
      remedy: t('noneActiveRemedy'),
    });
  return newest;
}

function promptsOf(
  options: Record<string, unknown>,
): Parameters<typeof import('../../../core/runs/control/control-file.ts').requestRun>[1][] {
  const { pause, stop, parallelImages, parallelLayers, rate, window, runNow, keepWindows } =
    options as Requested;
  const limits: Partial<RunLimits> = {
    parallelImages,
    parallelLayers,
    rate: rate === NO_LIMIT ? null : rate,
  };
  const adjusts = Object.values(limits).some((limit) => limit !== undefined);
  const given = window?.filter((text) => text !== 'none');
  return [
    ...(given ? [{ action: 'windows' as const, windows: windows(given) }] : []),
    ...(runNow || keepWindows ? [{ action: 'ignore-windows' as const, ignore: runNow ?? false }] : []),
    ...(adjusts ? [{ action: 'adjust' as const, ...limits }] : []),
    ...(stop ? [{ action: 'stop' as const }] : pause ? [{ action: 'pause' as const }] : []),
  ];
}

/** Listens for p and q on a terminal. Reads no input elsewhere. */
function watchKeys(onPause: () => void): {
  detach: AbortSignal;
  listening: boolean;
  close(): void;
} {
  const detach = new AbortController();
  const { stdin } = process;
  const onKey = (key: Buffer) => {
    const text = key.toString();
    if (text === 'p') onPause();
    if (text === 'q' || text === INTERRUPT_KEY) detach.abort();
  };
  if (stdin.isTTY) {
    stdin.setRawMode(true);
    stdin.on('data', onKey);
  }
  return {
    detach: detach.signal,
    listening: stdin.isTTY === true,
    close() {
      if (!stdin.isTTY) return;
      stdin.off('data', onKey);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

/** Shows the events of the run until it has ended or the signal is aborted. */
async function follow(
  follower: RunFollower,
  terminal: Terminal,
  detach: AbortSignal,
  keys: boolean,
): Promise<void> {
  const { tailLines } = await import('../../../core/runs/control/line-tail.ts');
  const { EVENTS_FILE, IMAGES_FILE } = await import('../../../core/runs/audit/run-file.ts');
  const started = follower.snapshot();
  const events = tailLines(`${started.directory}/${EVENTS_FILE}`);
  const images = tailLines(`${started.directory}/${IMAGES_FILE}`);
  // Earlier events are in the snapshot.
  await Promise.all([events.read(), images.read()]);
  terminal.event({
    type: 'run',
    run: started.directory.split('/').at(-1)!,
    workflow: started.workflow,
    directory: started.directory,
  });
  const phase = started.phases.at(-1);
  if (phase && !follower.ended) terminal.event({ type: 'phase', ...phase });
  if (keys) terminal.say('info', t('keys'));
  let news = true;
  for (;;) {
    for (const event of await events.read())
      if (event.type !== 'progress') terminal.event(event as unknown as RunEvent);
    for (const line of await images.read()) {
      const { at: _at, size, ...image } = line as unknown as RecordedImage;
      terminal.event({ type: 'image', ...image, bytes: size });
    }
    const progress = news && progressOf(follower);
    if (progress) terminal.event(progress);
    if (follower.ended || detach.aborted) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal: detach }).catch(() => {});
    news = await follower.refresh();
  }
}

function progressOf(follower: RunFollower): RunEvent | undefined {
  const { progress, phases, deliverables } = follower.snapshot();
  const phase = phases.at(-1)?.phase;
  if (!progress || !phase) return undefined;
  return {
    type: 'progress',
    phase,
    ...progress,
    deliverables: {
      complete: deliverables.filter(({ state }) => state === 'complete').length,
      total: deliverables.length,
    },
  };
}

/** Prints the result of the run like `mirror`. Returns its exit code. */
function conclude(follower: RunFollower, terminal: Terminal): number {
  const { run } = follower;
  const ended = follower.snapshot();
  const none = { fetched: 0, sent: 0, written: 0, present: 0 };
  const result: Omit<MirrorResult, 'exitCode'> = {
    status: run.status === 'running' ? 'failed' : run.status,
    images: ended.images ?? { total: 0, copied: 0, present: 0, failed: 0 },
    bytes: ended.bytes ?? none,
    failures: ended.failures.map(({ origin, destination, side, code, message, remedy }) => ({
      source: origin,
      destination,
      code,
      message,
      remedy: remedy || undefined,
      side,
    })),
    rejected: run.result?.rejected ?? [],
    incomplete: run.result?.incomplete ?? [],
    verdicts: run.result?.verdicts ?? noVerdicts(),
    verified: run.result?.verified,
    deliverables: ended.deliverables
      .filter(({ state }) => state !== 'rejected')
      .map(({ name, state }) => ({ name, complete: state === 'complete' })),
    run: ended.directory,
    transfer: ended.transfer || undefined,
    directory: ended.transferDirectory || undefined,
    resources: ended.resources || undefined,
    state: ended.stateDirectory || undefined,
    next: ended.next || undefined,
  };
  if (ended.status === 'interrupted') terminal.say('error', t('processEnded'));
  if (ended.error) {
    terminal.say('error', t('endedBy', { message: ended.error.message }));
    if (ended.error.remedy) terminal.say('error', `    ${ended.error.remedy}`);
  }
  printResult(terminal, result);
  terminal.result({
    ...result,
    interrupted: ended.status === 'interrupted' || undefined,
    code: ended.error?.code,
    message: ended.error?.message,
  });
  return ended.exitCode ?? { complete: 0, partial: 2, paused: 3, failed: FAILED }[result.status];
}
