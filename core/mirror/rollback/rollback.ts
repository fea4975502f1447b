import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import { manifestDamage } from '../../registry/client/served-content.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { readRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage } from '../../runs/audit/run-file.ts';
import type { EmitRunEvent, ImageResult } from '../../runs/progress/events.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import { t } from '../messages.ts';
import { outcomeOf, pausedOutcome } from '../run/outcome.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { inWorkspace, runStages } from '../run/run-stages.ts';
import { limitsOf, type NetworkSettings, openSession, type Session } from '../run/session.ts';
import type { Destination } from '../run/workflow.ts';
import { movedTags, partsOf, type RollbackState, type RollbackTag, rollbackTags } from './rollback-tags.ts';

/** Tags moved at once. */
const AT_ONCE = 8;

/** A request of `runs rollback`. */
export interface RollbackRequest extends Omit<NetworkSettings, 'workflow' | 'sourceTlsVerify'> {
  /** The workspace or state folder that has the record. */
  directory: string;
  /** Number of the run whose tags are moved back. */
  sequence: number;
  /** Limits the rollback to tags at this registry and below this path. */
  below?: Destination;
  /** Also moves tags back that were moved again since. */
  force: boolean;
  arguments: MirrorRequest['arguments'];
}

/** The result of a tag. `moved`: this run moved it back. `failed`: the registry rejected it. */
export interface RolledBackTag {
  destination: string;
  state: RollbackState | 'moved' | 'failed';
  before?: Digest;
  now?: Digest;
  why?: string;
}

export interface RollbackResult {
  status: MirrorResult['status'];
  exitCode: number;
  tags: RolledBackTag[];
  /** Folder of the audit record. */
  run: string;
}

/**
 * Returns the effect of {@link rollbackRun} without writing anything.
 * @throws AirlockError `not-found` for an unknown run, `usage` for one of another workflow, and those of the network
 */
export async function previewRollback(
  request: RollbackRequest,
  host: HostFacts,
  { emit, signal }: RunControl,
): Promise<RolledBackTag[]> {
  const runs = airlockDirectory(request.directory, 'runs');
  const images = movedTags(await readRun(runs, request.sequence), request.below);
  if (images.length === 0) return [];
  const session = await sessionOf(request, host, emit);
  try {
    const registry = session.registries.at(partsOf(images[0]!.destination).host);
    const { force, sequence } = request;
    return (await rollbackTags(images, { registry, force, runs, sequence, signal })).map(shown);
  } finally {
    await session.close();
  }
}

/**
 * Moves tags back to the manifests from before a push, without blobs. Tags that can't be moved back are left unchanged
 * and reported. A rollback is a run of its own, and can be rolled back like any other.
 * @param onPreview called with every tag before the first is moved
 * @throws AirlockError as {@link previewRollback}, `workspace-locked`
 */
export async function rollbackRun(
  request: RollbackRequest,
  host: HostFacts,
  own: RunControl,
  onPreview: (tags: RolledBackTag[]) => void = () => {},
): Promise<RollbackResult> {
  const { arguments: words, ...requested } = request;
  return inWorkspace(request.directory, own, async (workspace) => {
    const images = movedTags(await readRun(workspace.runs, request.sequence), request.below);
    return runStages(
      {
        workflow: 'rollback',
        request: { kind: 'rollback', ...requested },
        limits: limitsOf(request),
        arguments: words,
        overrides: [
          ...(request.destinationTlsVerify ? [] : ['dest-tls-verify=false']),
          ...(request.force ? ['force'] : []),
        ],
        ...{ host, control: own, workspace, configurations: [] },
      },
      {
        session: ({ emit }) => sessionOf(request, host, emit),
        work: (run) => moveTagsBack(run, request, images, onPreview),
      },
    );
  });
}

