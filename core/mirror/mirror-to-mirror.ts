import { join } from 'node:path';
import { catalogAtRegistry } from '../operator/carried-catalog.ts';
import { savedSignatures } from '../signature/verified-signatures.ts';
import { openWorkspace } from '../store/workspace.ts';
import { approvedPlan } from './approved-plan.ts';
import { collectConnected } from './collect-connected.ts';
import { type ConnectedSide, connectedSide } from './connected-side.ts';
import { writePinnedConfigurations } from './pinned-configurations.ts';
import type { PushContent } from './push-images.ts';
import { pushRun } from './push-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './request.ts';
import type { Session } from './session.ts';

/** Mirror to mirror: blobs stream from registry to registry; the workspace keeps what planning needs. */
export async function mirrorToMirror(
  request: MirrorRequest & { workflow: { kind: 'mirrorToMirror' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { workspace: directory, destination } = request.workflow;
  const approved = await approvedPlan(request, host, control.signal);
  const workspace = await openWorkspace(directory, {
    create: true,
    onWarning: (problem) => control.emit({ type: 'problem', problem }),
  });
  await using sides = new AsyncDisposableStack();
  try {
    return await pushRun(
      request,
      host,
      control,
      workspace,
      destination,
      { configurations: [approved.configuration], ...(approved.plan && { plan: approved.plan }) },
      async (session, { copying, planning }) => {
        const files = approved.files(workspace.files);
        const side = await connectedSide({
          request,
          host,
          session,
          files,
          cache: workspace.cache,
          held: [workspace.cache],
          approved,
          signal: planning,
          cacheDirectory: join(workspace.workingDir, 'airlock', 'cache'),
        });
        sides.use(side);
        const { collection, graphBase, trust } = await collectConnected({
          approved,
          request,
          host,
          session,
          side,
          cache: workspace.cache,
          catalogImages: (catalog) => [catalogAtRegistry(catalog)],
          signal: planning,
        });
        await writePinnedConfigurations(workspace.files, approved.configuration, collection.catalogs);
        return {
          collection,
          configurations: [approved.configuration],
          resolve: { origin: side.origin, memory: side.memory, hold: approved.hold, signal: planning },
          content: streamed(session, side, copying),
          ...(graphBase && { graphBase: graphBase.digest }),
          ...(trust && { trust }),
          signatures: async ({ source: { digest } }) =>
            digest ? savedSignatures(workspace.files, digest) : [],
        };
      },
    );
  } finally {
    await workspace.close();
  }
}

function streamed(session: Session, side: ConnectedSide, signal: AbortSignal): PushContent {
  return {
    manifest: async (image, { digest }) => (await side.origin.manifest(image.source, digest, signal)).bytes,
    blob(image, blob) {
      const local = side.held.find((source) => source.size(blob.digest) === blob.size);
      if (local) return local.read(blob.digest, { signal });
      return session.registries.at(image.source.registry).blob(image.source.repository, blob, {
        signal,
        endAtClose: true,
      });
    },
  };
}
