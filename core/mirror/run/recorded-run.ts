import type { BundleName, CollectedImage } from '../../base/collected/collected.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { sourceText } from '../../content/plan/planned-image.ts';
import { type MirroringError, writeMirroringErrors } from '../../runs/audit/mirroring-errors.ts';
import { openRun, type RunStart } from '../../runs/audit/run-record.ts';
import { writeExpected } from '../../runs/control/expected-file.ts';
import { keepLiveFile } from '../../runs/control/keep-live-file.ts';
import { createLiveState } from '../../runs/control/live-state.ts';
import { steerRun } from '../../runs/control/steer-run.ts';
import type { ByteCounts, EmitRunEvent, RunLimits } from '../../runs/progress/events.ts';
import { RunTracker } from '../../runs/progress/run-tracker.ts';
import type { Rejection } from './collect-images.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './request.ts';
import { keepSchedule, type ScheduleRequest, windowsOf } from './run-schedule.ts';
import type { LinkUse } from './session.ts';

/**
 * A run with its audit record: everything it tells goes into the record too, every process may follow and steer it there,
 * and the record is closed however it ends.
 */
export interface RecordedRun {
  emit: EmitRunEvent;
  /** What the run obeys: its own process and everyone who writes to the record. */
  control: RunControl;
  /** Folder of the record. */
  directory: string;
  /** When its session may use links, and who is told of what passes. */
  link: LinkUse;
  /** Told of each change of the limits with all of them; the rate is the lower one of what was asked and of the window. */
  onAdjust(listener: (limits: RunLimits) => void): void;
  /** The totals of the run, which followers see from now on. @param nameAt an image's name as its result has it */
  track(
    counters: () => Pick<ByteCounts, 'fetched' | 'sent' | 'written'>,
    nameAt: (image: Pick<CollectedImage, 'destination'>) => string,
  ): RunTracker;
  /** Everything that will be attempted, and what is left out whole. */
  expect(images: readonly (CollectedImage | PlannedImage)[], rejected: readonly Rejection[]): void;
  /** Ends the record of a run that has no images of its own. */
  end(how: {
    status: MirrorResult['status'];
    exitCode: number;
    bytes: MirrorResult['bytes'];
    directory?: string;
  }): Promise<void>;
  /** Ends the record with a result. */
  close(result: MirrorResult): Promise<MirrorResult>;
  /** Ends the record of a run that an error stopped, and throws that error. */
  failed(error: unknown): Promise<never>;
}

