import { join } from 'node:path';
import type { BundleName, CollectedImage } from '../../base/collected/collected.ts';
import { type AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { sourceText } from '../../content/plan/planned-image.ts';
import { type MirroringError, writeMirroringErrors } from '../../runs/audit/mirroring-errors.ts';
import { openRun, type RunEnd, type RunRecord, type RunStart } from '../../runs/audit/run-record.ts';
import { writeExpected } from '../../runs/control/expected-file.ts';
import { keepLiveFile } from '../../runs/control/keep-live-file.ts';
import { createLiveState, type LiveState } from '../../runs/control/live-state.ts';
import { type Steering, steerRun } from '../../runs/control/steer-run.ts';
import type { EmitRunEvent, ImageResult, RunLimits } from '../../runs/progress/events.ts';
import { RunTracker } from '../../runs/progress/run-tracker.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import { leftOut, type Rejection } from './collect-images.ts';
import { recordedResult } from './outcome.ts';
import type { HostFacts, MirrorResult, RunControl } from './request.ts';
import { RunSchedule, type ScheduleRequest, windowsOf } from './run-schedule.ts';
import type { LinkUse, Session } from './session.ts';
import { type StopSignals, stopSignals } from './stop-signals.ts';

/** Options of a run. */
export interface RunBeginning {
  workflow: string;
  /** The request, which any process can repeat: see `recorded-request.ts`. */
  request: Record<string, unknown>;
  limits: RunLimits;
  /** Transfer windows, and limits at which the run pauses. */
  schedule?: ScheduleRequest;
  /** The command line. */
  arguments: readonly string[];
  /** Disabled checks: see `overridesOf`. */
  overrides: readonly string[];
  host: HostFacts;
  control: RunControl;
  /** Contains the records, and oc-mirror's list of failures. */
  workspace: Workspace;
  configurations: readonly { name: string; text: string }[];
  /** The plan that the run must follow. */
  plan?: RunStart['plan'];
}

type NameAt = (image: Pick<CollectedImage, 'destination'>) => string;

/**
 * An active run, for all of its stages: its session, totals, stop signals and audit record. All of its events are also
 * recorded, and every process can follow and control the run through its record.
 */
export class RecordedRun {
  readonly host: HostFacts;
  readonly workspace: Workspace;
  /** Control of the run by its own process and by writers of its control file. */
  readonly control: RunControl;
  readonly stops: StopSignals;
  /** Limits the use of links, and receives the number of transferred bytes. */
  readonly link: LinkUse;
  /** Set before the first stage. */
  session!: Session;
  readonly #own: RunControl;
  readonly #record: RunRecord;
  readonly #state: LiveState;
  readonly #live: ReturnType<typeof keepLiveFile>;
  readonly #steering: Steering;
  readonly #schedule: RunSchedule;
  readonly #failures: MirroringError[] = [];
  #limits: RunLimits;
  #tracker: RunTracker | undefined;
  #nameAt: NameAt = () => '';
  #expecting: Promise<void> = Promise.resolve();

  /** Starts the record. @throws AirlockError `usage` for invalid windows, `disk`, `disk-full` */
  static async open(beginning: RunBeginning): Promise<RecordedRun> {
    const { host, schedule, limits, workspace } = beginning;
    // Invalid limits are reported before a record is created.
    windowsOf(schedule?.windows ?? []);
    const state = createLiveState(limits);
    const record = await openRun({
      ...beginning,
      runsDirectory: workspace.runs,
      toolVersion: host.tool,
      sudoUser: host.env.SUDO_USER || undefined,
      session: host.session,
      runBy: host.holder ?? 'terminal',
      live: JSON.stringify(state.now()),
    });
    return new RecordedRun(beginning, state, record);
  }

  private constructor(beginning: RunBeginning, state: LiveState, record: RunRecord) {
    const { workflow, schedule = {}, limits, host, workspace, control } = beginning;
    const { directory } = record;
    const { emit } = this;
    this.host = host;
    this.workspace = workspace;
    this.#own = control;
    this.#record = record;
    this.#state = state;
    this.#limits = limits;
    this.#live = keepLiveFile(directory, state);
    emit({ type: 'run', run: record.name, workflow, directory });
    this.#steering = steerRun({ directory, own: control, limits, emit });
    const { signal, pause, pauseBy } = this.#steering;
    const keeper = new RunSchedule(schedule, { leaving: pause, emit, pause: pauseBy });
    this.#schedule = keeper;
    this.control = { emit, signal, pause };
    this.stops = stopSignals(this.control);
    const onBytes = (moved: number) => keeper.moved(moved);
    this.link = { gate: keeper.gate, watch: state.links, onBytes };
    state.schedule((progress) => keeper.state(progress));
    this.#steering.onWindows((requested) =>
      requested.action === 'windows'
        ? keeper.setWindows(requested.windows)
        : keeper.ignoreWindows(requested.ignore),
    );
    this.#steering.onAdjust((adjusted) => {
      this.#limits = adjusted;
    });
  }

  /** Folder of the record. */
  get directory(): string {
    return this.#record.directory;
  }

  /** The current limits. The rate is the lower one of the request and the window. */
  get limits(): RunLimits {
    return { ...this.#limits, rate: this.#schedule.rate(this.#limits.rate) };
  }

  /** The totals, available after {@link track}. */
  get tracker(): RunTracker {
    return this.#tracker!;
  }

  readonly emit: EmitRunEvent = (event) => {
    this.#state.take(event);
    this.#own.emit(event);
    if (event.type !== 'image') return this.#record.event(event);
    const { type: _type, ...result } = event;
    this.#record.image(result);
    if (result.result === 'failed') this.#failures.push(mirroringError(result));
  };

  /** Calls a listener with all limits after each change. */
  onAdjust(listener: (limits: RunLimits) => void): void {
    const report = () => listener(this.limits);
    this.#steering.onAdjust(report);
    this.#schedule.onRate(report);
  }

  /**
   * Starts the totals, which followers see from now on.
   * @param nameAt returns an image's name as in its result
   * @param written returns the bytes written to files so far
   */
  track(nameAt: NameAt, written: () => number = () => 0): RunTracker {
    const { counters } = this.session.registries;
    this.#nameAt = nameAt;
    this.#tracker = new RunTracker(this.emit, () => ({
      fetched: counters.fetched,
      sent: counters.sent,
      written: written(),
    }));
    this.#state.track(this.#tracker, nameAt);
    return this.#tracker;
  }

  /** Reports problems that don't stop the run. */
  report(problems: readonly Problem[]): void {
    for (const problem of problems) this.emit({ type: 'problem', problem });
  }

  /** Adds all images to copy, and the rejected deliverables, to the totals. */
  expect(images: readonly (CollectedImage | PlannedImage)[], rejected: readonly Rejection[]): void {
    this.#tracker?.expectImages(images);
    this.#state.reject(rejected.map(leftOut));
    this.#expecting = writeExpected(
      this.directory,
      images.map((image) => ({
        origin: image.origin,
        source: sourceText(image),
        destination: this.#nameAt(image),
        digest: 'digest' in image ? image.digest : (image.source.digest ?? ''),
        deliverable: image.deliverable,
        kind: image.kind,
        bytes: 'bytes' in image ? image.bytes : undefined,
      })),
    );
  }

  /** Ends the record with a result. */
  async close(result: MirrorResult): Promise<MirrorResult> {
    const { status, exitCode, images, bytes, transfer, graphBase } = result;
    await writeMirroringErrors(join(this.workspace.workingDir, 'logs'), this.#failures);
    await this.end({
      ...{ status, exitCode, transfer, counts: { images, bytes } },
      result: { ...this.#progress(), ...recordedResult(result) },
      overrides: graphBase && [`graph-base=${graphBase}`],
    });
    return { ...result, run: this.directory };
  }

  /** Ends the record of a run that an error stopped, and throws that error. */
  async failed(thrown: unknown): Promise<never> {
    const error = asAirlockError(thrown);
    const tracker = this.#tracker;
    // A fault of the record must not hide the error that ended the run.
    await this.end({
      status: isPaused(error) ? 'paused' : 'failed',
      exitCode: error.exitCode,
      problem: error,
      result: { ...this.#progress(), rejected: [] },
      counts: tracker && { images: { ...tracker.images }, bytes: tracker.bytes },
    }).catch((fault) =>
      this.#own.emit({
        type: 'problem',
        problem: { ...asAirlockError(fault).toJSON(), level: 'warning' },
      }),
    );
    throw error;
  }

  /** Closes the record between the last live.json and its removal, so that one of them always has the state. */
  async end(end: RunEnd): Promise<void> {
    this.#steering.close();
    this.#schedule.close();
    await this.#expecting;
    await this.#live.finish();
    try {
      await this.#record.close(end);
    } finally {
      await this.#live.remove();
    }
  }

  /** Returns the progress of the run. */
  #progress(): Pick<NonNullable<RunEnd['result']>, 'deliverables' | 'done' | 'total'> {
    const tracker = this.#tracker;
    if (!tracker) return { deliverables: [] };
    const { done, total } = tracker.progress();
    const deliverables = tracker.deliverableStates().map(({ bytesDone: _done, ...state }) => ({
      ...state,
      complete: state.done === state.images,
    }));
    return { deliverables, done, total };
  }
}

/** Returns true if someone must log in again or stopped the run, so that it hasn't failed. */
function isPaused({ code }: AirlockError): boolean {
  return code === 'interrupted' || code === 'login-expired';
}

function mirroringError({ origin, error, neededBy }: ImageResult): MirroringError {
  return { origin, message: error?.message ?? '', operators: neededBy && ownersOf(neededBy) };
}

function ownersOf(neededBy: readonly BundleName[]): NonNullable<MirroringError['operators']> {
  return {
    bundles: neededBy.map(({ bundle }) => bundle),
    packages: [...new Set(neededBy.map((each) => each.package))],
  };
}
