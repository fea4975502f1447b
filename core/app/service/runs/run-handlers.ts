import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import { runSummary, type VerifiedLog } from '../../../contract/topics/run.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { mirror } from '../../../mirror/mirror.ts';
import { replayRun } from '../../../mirror/rollback/replay.ts';
import { commandOf } from '../../../mirror/run/command-of.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import type { ReplayRequest } from '../../../mirror/run/replay-request.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../../../mirror/run/request.ts';
import { canonicalWindows, withoutPastEnd } from '../../../mirror/run/run-schedule.ts';
import { readConfigurations } from '../../../runs/audit/read-runs.ts';
import { verifyRunLog } from '../../../runs/audit/verify-run-log.ts';
import { requestRun } from '../../../runs/control/control-file.ts';
import { type RunNotices, runNotices } from '../../notices/run-notices.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { compareRuns } from './compare.ts';
import { exportRun } from './export.ts';
import { createImageSearch } from './find-images.ts';
import { type FollowedRuns, followRuns } from './follow.ts';
import { createRunList, type RunList } from './list.ts';
import { liveRunOf } from './live.ts';
import { mappingOfRun, mappingPage, saveMapping } from './mapping.ts';
import { t } from './messages.ts';
import { beginOwnRun } from './own.ts';
import { createPlans, type Plans } from './plans.ts';
import { resourceHandlers } from './resources.ts';
import { rollbackOf, rollbackPreviewOf } from './rollback.ts';
import { refOf, runDirectory, runsFolder } from './run-places.ts';
import { foldersOf, requestOf, shellCommand } from './run-request.ts';

export type RunHandlers = HandlersOf<'plans' | 'runs' | 'resources'>;

export interface Runs {
  handlers: RunHandlers;
  /**
   * Starts a run of another kind. Returns when its record exists.
   * @param places folders, files and registries that may lie in the practice world
   */
  begin(
    work: (control: RunControl, host: HostFacts) => Promise<unknown>,
    places: (string | undefined)[],
    signal: AbortSignal,
  ): Promise<{ run: RunRef }>;
  /** Runs a request of a schedule until it ends. It sends no notice, because the schedule does. */
  complete(
    request: MirrorRequest,
    control: Pick<RunControl, 'emit' | 'pause' | 'signal'>,
  ): Promise<MirrorResult>;
  /** Resumes runs that died with an engine process. @returns their new records, without runs that can't be resumed */
  resumeAfterCrash(runs: RunRef[]): Promise<RunRef[]>;
  /** Stops following runs. */
  close(): void;
}

const NEVER = new AbortController().signal;

