import { sourceOf } from '../../../base/collected/image-source.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { blobsOf, type Descriptor, type Manifest, parseManifest } from '../../../base/image/manifest.ts';
import { parseReference } from '../../../base/image/reference.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { Registry } from '../../../registry/exchange/registry.ts';
import { lateSession } from '../../sources/late-session.ts';
import { optionalPath } from '../state/absolute-path.ts';
import { contractFailure, interrupted } from '../state/answers.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

type Checked = RequestOutput<'drafts.checkImage'>;
type Handlers = Pick<HandlersOf<'drafts'>, 'drafts.checkImage'>;

/** Instances of an index whose manifests are read for its size; more are rare, and then the size is left out. */
const MOST_INSTANCES = 16;

/** `drafts.checkImage`: what an additional image stands for now. */
export function draftImageHandlers(state: ServiceState): Handlers {
  return {
    'drafts.checkImage': async (input, { signal }) => {
      const workspace = optionalPath(input.workspace, 'workspace');
      try {
        return await checkImage(input, state.hostFor(workspace), signal);
      } catch (error) {
        if (signal.aborted) throw interrupted();
        if (!(error instanceof AirlockError)) throw error;
        return { ok: false, failure: contractFailure(error) };
      }
    },
  };
}

/**
 * Asks the registry for the manifest, and for an index for those of its instances: nothing larger is fetched.
 * @throws AirlockError `reference-invalid`, `not-found`, and what a registry refuses
 */
async function checkImage(
  { image, tlsVerify }: RequestParsed<'drafts.checkImage'>,
  host: HostFacts,
  signal: AbortSignal,
): Promise<Checked> {
  const reference = parseReference(image);
  if (reference.transport !== 'docker')
    throw new AirlockError('reference-invalid', `${image} is a folder, not an image of a registry`, {
      side: 'local',
      remedy: 'It is looked at when a plan is made.',
    });
  const { registry: name, repository, tag, digest } = sourceOf(reference);
  // A person waits for the answer: one more attempt, not five.
  const settings = { sourceTlsVerify: tlsVerify, retryTimes: 1, retryDelayMs: 250 };
  await using network = lateSession({ host, settings });
  const registry = (await network.open()).registries.at(name);
  const manifest = await registry.manifest(repository, digest ?? tag!, { signal });
  return {
    ok: true,
    digest: manifest.digest,
    bytes: await sizeOf(registry, repository, manifest, signal),
  };
}

/** Unique bytes of all blobs and manifests of an image; undefined for an index with too many instances. */
async function sizeOf(
  registry: Registry,
  repository: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<number | undefined> {
  const content = parseManifest(manifest.bytes, manifest.mediaType);
  if (content.kind === 'image') return manifest.bytes.length + sum(blobsOf(content));
  if (content.manifests.length > MOST_INSTANCES) return undefined;
  const blobs: Descriptor[] = [];
  let bytes = manifest.bytes.length;
  for (const { digest } of content.manifests) {
    const instance = await registry.manifest(repository, digest, { signal });
    const own = parseManifest(instance.bytes, instance.mediaType);
    bytes += instance.bytes.length;
    if (own.kind === 'image') blobs.push(...blobsOf(own));
  }
  return bytes + sum(blobs);
}

function sum(blobs: readonly Descriptor[]): number {
  return [...new Map(blobs.map(({ digest, size }) => [digest, size])).values()].reduce(
    (total, size) => total + size,
    0,
  );
}
