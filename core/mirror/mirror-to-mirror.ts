import { join } from 'node:path';
import type { ResolveOptions } from '../plan/resolve-image.ts';
import type { ContentSource } from '../store/content.ts';
import { openWorkspace, type Workspace } from '../store/workspace.ts';
import { approvedPlan } from './approved-plan.ts';
import { collectConnected } from './collect-connected.ts';
import { connectedSide } from './connected-side.ts';
import type { PushContent } from './push-images.ts';
import { pushRun } from './push-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from './request.ts';
import type { Session } from './session.ts';
import type { Supply } from './supply.ts';

/** Mirror to mirror: blobs stream from registry to registry; the workspace keeps what planning needs. */
export async function mirrorToMirror(
  request: MirrorRequest & { workflow: { kind: 'mirrorToMirror' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { workspace: directory, destination } = request.workflow;
  const approved = await approvedPlan(request);
  const workspace = await openWorkspace(directory, { create: true });
  try {
    return await pushRun(
      request,
      host,
      control,
      workspace,
      destination,
      [approved.configuration],
      async (session, { copying, planning }) => {
        const files = approved.files(workspace.files);
        const side = await connectedSide({
          request,
          host,
          session,
          files,
          cache: workspace.cache,
          held: [workspace.cache],
          pinned: approved.pinned,
          signal: planning,
          memoryDirectory: join(workspace.workingDir, 'airlock', 'cache'),
        });
        const { collection, graph } = await collectConnected({
          approved,
          request,
          host,
          session,
          side,
          cache: workspace.cache,
          signal: planning,
        });
        return {
          collection,
          configurations: [approved.configuration],
          resolve: { origin: side.origin, memory: side.memory, signal: planning },
          content: streamed(session, workspace.cache, side, copying),
          planned: graph ? [graph.image] : [],
          ...(graph && { graphBase: graph.baseDigest }),
          signature: savedSignature(workspace),
        };
      },
    );
  } finally {
    await workspace.close();
  }
}

function streamed(
  session: Session,
  cache: ContentSource,
  side: { origin: ResolveOptions['origin'] },
  signal: AbortSignal,
): PushContent {
  return {
    manifest: async (image, { digest }) => (await side.origin.manifest(image.source, digest, signal)).bytes,
    blob: (image, blob) =>
      cache.size(blob.digest) === blob.size
        ? cache.read(blob.digest, { signal })
        : session.registries.at(image.source.registry).blob(image.source.repository, blob, { signal }),
  };
}

function savedSignature(workspace: Workspace): Supply['signature'] {
  return async ({ source }) => {
    const [name] = (await workspace.files.list('signatures/')).filter(
      (file) => source.digest && file.endsWith(`-${source.digest.replace(':', '-')}`),
    );
    return name ? workspace.files.read(name) : undefined;
  };
}