async function moveTagsBack(
  run: RecordedRun,
  { force, sequence }: RollbackRequest,
  images: readonly RecordedImage[],
  onPreview: (tags: RolledBackTag[]) => void,
): Promise<RollbackResult> {
  const { workspace, session } = run;
  const tracker = run.track((image) => image.destination.repository);
  tracker.enter('collect');
  const at = partsOf(images[0]?.destination ?? '').host;
  const registry = session.registries.at(at);
  // A tag takes one request, so a pause works like a stop.
  const signal = run.stops.planning;
  const tags = await rollbackTags(images, { registry, force, runs: workspace.runs, sequence, signal });
  onPreview(tags.map(shown));
  const left = tags.filter(({ state }) => state === 'new');
  run.report(
    left.map(({ destination, why }) => ({
      ...leftAs(t('tagLeft', { image: destination, reason: why ?? '' })).toJSON(),
      level: 'info',
    })),
  );
  const work = tags.filter(({ state }) => state !== 'new');
  tracker.expectImages(work.map(({ recorded }) => recorded));
  tracker.enter('copy');
  const ledger = await pushedTags(workspace, at);
  const done: RolledBackTag[] = left.map(shown);
  const moving = inOrder(work, AT_ONCE, async (tag) => ({ tag, ...(await moveBack(registry, tag, signal)) }));
  for await (const { tag, result, state, why } of moving) {
    if (result.error?.code === 'interrupted') continue;
    tracker.image(result);
    const { repository, tag: name } = partsOf(tag.destination);
    if (result.result !== 'failed') ledger.add(repository, name, tag.before!);
    done.push({ ...shown(tag), state, why: why ?? tag.why });
  }
  tracker.planned();
  tracker.flush();
  await ledger.save();
  const end = tracker.images.failed > 0 ? 'partial' : 'complete';
  const outcome = signal.aborted
    ? pausedOutcome(tracker, [])
    : outcomeOf({ status: end, tracker, rejected: [] });
  const { status, exitCode } = await run.close(outcome);
  return { status, exitCode, tags: done, run: run.directory };
}

/** Opens a session for the registry of the push, the only one that is contacted. */
function sessionOf(request: RollbackRequest, host: HostFacts, emit: EmitRunEvent): Promise<Session> {
  return openSession({ ...request, sourceTlsVerify: request.destinationTlsVerify }, host, emit);
}

/** Moves one tag back. An error of the registry is its result. */
async function moveBack(
  registry: Registry,
  tag: RollbackTag,
  signal: AbortSignal,
): Promise<{ result: ImageResult; state: RolledBackTag['state']; why?: string }> {
  const { destination, recorded, before, now, state, why } = tag;
  const { repository, tag: name } = partsOf(destination);
  const base = {
    kind: recorded.kind,
    origin: recorded.origin,
    source: `${registry.host}/${repository}@${before}`,
    destination,
    digest: before!,
    deliverable: recorded.deliverable,
    bytes: 0,
    verdict: 'not-checked',
    attempts: 1,
  };
  const failed = (error: AirlockError) => ({ ...base, result: 'failed' as const, error: error.toJSON() });
  if (state === 'unchanged') return { result: { ...base, result: 'present' }, state };
  if (state !== 'move') {
    const error = leftAs(t('tagStuck', { image: destination, reason: why ?? '' }));
    return { result: failed(error), state, why };
  }
  try {
    const manifest = await registry.manifest(repository, before!, { signal });
    await registry.putManifest(repository, name, manifest, { signal });
    const damage = await manifestDamage(registry, repository, name, manifest.digest, signal);
    if (damage)
      throw new AirlockError(
        'destination-storage-damaged',
        t('rolledBackImageNotServed', { image: destination, damage }),
      );
    const result = { ...base, bytes: manifest.bytes.length, result: 'copied' as const };
    return { result: { ...result, previousDigest: now }, state: 'moved' };
  } catch (thrown) {
    const error = onSide(asAirlockError(thrown), 'destination');
    return { result: failed(error), state: 'failed', why: error.message };
  }
}

function shown({ recorded: _recorded, ...tag }: RollbackTag): RolledBackTag {
  return tag;
}

function leftAs(message: string): AirlockError {
  return new AirlockError('tag-left', message, { side: 'destination' });
}