export async function openRecordedRun(options: {
  workflow: string;
  /** What is asked for, so that any process can ask for it again: see `recorded-request.ts`. */
  request: Record<string, unknown>;
  limits: RunLimits;
  /** Windows, and what else ends the run in good order. */
  schedule?: ScheduleRequest;
  /** The command line. */
  arguments: readonly string[];
  /** What was allowed by hand: see {@link overridesOf}. */
  overrides: readonly string[];
  host: HostFacts;
  control: RunControl;
  /** Folder of the records. */
  runs: string;
  /** `working-dir/logs`, for oc-mirror's list of failures. */
  logs: string;
  configurations: { name: string; text: string }[];
  /** The plan that the run is held to. */
  plan?: RunStart['plan'];
}): Promise<RecordedRun> {
  const { workflow, overrides, host, limits, runs, logs, configurations } = options;
  // What cannot be kept to is told before there is a record.
  windowsOf(options.schedule?.windows ?? []);
  const state = createLiveState(limits);
  const record = await openRun({
    runsDirectory: runs,
    workflow,
    arguments: options.arguments,
    configurations,
    toolVersion: host.tool,
    overrides,
    request: options.request,
    ...(options.plan && { plan: options.plan }),
    ...(host.env.SUDO_USER && { sudoUser: host.env.SUDO_USER }),
    ...(host.session && { session: host.session }),
    heldBy: host.holder ?? 'terminal',
    live: JSON.stringify(state.now()),
  });
  const live = keepLiveFile(record.directory, state);
  const failures: MirroringError[] = [];
  const emit: EmitRunEvent = (event) => {
    state.take(event);
    options.control.emit(event);
    if (event.type !== 'image') return record.event(event);
    const { type: _type, ...result } = event;
    record.image(result);
    const { origin, error, neededBy } = result;
    if (result.result === 'failed')
      failures.push({
        origin,
        message: error?.message ?? '',
        ...(neededBy && { operators: ownersOf(neededBy) }),
      });
  };
  emit({ type: 'run', run: record.name, workflow, directory: record.directory });
  const steering = steerRun({ directory: record.directory, own: options.control, limits, emit });
  const schedule = keepSchedule(options.schedule ?? {}, {
    leaving: steering.pause,
    emit,
    pause: steering.pauseBy,
  });
  state.schedule(schedule.state);
  steering.onWindows((request) =>
    request.action === 'windows'
      ? schedule.setWindows(request.windows)
      : schedule.ignoreWindows(request.ignore),
  );
  let tracker: RunTracker | undefined;
  let nameAt: (image: Pick<CollectedImage, 'destination'>) => string = () => '';
  let expecting: Promise<void> = Promise.resolve();

  const deliverables = () =>
    (tracker?.deliverableStates() ?? []).map(({ bytesDone: _done, ...state }) => ({
      ...state,
      whole: state.done === state.images,
    }));
  const work = () => {
    if (!tracker) return {};
    const { done, total } = tracker.progress();
    return { done, total };
  };
  /** The record is closed between the last live.json and its end: one of the two always tells how the run is. */
  const finish = async (end: Parameters<typeof record.close>[0]): Promise<void> => {
    steering.close();
    schedule.close();
    await expecting;
    await live.finish();
    try {
      await record.close(end);
    } finally {
      await live.remove();
    }
  };

  return {
    emit,
    control: { emit, signal: steering.signal, pause: steering.pause },
    directory: record.directory,
    link: { gate: schedule.gate, watch: state.links, onBytes: schedule.moved },
    onAdjust(listener) {
      let asked = limits;
      const tell = () => listener({ ...asked, rate: schedule.rate(asked.rate) });
      steering.onAdjust((adjusted) => {
        asked = adjusted;
        tell();
      });
      schedule.onRate(tell);
    },
    track(counters, name) {
      nameAt = name;
      tracker = new RunTracker(emit, counters);
      state.track(tracker, name);
      return tracker;
    },
    expect(images, rejected) {
      tracker?.expectImages(images);
      state.reject(rejected.map(leftOut));
      expecting = writeExpected(
        record.directory,
        images.map((image) => ({
          origin: image.origin,
          source: sourceText(image),
          destination: nameAt(image),
          digest: 'digest' in image ? image.digest : (image.source.digest ?? ''),
          deliverable: image.deliverable,
          kind: image.kind,
          ...('bytes' in image && { bytes: image.bytes }),
        })),
      );
    },
    end: ({ status, exitCode, bytes, directory }) =>
      finish({
        status,
        exitCode,
        counts: { images: { total: 0, copied: 0, present: 0, failed: 0 }, bytes },
        result: { deliverables: [], rejected: [], ...(directory !== undefined && { directory }) },
      }),
    async close(result) {
      const {
        directory,
        resources,
        state: stateFolder,
        config,
        handOver,
        next,
        verified,
        rejected,
        incomplete,
        verdicts,
      } = result;
      await writeMirroringErrors(logs, failures);
      await finish({
        status: result.status,
        exitCode: result.exitCode,
        counts: { images: result.images, bytes: result.bytes },
        result: {
          deliverables: deliverables(),
          ...work(),
          rejected,
          ...(incomplete.length > 0 && { incomplete }),
          verdicts,
          ...(verified !== undefined && { verified }),
          ...(directory !== undefined && { directory }),
          ...(resources !== undefined && { resources }),
          ...(stateFolder !== undefined && { state: stateFolder }),
          ...(config !== undefined && { config }),
          ...(handOver !== undefined && { handOver }),
          ...(next !== undefined && { next }),
        },
        ...(result.transfer && { transfer: result.transfer }),
        ...(result.graphBase && { overrides: [`graph-base=${result.graphBase}`] }),
      });
      return { ...result, run: record.directory };
    },
    async failed(thrown) {
      const error = asAirlockError(thrown);
      // Somebody has to log in again; until then nothing of the run has failed.
      const status = error.code === 'interrupted' || error.code === 'login-expired' ? 'paused' : 'failed';
      // The error that ended the run must reach the user, whatever happens to its record.
      await finish({
        status,
        exitCode: error.exitCode,
        problem: error,
        result: { deliverables: deliverables(), ...work(), rejected: [] },
        ...(tracker && { counts: { images: { ...tracker.images }, bytes: tracker.bytes } }),
      }).catch((fault) =>
        options.control.emit({
          type: 'problem',
          problem: { ...asAirlockError(fault).toJSON(), level: 'warning' },
        }),
      );
      throw error;
    },
  };
}

function ownersOf(neededBy: readonly BundleName[]): NonNullable<MirroringError['operators']> {
  return {
    bundles: neededBy.map(({ bundle }) => bundle),
    packages: [...new Set(neededBy.map((each) => each.package))],
  };
}

/** What a result and followers say of a deliverable that is left out whole. */
export function leftOut({ deliverable, problem }: Rejection): MirrorResult['rejected'][number] {
  return { deliverable, code: problem.code, message: problem.message };
}

/** Variables that name other authorities, sources or policies than those of the system. */
const TRUST_BY_ENVIRONMENT = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CONTAINERS_REGISTRIES_CONF',
  'CONTAINERS_POLICY_CONF',
];

/** What was allowed by hand on the network. */
export function networkOverrides(
  request: Pick<MirrorRequest, 'sourceTlsVerify' | 'destinationTlsVerify'>,
): string[] {
  return [
    ...(request.sourceTlsVerify ? [] : ['src-tls-verify=false']),
    ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
  ];
}

/** What was allowed by hand: an auditor's first question. */
export function overridesOf(request: MirrorRequest, host: HostFacts): string[] {
  const { env } = host;
  return [
    ...(request.ignoreReleaseSignature ? ['ignore-release-signature'] : []),
    ...(request.removeSignatures ? ['remove-signatures'] : []),
    ...networkOverrides(request),
    ...(request.resend ? ['resend'] : []),
    ...(request.skipUnknown ? ['skip-unknown'] : []),
    ...(request.acceptEmptyCharts ? ['accept-empty-charts'] : []),
    ...(request.allowRemoval ? ['allow-removal'] : []),
    ...(request.trustLedger ? ['trust-ledger'] : []),
    ...(request.securePolicy && request.policy ? [`policy=${request.policy}`] : []),
    ...(request.securePolicy && request.registriesD ? [`registries.d=${request.registriesD}`] : []),
    ...(request.probe ? [] : ['no-probe']),
    ...(request.planFile ? [`plan=${request.planFile}`] : []),
    ...(request.graphBaseImage ? [`graph-base-image=${request.graphBaseImage}`] : []),
    ...[
      'UPDATE_URL_OVERRIDE',
      'OCP_SIGNATURE_URL',
      'OCP_SIGNATURE_VERIFICATION_PK',
      ...TRUST_BY_ENVIRONMENT,
    ].flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
  ];
}
