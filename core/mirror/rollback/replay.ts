import { join } from 'node:path';
import type { ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { ContentSource } from '../../base/image/content.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { closureOf } from '../../content/plan/closure.ts';
import { type ManifestOrigin, registryOrigin, setOrigin } from '../../content/plan/manifest-origin.ts';
import { contentOf } from '../../content/plan/planned-image.ts';
import { attachmentsOf } from '../../content/plan/resolve-image.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { type ReadRun, readRun } from '../../runs/audit/read-runs.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { repairSet } from '../../store/archive/repair.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import { t } from '../messages.ts';
import { networkOverrides } from '../run/overrides.ts';
import { recordedRequest, requestForRecord } from '../run/recorded-request.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { ReplayRequest } from '../run/replay-request.ts';
import type { HostFacts, MirrorRequest, RunControl } from '../run/request.ts';
import { inWorkspace, runStages, steeredSession } from '../run/run-stages.ts';
import { limitsOf } from '../run/session.ts';

export interface ReplayResult {
  status: 'complete' | 'partial';
  transfer: string;
  directory: string;
  /** Names of repaired entries, and of entries that stay damaged. */
  repaired: string[];
  failures: { name: string; code: string; message: string }[];
  bytes: { fetched: number; written: number };
  run: string;
}

/**
 * Repeats a mirror-to-disk run to repair its archive set. Damaged or missing content is fetched again by the recorded
 * digests and written to the same positions, so that every volume has the digest of its index. Nothing else is fetched
 * or written.
 * @throws AirlockError `not-found` for an unknown run, `usage` for one without a transfer
 */
export async function replayRun(
  request: ReplayRequest,
  host: HostFacts,
  control: RunControl,
): Promise<ReplayResult> {
  return inWorkspace(request.directory, control, async (workspace) => {
    const recorded = await readRun(workspace.runs, request.sequence);
    const transfer = recorded.run?.transfer;
    if (!transfer) {
      throw new AirlockError('usage', t('replayWithoutTransfer', { run: request.sequence }), {
        remedy: t('replayWithoutTransferRemedy'),
      });
    }
    return runStages(
      {
        workflow: 'replay',
        request: requestForRecord({ kind: 'replay', request }),
        limits: limitsOf(request),
        arguments: request.arguments,
        overrides: networkOverrides(request),
        ...{ host, control, workspace, configurations: recorded.configurations },
      },
      {
        // A run that read from a mirror registry reads from it again.
        session: (run) => steeredSession({ ...request, ...mirrorRequestOf(recorded) }, run),
        work: (run) => repairTransfer(run, transfer, recorded),
      },
    );
  });
}

async function repairTransfer(run: RecordedRun, transfer: string, recorded: ReadRun): Promise<ReplayResult> {
  const { workspace, session, control, stops } = run;
  run.emit({ type: 'phase', phase: 'replay', detail: transfer });
  const directory = join(workspace.root, 'transfers', transfer);
  const from = setsOf(recorded);
  await using opened = new AsyncDisposableStack();
  const sets = from === undefined ? undefined : await openImageSource(from, { signal: control.signal });
  opened.defer(() => sets?.close());
  const { ok, repaired, failed, written } = await repairSet(directory, {
    blob: contentFor(recorded, sets ? [workspace.cache, sets] : [workspace.cache], {
      origin: sets
        ? setOrigin(sets)
        : registryOrigin({
            registries: session.registries,
            stored: [workspace.cache],
            cache: workspace.cache,
          }),
      registries: sets ? undefined : session.registries,
      signal: control.signal,
    }),
    file: await filesFor(directory, recorded, workspace),
    signal: stops.planning,
  });
  const status = ok ? 'complete' : 'partial';
  const { fetched } = session.registries.counters;
  await run.end({
    status,
    exitCode: ok ? 0 : 2,
    counts: {
      images: { total: 0, copied: 0, present: 0, failed: 0 },
      bytes: { fetched, sent: 0, written, present: 0 },
    },
    result: { deliverables: [], rejected: [], directory },
  });
  return {
    ...{ status, transfer, directory, repaired },
    failures: failed.map(({ name, error: { code, message } }) => ({ name, code, message })),
    bytes: { fetched, written },
    run: run.directory,
  };
}

/** Returns the folder of the sets that a run read its content from. Undefined for one that read from registries. */
function setsOf(recorded: ReadRun): string | undefined {
  const workflow = mirrorRequestOf(recorded)?.workflow;
  return workflow?.kind === 'mirrorToDisk' ? workflow.from : undefined;
}

function mirrorRequestOf({ run }: ReadRun): Pick<MirrorRequest, 'workflow' | 'stateDirectory'> | undefined {
  const recorded = run && recordedRequest(run);
  if (recorded?.kind !== 'mirror') return undefined;
  const { workflow, stateDirectory } = recorded.request;
  return { workflow, stateDirectory };
}

/**
 * Returns a reader of the content of a run by digest. The images of the run are resolved at the first call.
 * @param options.registries absent if all content is stored
 */
function contentFor(
  recorded: ReadRun,
  stored: readonly ContentSource[],
  options: { origin: ManifestOrigin; registries: Registries | undefined; signal: AbortSignal },
): (digest: Digest, size: number) => AsyncIterable<Buffer> {
  const { origin, registries, signal } = options;
  let sources: Promise<Map<Digest, { source: ImageSourceReference; manifest: boolean }>> | undefined;
  return async function* (digest, size) {
    sources ??= sourcesOf(recorded, origin, signal);
    for (const store of stored) {
      if (store.size(digest) !== size) continue;
      try {
        return yield* store.read(digest, { signal });
      } catch (error) {
        if (!(error instanceof AirlockError && error.code === 'content-missing')) throw error;
      }
    }
    const found = (await sources).get(digest);
    if (!found || (!found.manifest && !registries))
      throw new AirlockError('content-missing', t('sourceUnrecorded', { run: recorded.sequence, digest }));
    if (found.manifest) yield (await origin.manifest(found.source, digest, signal)).bytes;
    else
      yield* registries!
        .at(found.source.registry)
        .blob(found.source.repository, { digest, size }, { signal });
  };
}

async function sourcesOf(
  recorded: ReadRun,
  origin: ManifestOrigin,
  signal: AbortSignal,
): Promise<Map<Digest, { source: ImageSourceReference; manifest: boolean }>> {
  const found = new Map<Digest, { source: ImageSourceReference; manifest: boolean }>();
  for (const image of recorded.images) {
    if (image.result === 'failed' || !isDigest(image.digest)) continue;
    const reference = parseReference(image.source);
    const at = image.destination.lastIndexOf(':');
    const source = { registry: reference.domain, repository: reference.path };
    const manifestOf = (child: { digest: Digest }) => origin.manifest(source, child.digest, signal);
    const named = {
      kind: image.kind,
      origin: image.origin,
      source,
      destination: { repository: image.destination.slice(0, at), tag: image.destination.slice(at + 1) },
      deliverable: '',
      why: '',
      verdict: { result: 'not-checked' as const },
    };
    try {
      const closure = await closureOf(await manifestOf({ digest: image.digest }), manifestOf);
      const attachments = await attachmentsOf(named, closure, origin, [], signal);
      const content = contentOf({ ...closure, attachments });
      for (const { digest } of content.manifests) found.set(digest, { source, manifest: true });
      for (const { digest } of content.blobs) found.set(digest, { source, manifest: false });
    } catch {
      // The image is gone upstream. Content that only it uses stays damaged and is reported.
    }
  }
  return found;
}

async function filesFor(
  directory: string,
  recorded: ReadRun,
  workspace: Workspace,
): Promise<(name: string) => Promise<Buffer | undefined>> {
  const digests = new Map<string, Digest>();
  for (const { entries } of (await readSetIndex(directory))?.volumes ?? [])
    for (const [name, , , hex] of entries) if (hex) digests.set(name, `sha256:${hex}`);
  return async (name) => {
    if (name.startsWith('isc_'))
      return recorded.configurations[0] && Buffer.from(recorded.configurations[0].text);
    const digest = digests.get(name);
    if (digest && workspace.cache.size(digest) !== undefined) return workspace.cache.bytes(digest);
    return workspace.files.read(name.replace(/^working-dir\//, ''));
  };
}
