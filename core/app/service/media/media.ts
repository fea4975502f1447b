import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { present } from '../../../base/objects/present.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { MediaJob } from '../../../contract/topics/media.ts';
import { volumesForCode } from '../../../media/delivery/carry-volumes.ts';
import { siteHasAirlock } from '../../../media/delivery/site-has-airlock.ts';
import { findBundle } from '../../../media/export/find-bundle.ts';
import { exportRecord } from '../../../media/export/record.ts';
import { acknowledgmentPage } from '../../../media/record/acknowledgment-page.ts';
import { recordHtml } from '../../../media/record/record-html.ts';
import type { Reached } from '../../../media/transfer/acknowledgment-code.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { parseTransferName } from '../../../store/workspace/next-transfer.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { afterEvent } from './after-event.ts';
import { arrivalsIn } from './arrivals.ts';
import { driveHandlers } from './drives.ts';
import { createDestinationList } from './list-destination.ts';
import { t } from './messages.ts';
import { createExportPlans } from './plan.ts';
import { exportOnto, importFrom, type MediaControl } from './work.ts';

type Settings = MediaJob['settings'];

/** Events that occur often. */
const MANY: ReadonlySet<string> = new Set(['progress', 'volume']);

/** Returns the handlers of `media.*`: exports and imports, which are jobs of the engine, and drives. */
export function mediaHandlers(state: ServiceState): HandlersOf<'media'> {
  const { jobs } = state;
  const { tool } = state.host;
  const planExport = createExportPlans(tool, state.practice.probe);
  /** Volumes of which this engine saw a damaged copy, by folder and transfer. */
  const damaged = new Map<string, Map<string, Set<number>>>();

  const begin = (settings: Settings): MediaJob => {
    const busy = jobs
      .list()
      .some((job) => job.kind === 'media' && isUnderWay(job) && sameWork(job.settings, settings));
    if (busy)
      throw new AirlockError('workspace-locked', t('inProgress', workOf(settings)), {
        side: 'local',
        remedy: t('inProgressRemedy'),
      });
    return jobs.start<MediaJob>(
      {
        ...{ kind: 'media', settings, phase: 'planning', volumes: [], safe: [] },
        progress: { done: 0, total: 0, rate: 0 },
      },
      ({ signal, change, view, ask: request }) =>
        work(settings, {
          signal,
          emit: (event) => change(afterEvent(view(), event), MANY.has(event.type) ? 'soon' : 'now'),
          nextDrive: async (need) => {
            const answer = await request({ need });
            return answer && present({ path: answer.path, label: answer.name });
          },
        }),
      () => state.emit({ type: 'workspaces' }),
    );
  };
  const work = async (settings: Settings, control: MediaControl): Promise<Partial<MediaJob>> => {
    const host = state.hostFor(settings.kind === 'export' ? settings.workspace : settings.directory);
    if (settings.kind === 'export')
      return exportOnto(settings, { ...control, probe: state.practice.probe }, host);
    const list = createDestinationList(state, settings.directory);
    const emit: MediaControl['emit'] = (event) => {
      control.emit(event);
      // A watched directory may never end, and the engine may be killed.
      if (event.type === 'volume') void list();
    };
    // Also what arrived before an error or a pause.
    const { end, damaged: wrong } = await importFrom(settings, { ...control, emit }, host).finally(list);
    const seen = damaged.get(settings.directory) ?? new Map<string, Set<number>>();
    for (const [transfer, volumes] of wrong) seen.set(transfer, volumes);
    damaged.set(settings.directory, seen);
    return end;
  };

  const knownOf = (folder: string, reached: Reached) => {
    const host = state.hostFor(folder);
    const stateDirectory = defaultStateDirectory(host);
    return { damaged: damaged.get(folder) ?? new Map(), reached, stateDirectory, env: host.env };
  };

  return {
    ...driveHandlers(state),
    'media.planExport': ({ workspace, transfer, to, volumeSize, profile }) =>
      planExport({
        workspace: absolutePath(workspace, 'workspace'),
        transfer,
        to: to.map((path) => absolutePath(path, 'to')),
        volumeSize,
        profile,
      }),
    'media.missingVolumes': async ({ workspace, transfer, code }) => ({
      volumes: await volumesForCode(absolutePath(workspace, 'workspace'), transfer, code),
    }),
    'media.suggestedApp': async ({ workspace, transfer }) => {
      const directory = absolutePath(workspace, 'workspace');
      const { installation } = state.options;
      const enclave = parseTransferName(transfer)?.enclave ?? transfer;
      // The drives of practice are too small for a bundle.
      const offered = installation !== undefined && !state.practice.isWorkspace(directory);
      return {
        bundle: offered ? await findBundle(installation) : undefined,
        siteHasAirlock: await siteHasAirlock(directory, enclave),
      };
    },
    'media.export': async (settings) =>
      begin({
        ...settings,
        kind: 'export',
        workspace: absolutePath(settings.workspace, 'workspace'),
        to: settings.to.map((path) => absolutePath(path, 'to')),
      }),
    'media.import': async (settings) =>
      begin({
        ...settings,
        kind: 'import',
        directory: absolutePath(settings.directory, 'directory'),
        from: settings.from.map((path) => absolutePath(path, 'from')),
      }),
    async 'media.resume'({ id }) {
      const { settings, status } = jobs.one('media', id);
      if (status !== 'paused' && status !== 'failed')
        throw new AirlockError('usage', t('notPaused', workOf(settings)), { side: 'local' });
      return begin(settings);
    },
    async 'media.record'({ workspace, transfer }) {
      const directory = absolutePath(workspace, 'workspace');
      const record = await exportRecord({ directory, transfer, tool, now: new Date() });
      return { html: recordHtml(record), fingerprint: record.fingerprint };
    },
    async 'media.acknowledgmentPage'({ directory, transfer, reached }) {
      const folder = absolutePath(directory, 'directory');
      return { html: acknowledgmentOf(await arrivalsIn(folder, knownOf(folder, reached)), folder, transfer) };
    },
    'media.arrivals': async ({ directory, reached }) => {
      const folder = absolutePath(directory, 'directory');
      return {
        arrivals: await arrivalsIn(folder, knownOf(folder, reached)),
      };
    },
  };
}

/** Returns the printable page with the acknowledgment code of a transfer. @throws AirlockError `not-found` */
function acknowledgmentOf(
  arrivals: Awaited<ReturnType<typeof arrivalsIn>>,
  directory: string,
  transfer: string,
): string {
  const found = arrivals.find((one) => one.transfer === transfer);
  if (!found)
    throw new AirlockError('not-found', t('transferAbsent', { directory, transfer }), { side: 'local' });
  const missing = found.volumes.filter(({ state }) => state !== 'complete').map(({ name }) => name);
  return acknowledgmentPage([{ ...found, missing }]).html;
}

/** Two exports of one transfer, or two imports into one folder, would conflict. */
function sameWork(a: Settings, b: Settings): boolean {
  if (a.kind === 'export')
    return b.kind === 'export' && a.workspace === b.workspace && a.transfer === b.transfer;
  return b.kind === 'import' && a.directory === b.directory;
}

function workOf(settings: Settings): { kind: Settings['kind']; name: string } {
  const { kind } = settings;
  return { kind, name: settings.kind === 'export' ? settings.transfer : settings.directory };
}