/** Plans, runs and their results. Runs of this process and of others are read in the same way, from their records. */
export function createRuns(
  state: Pick<
    ServiceState,
    'emit' | 'jobs' | 'listened' | 'knownRoots' | 'hostFor' | 'noteStateDirectory' | 'notices'
  >,
): Runs {
  const list = createRunList();
  const followed = followRuns(state, list);
  const plans = createPlans(state);
  const appHost = (...places: (string | undefined)[]): HostFacts => ({
    ...state.hostFor(...places),
    holder: 'app',
  });
  const begin = async (
    work: (control: RunControl) => Promise<unknown>,
    signal: AbortSignal,
    notices: RunNotices = runNotices(state.notices, refOf),
  ): Promise<{ run: RunRef }> => {
    const noticed = (control: RunControl) => work(control).finally(() => void notices.ended());
    const record = await beginOwnRun(state.jobs, noticed, signal, notices.event);
    await followed.noticed(record);
    return { run: refOf(record) };
  };
  const start = async (request: MirrorRequest, signal: AbortSignal) => {
    const { places } = foldersOf(request);
    if (request.stateDirectory !== undefined) await state.noteStateDirectory(request.stateDirectory);
    return begin((control) => mirror(request, appHost(...places), control), signal);
  };
  const complete: Runs['complete'] = async (request, { emit, pause }) => {
    const { places } = foldersOf(request);
    if (request.stateDirectory !== undefined) await state.noteStateDirectory(request.stateDirectory);
    const { promise, resolve, reject } = Promise.withResolvers<MirrorResult>();
    promise.catch(() => undefined);
    const work = (control: RunControl) => {
      const joined = { ...control, pause: AbortSignal.any([control.pause, pause]) };
      const run = mirror(request, appHost(...places), joined);
      run.then(resolve, reject);
      return run;
    };
    await begin(work, NEVER, { event: emit, ended: async () => {} });
    return promise;
  };
  const replay = (request: ReplayRequest, signal: AbortSignal) =>
    begin((control) => replayRun(request, appHost(request.directory), control), signal);

  const repeat = async (ref: RunRef, signal: AbortSignal): Promise<{ run: RunRef }> => {
    const follower = await followed.follower(ref);
    const recorded = requestToRepeat(ref, follower);
    if (recorded.kind === 'replay') return replay(recorded.request, signal);
    const { changedWindows } = follower;
    const request = withoutPastEnd({
      ...recorded.request,
      windows: changedWindows ? [...changedWindows] : recorded.request.windows,
    });
    return start({ ...request, arguments: commandOf(request) }, signal);
  };
  const resume = async (ref: RunRef, signal: AbortSignal): Promise<{ run: RunRef }> => {
    const resumed = await repeat(ref, signal);
    void state.notices.endWait({ run: ref });
    return resumed;
  };

  const handlers: RunHandlers = {
    ...plans.handlers,
    ...CONTROL,
    ...shownRuns(list, followed, plans),
    ...resourceHandlers(async (run) => list.resources(await runDirectory(run))),

    async 'runs.start'({ settings }, { signal }) {
      const request = requestOf(settings);
      const started = await start(request, signal);
      plans.started(request);
      return started;
    },
    'runs.resume': ({ run }, { signal }) => resume(run, signal),
    async 'runs.replay'({ run }, { signal }) {
      const { run: before } = await followed.follower(run);
      return replay(replayOf(run, before), signal);
    },
    async 'runs.previewRollback'({ run, force }, { signal }) {
      const { previewRollback } = await import('../../../mirror/rollback/rollback.ts');
      const { run: recorded } = await followed.follower(run);
      const { request, places } = rollbackOf(run, recorded, force);
      const host = state.hostFor(...places);
      const pause = new AbortController().signal;
      return rollbackPreviewOf(await previewRollback(request, host, { emit: () => {}, signal, pause }));
    },
    async 'runs.rollback'({ run, force }, { signal }) {
      const { rollbackRun } = await import('../../../mirror/rollback/rollback.ts');
      const { run: recorded } = await followed.follower(run);
      const { request, places } = rollbackOf(run, recorded, force);
      const host = appHost(...places);
      return begin((control) => rollbackRun(request, host, control), signal);
    },
  };

  return {
    handlers,
    complete,
    begin: (work, places, signal) => begin((control) => work(control, appHost(...places)), signal),
    async resumeAfterCrash(runs) {
      const resumed = await Promise.allSettled(runs.map((run) => resume(run, NEVER)));
      return resumed.flatMap((each) => (each.status === 'fulfilled' ? [each.value.run] : []));
    },
    close: followed.close,
  };
}

/** Returns the request of a run that ended before it was complete. @throws AirlockError `usage`, `unsupported` */
function requestToRepeat(
  { sequence }: RunRef,
  { run, snapshot }: Awaited<ReturnType<FollowedRuns['follower']>>,
): NonNullable<ReturnType<typeof recordedRequest>> {
  const { status } = snapshot();
  if (isUnderWay({ status }))
    throw new AirlockError('usage', t('runActive', { run: sequence }), { remedy: t('runActiveRemedy') });
  if (status === 'complete')
    throw new AirlockError('usage', t('runComplete', { run: sequence }), { remedy: t('runCompleteRemedy') });
  const recorded = recordedRequest(run);
  if (!recorded)
    throw new AirlockError(
      'unsupported',
      t('requestUnrecorded', { run: sequence, version: run.tool.version }),
      { remedy: t('requestUnrecordedRemedy') },
    );
  return recorded;
}

/** Returns the request that replays a run, with the options that are recorded. */
function replayOf(run: RunRef, before: Parameters<typeof recordedRequest>[0]): ReplayRequest {
  const recorded = recordedRequest(before)?.request;
  const directory = absolutePath(run.root, 'run.root');
  return {
    directory,
    sequence: run.sequence,
    arguments: ['runs', 'replay', `${run.sequence}`, `file://${directory}`],
    sourceTlsVerify: recorded?.sourceTlsVerify ?? true,
    destinationTlsVerify: true,
    retryTimes: recorded?.retryTimes ?? 5,
    retryDelayMs: recorded?.retryDelayMs ?? 0,
    parallelImages: recorded?.parallelImages ?? 4,
    parallelLayers: recorded?.parallelLayers ?? 5,
    rate: recorded?.rate,
    authFile: recorded?.authFile,
  };
}

