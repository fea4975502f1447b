import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { OccasionResult } from '../../contract/topics/schedules/schedules.ts';
import { takeInventory } from '../../mirror/inventory/take-inventory.ts';
import { planMirror } from '../../mirror/plan/plan-mirror.ts';
import { commandOf, MIRROR_DEFAULTS } from '../../mirror/run/command-of.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../../mirror/run/request.ts';
import { parseDestination } from '../../mirror/run/workflow.ts';
import { sequenceOf } from '../../runs/audit/run-file.ts';
import type { RunEvent, WindowState } from '../../runs/progress/events.ts';
import { t } from './messages.ts';
import type { Schedule } from './schedule-file.ts';

/** Exit code of errors of the network, a disk or a busy workspace, after which a repetition can succeed. */
const TRANSIENT = 4;
const MOST_NAMED = 20;
/** Images that a sentence names. */
const MOST_IN_TEXT = 3;
const LONGEST_DETAIL = 1000;

/** How the process that runs schedules reaches the engine. */
export interface ScheduleWork {
  /** @param places folders, files and registries that the work uses */
  host(...places: (string | undefined)[]): HostFacts;
  /** Runs a mirror request until it ends. */
  mirror(
    request: MirrorRequest,
    control: Pick<RunControl, 'emit' | 'pause' | 'signal'>,
  ): Promise<MirrorResult>;
}

/** The result of one attempt. */
export interface Outcome {
  result: OccasionResult;
  detail?: string | undefined;
  run?: number | undefined;
  root?: string | undefined;
  transfer?: string | undefined;
  bytes?: number | undefined;
  images?: MirrorResult['images'];
  /** Names of images that differ from the records, at most 20, and their number. */
  drift?: string[];
  driftTotal?: number;
  /** A repetition can succeed. */
  transient?: boolean;
}

/**
 * Performs the job of a schedule once. Never throws.
 * @param requested a user requested it, so windows don't apply
 */
export async function performSchedule(
  workspace: string,
  schedule: Schedule,
  { work, control, requested }: { work: ScheduleWork; control: RunControl; requested: boolean },
): Promise<Outcome> {
  try {
    if (schedule.job === 'compare') return await compare(workspace, schedule, { work, control });
    const request = requestOf(workspace, schedule, requested);
    const host = work.host(workspace, schedule.configFile, schedule.destination, schedule.stateDirectory);
    if (schedule.onlyIfNew) {
      const signal = AbortSignal.any([control.signal, control.pause]);
      const plan = await planMirror(request, host, { ...control, emit: () => {}, signal });
      if (plan.nothingNew && plan.exitCode === 0) return { result: 'nothing-new', detail: t('nothingNew') };
    }
    const pauses = pauseReason();
    const emit = (event: RunEvent) => {
      pauses.take(event);
      control.emit(event);
    };
    return outcomeOf(await work.mirror(request, { ...control, emit }), workspace, pauses.windowClosed);
  } catch (error) {
    const { code, message, exitCode } = asAirlockError(error);
    if (code === 'interrupted' || control.pause.aborted || control.signal.aborted)
      return { result: 'interrupted', detail: t('stopped') };
    return { result: 'failed', detail: cut(message), transient: exitCode === TRANSIENT };
  }
}

/** Follows the events of a run to the request to pause, which the run itself makes when its window closes. */
function pauseReason() {
  let window: WindowState | undefined;
  let windowClosed = false;
  return {
    take(event: RunEvent): void {
      if (event.type === 'window') window = event.state;
      if (event.type === 'control' && event.action === 'pause') windowClosed = window === 'closed';
    },
    get windowClosed(): boolean {
      return windowClosed;
    },
  };
}

/** @param windowClosed whether a paused run paused because its transfer window closed */
function outcomeOf(result: MirrorResult, workspace: string, windowClosed: boolean): Outcome {
  const { status, images, bytes, failures, rejected, transfer, run } = result;
  const reasons = [...rejected, ...failures].map(({ message }) => message);
  const detail =
    status === 'paused'
      ? t(windowClosed ? 'closed' : 'userPaused')
      : images.failed > 0
        ? [t('failedImages', { count: images.failed }), reasons[0]].filter(Boolean).join(': ')
        : reasons[0];
  return {
    result: status,
    detail: detail === undefined ? undefined : cut(detail),
    run: run === undefined ? undefined : sequenceOf(run.split(/[\\/]/).at(-1)!),
    root: workspace,
    transfer,
    bytes: bytes.fetched + bytes.sent,
    images,
    transient: status === 'failed' ? result.exitCode === TRANSIENT : status === 'partial',
  };
}

/** Compares a registry with the records of pushes, as `airlock registry compare`. */
async function compare(
  workspace: string,
  { destination, stateDirectory, authFile, destinationTlsVerify }: Schedule,
  { work, control }: { work: ScheduleWork; control: RunControl },
): Promise<Outcome> {
  const registry = parseDestination(`docker://${destination}`);
  const { retryTimes, retryDelayMs } = MIRROR_DEFAULTS;
  const { inventory } = await takeInventory(
    {
      ...{
        workspace,
        stateDirectory,
        authFile,
        destinationTlsVerify,
        retryTimes,
        retryDelayMs,
        unattended: true,
      },
      destination: registry,
    },
    work.host(workspace, stateDirectory, registry.host),
    { emit: () => {}, signal: AbortSignal.any([control.signal, control.pause]) },
  );
  const drift = inventory.images.filter((image) => image.drift !== undefined);
  if (drift.length === 0) return { result: 'same', detail: t('noDrift') };
  const names = drift
    .slice(0, MOST_NAMED)
    .map(({ repository, tag, drift: kind }) => `${repository}:${tag} (${kind})`.slice(0, 1024));
  const images = names.slice(0, MOST_IN_TEXT).join(', ');
  return {
    result: 'different',
    detail: cut(t('drift', { count: drift.length, images })),
    drift: names,
    driftTotal: drift.length,
  };
}

/** Returns the mirror request of a schedule, with the defaults of `airlock mirror`. */
function requestOf(workspace: string, schedule: Schedule, requested: boolean): MirrorRequest {
  const { job, configFile, destination, enclave, authFile, stateDirectory } = schedule;
  const { sourceTlsVerify, destinationTlsVerify, windows } = schedule;
  const limited = !requested && windows.length > 0;
  const request: MirrorRequest = {
    ...MIRROR_DEFAULTS,
    workflow:
      job === 'mirrorToDisk'
        ? { kind: 'mirrorToDisk', directory: workspace }
        : { kind: 'mirrorToMirror', workspace, destination: parseDestination(`docker://${destination}`) },
    configFile,
    enclave,
    authFile,
    stateDirectory: job === 'mirrorToDisk' ? undefined : stateDirectory,
    windows: limited ? windows : undefined,
    exitAtClose: limited || undefined,
    sourceTlsVerify,
    destinationTlsVerify,
    ...{ dryRun: false, resend: false, trustLedger: false, verifyPush: false, strictArchive: false },
    ...{ removeSignatures: false, ignoreReleaseSignature: false, skipUnknown: false, icsp: false },
    ...{ acceptEmptyCharts: false, addDependencies: false, allowRemoval: false, securePolicy: false },
    ...{ probe: true, unattended: true },
    arguments: [],
  };
  return { ...request, arguments: commandOf(request) };
}

function cut(text: string): string {
  return text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL - 1)}…` : text;
}
