import { join } from 'node:path';
import { catalogAtRegistry } from '../../content/operator/carried-catalog.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { approvedPlan } from '../approval/approved-plan.ts';
import type { PushContent } from '../copy/push-images.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import type { Session } from '../run/session.ts';
import { collectConnected } from '../sides/collect-connected.ts';
import { type ConnectedSide, connectedSide } from '../sides/connected-side.ts';
import { writePinnedConfigurations } from '../sides/pinned-configurations.ts';
import { pushRun } from './push-run.ts';

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