/** Sends requests to an active run of any process through its control file. */
const CONTROL = {
  async 'runs.pause'({ run }) {
    await requestRun(await runDirectory(run), { action: 'pause' });
    return {};
  },
  async 'runs.stop'({ run }) {
    await requestRun(await runDirectory(run), { action: 'stop' });
    return {};
  },
  async 'runs.adjust'({ run, limits }) {
    await requestRun(await runDirectory(run), { action: 'adjust', ...limits });
    return {};
  },
  async 'runs.setWindows'({ run, windows }) {
    await requestRun(await runDirectory(run), { action: 'windows', windows: canonicalWindows(windows) });
    return {};
  },
  async 'runs.ignoreWindows'({ run, ignore }) {
    await requestRun(await runDirectory(run), { action: 'ignore-windows', ignore });
    return {};
  },
} satisfies Partial<RunHandlers>;

/** Lists runs and shows one run. */
function shownRuns(list: RunList, followed: FollowedRuns, plans: Pick<Plans, 'documents'>) {
  const findImages = createImageSearch({ list, followed, plans: plans.documents });
  return {
    async 'runs.list'({ root, status, offset, limit }) {
      const roots = await followed.roots();
      const chosen = root === undefined ? undefined : absolutePath(root, 'root');
      const searched =
        chosen === undefined
          ? roots
          : [roots.find((each) => each.root === chosen) ?? { root: chosen, kind: 'workspace' as const }];
      const all = (await list.all(searched)).map((summary) => {
        const live = isUnderWay(summary) ? followed.underWay(summary.directory) : undefined;
        return live ? runSummary.parse(live) : summary;
      });
      const runs = status === undefined ? all : all.filter((summary) => summary.status === status);
      return { total: runs.length, runs: runs.slice(offset, offset + limit) };
    },
    'runs.live': async ({ run }) => liveRunOf(await followed.follower(run), list),
    async 'runs.describe'({ run: ref }) {
      const follower = await followed.follower(ref);
      const { run } = follower;
      const live = await liveRunOf(follower, list);
      const recorded = recordedRequest(run);
      // A command that was typed in a terminal can contain relative paths, which don't work elsewhere.
      const words = recorded?.kind === 'mirror' ? commandOf(recorded.request) : run.arguments;
      return {
        live,
        command: shellCommand(words),
        tool: run.tool.version,
        sudoUser: run.sudoUser,
        session: run.session,
        overrides: run.overrides,
        plan: run.plan,
        verdicts: run.result?.verdicts,
        verified: run.result?.verified,
        configurations: await readConfigurations(live.directory),
      };
    },
    'runs.images': async ({ run, ...query }) => (await followed.follower(run)).images(query),
    'runs.findImages': (query, { signal }) => findImages(query, signal),
    'runs.log': async ({ run, ...query }) => (await followed.follower(run)).log(query),
    async 'runs.compare'({ a, b }) {
      const [before, after] = await Promise.all(
        [a, b].map(async (ref) => ({ ref, summary: await list.one(await runDirectory(ref)) })),
      );
      return compareRuns(before!, after!);
    },
    async 'runs.verifyLog'({ root }) {
      const known = (await followed.roots()).map((each) => each.root);
      const logs: VerifiedLog[] = [];
      for (const each of root === undefined ? known : [absolutePath(root, 'root')]) {
        const verdict = await verifyRunLog(runsFolder(each));
        if (root !== undefined || verdict.runs + verdict.removed > 0) logs.push({ root: each, ...verdict });
      }
      return { logs };
    },
    'runs.mapping': async ({ run, ...page }) => mappingPage(mappingOfRun(await followed.follower(run)), page),
    'runs.saveMapping': async ({ run, file }) =>
      saveMapping(mappingOfRun(await followed.follower(run)), file),
    async 'runs.export'({ run, file }) {
      const directory = await runDirectory(run);
      const path = absolutePath(file, 'file');
      return { file: path, ...(await exportRun(directory, await list.resources(directory), path)) };
    },
  } satisfies Partial<RunHandlers>;
}
