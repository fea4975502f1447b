import { writeMirroringErrors } from '../audit/mirroring-errors.ts';
import { openRun } from '../audit/run-record.ts';
import { asAirlockError } from '../errors/airlock-error.ts';
import type { EmitRunEvent } from '../progress/events.ts';
import type { RunTracker } from '../progress/run-tracker.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './request.ts';

/** A run with its audit record: everything it tells goes into the record too, and the record is closed however it ends. */
export interface RecordedRun {
  emit: EmitRunEvent;
  /** Folder of the record. */
  directory: string;
  /** Ends the record of a run that has no images of its own. */
  end(how: { status: MirrorResult['status']; bytes: MirrorResult['bytes'] }): Promise<void>;
  /** Ends the record with a result. */
  close(result: MirrorResult): Promise<MirrorResult>;
  /** Ends the record of a run that an error stopped, and throws that error. */
  failed(error: unknown, tracker?: RunTracker): Promise<never>;
}

export async function openRecordedRun(options: {
  workflow: string;
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
}): Promise<RecordedRun> {
  const { workflow, overrides, host, control, runs, logs, configurations } = options;
  const record = await openRun({
    runsDirectory: runs,
    workflow,
    arguments: options.arguments,
    configurations,
    toolVersion: host.tool,
    overrides,
  });
  const failures: { origin: string; message: string }[] = [];
  const emit: EmitRunEvent = (event) => {
    control.emit(event);
    if (event.type !== 'image') return record.event(event);
    const { type: _type, ...result } = event;
    record.image(result);
    if (result.result === 'failed')
      failures.push({ origin: result.origin, message: result.error?.message ?? '' });
  };
  emit({ type: 'run', run: record.name, workflow, directory: record.directory });
  return {
    emit,
    directory: record.directory,
    end: ({ status, bytes }) =>
      record.close({ status, counts: { images: { total: 0, copied: 0, present: 0, failed: 0 }, bytes } }),
    async close(result) {
      await writeMirroringErrors(logs, failures);
      await record.close({
        status: result.status,
        counts: { images: result.images, bytes: result.bytes },
        ...(result.transfer && { transfer: result.transfer }),
        ...(result.graphBase && { overrides: [`graph-base=${result.graphBase}`] }),
      });
      return { ...result, run: record.directory };
    },
    async failed(thrown, tracker) {
      const error = asAirlockError(thrown);
      const status = error.code === 'interrupted' ? 'paused' : 'failed';
      // The error that ended the run must reach the user, whatever happens to its record.
      await record
        .close({
          status,
          problem: error,
          ...(tracker && { counts: { images: { ...tracker.images }, bytes: tracker.bytes } }),
        })
        .catch((fault) =>
          control.emit({ type: 'problem', problem: { ...asAirlockError(fault).toJSON(), level: 'warning' } }),
        );
      throw error;
    },
  };
}

/** What was allowed by hand: an auditor's first question. */
export function overridesOf(request: MirrorRequest, host: HostFacts): string[] {
  const { env } = host;
  return [
    ...(request.ignoreReleaseSignature ? ['ignore-release-signature'] : []),
    ...(request.removeSignatures ? ['remove-signatures'] : []),
    ...(request.sourceTlsVerify ? [] : ['src-tls-verify=false']),
    ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
    ...(request.resend ? ['resend'] : []),
    ...(request.trustLedger ? ['trust-ledger'] : []),
    ...(request.planFile ? [`plan=${request.planFile}`] : []),
    ...(request.graphBaseImage ? [`graph-base-image=${request.graphBaseImage}`] : []),
    ...['UPDATE_URL_OVERRIDE', 'OCP_SIGNATURE_URL', 'OCP_SIGNATURE_VERIFICATION_PK'].flatMap((name) =>
      env[name] ? [`${name}=${env[name]}`] : [],
    ),
  ];
}
