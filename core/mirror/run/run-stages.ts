import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { openWorkspace, type Workspace } from '../../store/workspace/workspace.ts';
import { pausedOutcome } from './outcome.ts';
import { overridesOf } from './overrides.ts';
import { requestForRecord } from './recorded-request.ts';
import { RecordedRun, type RunBeginning } from './recorded-run.ts';
import type { MirrorRequest, MirrorResult, RunControl } from './request.ts';
import { limitsOf, type NetworkSettings, openSession, parallelBlobs, type Session } from './session.ts';

/** The stages that are specific to a workflow. */
export interface Stages<Result> {
  /** Opens the session of the run. */
  session(run: RecordedRun): Promise<Session>;
  /** All stages from collecting to the result, which closes the record. */
  work(run: RecordedRun): Promise<Result>;
  /** Closes resources that the stages left open. Returns the final error of the run. */
  ending?(error: AirlockError): Promise<AirlockError>;
  /** The result of a run that was paused before it had one. Absent: it ends with an error. */
  paused?(run: RecordedRun): Promise<Result>;
}

/**
 * Runs a workflow: starts its record, opens its session, works, and always closes both. The error that stopped the run has
 * precedence over its consequences.
 * @throws AirlockError the error that ended the run
 */
export async function runStages<Result>(beginning: RunBeginning, stages: Stages<Result>): Promise<Result> {
  const run = await RecordedRun.open(beginning);
  const { pause, signal } = run.control;
  run.session = await stages.session(run).catch((error) => run.failed(error));
  try {
    return await stages.work(run);
  } catch (thrown) {
    const error = asAirlockError(run.stops.error ?? thrown);
    const ending = stages.ending ? await stages.ending(error) : error;
    const paused = ending.code === 'interrupted' && pause.aborted && !signal.aborted;
    return await (paused && stages.paused ? stages.paused(run) : run.failed(ending));
  } finally {
    await run.session.close();
  }
}

/** A run of `mirror` with its request. */
export interface MirrorBeginning
  extends Pick<RunBeginning, 'host' | 'control' | 'workspace' | 'configurations' | 'plan'> {
  request: MirrorRequest;
}

/** {@link runStages} for the workflows of `mirror`, whose paused runs have a result, too. */
export function mirrorStages(
  { request, ...beginning }: MirrorBeginning,
  stages: Partial<Stages<MirrorResult>> & Pick<Stages<MirrorResult>, 'work'>,
): Promise<MirrorResult> {
  return runStages(
    {
      ...beginning,
      workflow: request.workflow.kind,
      request: requestForRecord({ kind: 'mirror', request }),
      limits: limitsOf(request),
      schedule: request,
      arguments: request.arguments,
      overrides: overridesOf(request, beginning.host),
    },
    {
      session: (run) => steeredSession(request, run),
      paused: (run) => run.close(pausedOutcome(run.tracker, [])),
      ...stages,
      work: async (run) => run.close(await stages.work(run)),
    },
  );
}

/** Opens a session with the windows and limits of its run. @throws AirlockError as `openSession` */
export async function steeredSession(request: NetworkSettings, run: RecordedRun): Promise<Session> {
  const session = await openSession(request, run.host, run.emit, run.link);
  run.onAdjust((limits) =>
    session.registries.adjust({ parallelBlobs: parallelBlobs(limits), rate: limits.rate }),
  );
  return session;
}

/** Runs a function in a locked workspace. @throws AirlockError as `openWorkspace` */
export async function inWorkspace<Result>(
  directory: string,
  { emit }: RunControl,
  work: (workspace: Workspace) => Promise<Result>,
  { create = false } = {},
): Promise<Result> {
  const workspace = await openWorkspace(directory, {
    create,
    onWarning: (problem) => emit({ type: 'problem', problem }),
  });
  try {
    return await work(workspace);
  } finally {
    await workspace.close();
  }
}
