import { catalogAtRegistry } from '../../content/operator/carried-catalog.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import { approvedPlan } from '../approval/approved-plan.ts';
import { noteCatalogs } from '../copy/mirrored-catalogs.ts';
import type { PushContent } from '../copy/push-images.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { inWorkspace } from '../run/run-stages.ts';
import type { Session } from '../run/session.ts';
import { collectForRun } from '../sides/collect-connected.ts';
import type { ConnectedSide } from '../sides/connected-side.ts';
import { writePinnedConfigurations } from '../sides/pinned-configurations.ts';
import { pushRun } from './push-run.ts';

/** Mirrors from registry to registry. Blobs are streamed, and the workspace stores the data for planning. */
export async function mirrorToMirror(
  request: MirrorRequest & { workflow: { kind: 'mirrorToMirror' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { workspace: directory, destination } = request.workflow;
  const approved = await approvedPlan(request, host, control.signal);
  const { plan } = approved;
  const configurations = [approved.configuration];
  return inWorkspace(
    directory,
    control,
    (workspace) =>
      pushRun({ request, host, control, workspace, configurations, plan }, destination, async (run) => {
        await using opened = new AsyncDisposableStack();
        const collected = opened.use(
          await collectForRun(run, {
            ...{ request, approved, stored: [workspace.cache] },
            catalogImages: (catalog) => [catalogAtRegistry(catalog)],
          }),
        );
        const { side, collection, graphBase, trust } = collected;
        await writePinnedConfigurations(workspace.files, approved.configuration, collection.catalogs);
        await noteCatalogs(workspace.state, collection.catalogs);
        const { signal, planning } = run.stops;
        const open = opened.move();
        return {
          ...{ collection, configurations, trust, graphBase: graphBase?.digest },
          resolve: { origin: side.origin, memory: side.memory, retain: approved.retain, signal: planning },
          content: streamed(run.session, side, signal),
          signatures: async ({ source: { digest } }) =>
            digest ? savedSignatures(workspace.files, digest) : [],
          [Symbol.asyncDispose]: () => open.disposeAsync(),
        };
      }),
    { create: true },
  );
}

function streamed(session: Session, side: ConnectedSide, signal: AbortSignal): PushContent {
  return {
    manifest: async (image, { digest }) => (await side.origin.manifest(image.source, digest, signal)).bytes,
    blob(image, blob) {
      const local = side.stored.find((source) => source.size(blob.digest) === blob.size);
      if (local) return local.read(blob.digest, { signal });
      return session.registries.at(image.source.registry).blob(image.source.repository, blob, {
        signal,
        endAtClose: true,
      });
    },
  };
}
