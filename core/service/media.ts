import type { MediaJob } from '../contract/media.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { acknowledgementPage } from '../media/acknowledgement-page.ts';
import { listDrives } from '../media/drives.ts';
import { ejectDrive } from '../media/drives-eject.ts';
import { exportToMedia } from '../media/export-media.ts';
import { prepareExportPaper } from '../media/export-paper.ts';
import { exportRecord } from '../media/export-record.ts';
import { importMedia } from '../media/import-media.ts';
import { recordHtml } from '../media/record-html.ts';
import { absolutePath } from './absolute-path.ts';
import { contractFailure } from './answers.ts';
import type { HandlersOf } from './handlers.ts';
import { arrivalsIn } from './media-arrivals.ts';
import { createMediaJobs, isUnderWay, type JobControl, type JobEnd } from './media-jobs.ts';
import { createExportPlans, sizedProfile } from './media-plan.ts';
import type { ServiceState } from './state.ts';

/** `media.*`: exports and imports, which belong to the engine, and drives. */
export interface Media {
  handlers: HandlersOf<'media'>;
  /** Pauses what is under way, and waits for it. */
  close(): Promise<void>;
}

type Settings = MediaJob['settings'];
type ExportOf = Extract<Settings, { kind: 'export' }>;
type ImportOf = Extract<Settings, { kind: 'import' }>;

export function createMedia(state: ServiceState): Media {
  const { tool } = state.host;
  const jobs = createMediaJobs(state);
  const planExport = createExportPlans(tool);
  /** By folder and transfer: carry pieces of which a wrong copy was seen by this engine. */
  const damaged = new Map<string, Map<string, Set<number>>>();

  const exported = async (settings: ExportOf, control: JobControl): Promise<JobEnd> => {
    const { workspace: directory, transfer, to, pieces, readBack } = settings;
    const { marking, signKey, check, requireCheck } = settings;
    const { signal, emit } = control;
    const sized = await sizedProfile(settings);
    const { env, home } = state.hostFor(directory);
    const paper = await prepareExportPaper({
      directory,
      transfer,
      tool,
      env,
      home,
      emit,
      signal,
      ...(marking !== undefined && { marking }),
      ...(signKey !== undefined && { sign: { key: absolutePath(signKey, 'signKey') } }),
      ...(check !== undefined && { check, requireCheck }),
    });
    const result = await exportToMedia({
      directory,
      transfer,
      destinations: to.map((path) => ({ path })),
      ...sized,
      ...(pieces && { pieces }),
      readBack,
      tool,
      companions: paper.companions,
      ...control,
    });
    await paper.keep();
    return result.status === 'whole'
      ? { status: 'done' }
      : { status: 'paused', ...(result.need && { need: result.need }) };
  };

  const imported = async ({ directory, from }: ImportOf, control: JobControl): Promise<JobEnd> => {
    const { signal, emit } = control;
    const result = await importMedia({ directory, from, enclave: 'default', tool }, { signal, emit });
    const seen = damaged.get(directory) ?? new Map<string, Set<number>>();
    for (const { transfer, pieces } of result.transfers) {
      const wrong = pieces.filter((piece) => piece.state === 'damaged').map(({ number }) => number);
      seen.set(transfer, new Set(wrong));
    }
    damaged.set(directory, seen);
    for (const { code, message, remedy } of result.refused)
      emit({ type: 'problem', problem: { code, level: 'error', message, remedy } });
    for (const { transfer, piece, file } of result.waiting)
      emit({
        type: 'problem',
        problem: {
          code: 'content-missing',
          level: 'warning',
          message: `${file} is piece ${piece} of ${transfer}, whose index.json is not here yet`,
          remedy: 'Receive the medium that has index.json, then this one again.',
        },
      });
    return { status: 'done' };
  };

  const begin = (settings: Settings): MediaJob => {
    const busy = jobs.list().find((job) => isUnderWay(job) && sameWork(job.settings, settings));
    if (busy)
      throw new AirlockError('workspace-locked', `${nameOf(settings)} is under way already`, {
        side: 'local',
        remedy: 'Wait until it ends, or pause it.',
      });
    return jobs.begin(settings, (control) =>
      settings.kind === 'export' ? exported(settings, control) : imported(settings, control),
    );
  };

  const handlers: HandlersOf<'media'> = {
    async 'media.drives'({ workspace }, { signal }) {
      try {
        const drives = await listDrives({ ...(workspace !== undefined && { workspace }), signal });
        return { drives: drives.map(({ disk: _disk, ...line }) => line) };
      } catch (thrown) {
        const error = asAirlockError(thrown);
        if (error.code === 'interrupted') throw error;
        return { drives: [], failure: contractFailure(error) };
      }
    },
    async 'media.eject'({ device }, { signal }) {
      const drive = (await listDrives({ signal })).find((one) => one.device === device);
      if (!drive)
        throw new AirlockError('not-found', `there is no drive ${device} any more`, {
          side: 'local',
          remedy: 'It may be pulled out already.',
        });
      return { state: (await ejectDrive(drive, { signal })).state };
    },
    'media.planExport': ({ workspace, transfer, to, pieceSize, profile }) =>
      planExport({
        workspace: absolutePath(workspace, 'workspace'),
        transfer,
        to: to.map((path) => absolutePath(path, 'to')),
        pieceSize,
        profile,
      }),
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
    'media.jobs': async () => ({ jobs: jobs.list() }),
    'media.insert': async ({ job, path }) => jobs.insert(job, absolutePath(path, 'path')),
    'media.pause': async ({ job }) => jobs.pause(job),
    async 'media.resume'({ job }) {
      const { settings, status } = jobs.one(job);
      if (status !== 'paused' && status !== 'failed')
        throw new AirlockError('usage', `${nameOf(settings)} has not paused`, { side: 'local' });
      return begin(settings);
    },
    async 'media.record'({ workspace, transfer }) {
      const directory = absolutePath(workspace, 'workspace');
      const record = await exportRecord({ directory, transfer, tool, now: new Date() });
      return { html: recordHtml(record), shortHash: record.shortHash };
    },
    async 'media.acknowledgementPage'({ directory, transfer, reached }) {
      const folder = absolutePath(directory, 'directory');
      const known = { damaged: damaged.get(folder) ?? new Map(), reached };
      const found = (await arrivalsIn(folder, known)).find((one) => one.transfer === transfer);
      if (!found)
        throw new AirlockError('not-found', `${folder} has nothing of ${transfer}`, { side: 'local' });
      const lacks = found.pieces.filter(({ state: how }) => how !== 'whole').map(({ name }) => name);
      return { html: acknowledgementPage([{ ...found, lacks }]).html };
    },
    'media.arrivals': async ({ directory, reached }) => {
      const folder = absolutePath(directory, 'directory');
      return {
        arrivals: await arrivalsIn(folder, { damaged: damaged.get(folder) ?? new Map(), reached }),
      };
    },
  };
  return { handlers, close: jobs.close };
}

/** Two exports of one transfer, or two imports into one folder, would be in each other's way. */
function sameWork(a: Settings, b: Settings): boolean {
  if (a.kind === 'export')
    return b.kind === 'export' && a.workspace === b.workspace && a.transfer === b.transfer;
  return b.kind === 'import' && a.directory === b.directory;
}

function nameOf(settings: Settings): string {
  return settings.kind === 'export'
    ? `the export of ${settings.transfer}`
    : `an import into ${settings.directory}`;
}
