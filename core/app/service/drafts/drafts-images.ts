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
import { t } from './messages.ts';

type Checked = RequestOutput<'drafts.checkImage'>;
type Handlers = Pick<HandlersOf<'drafts'>, 'drafts.checkImage'>;

/** Most instances of an index whose manifests are read for its size. The size of larger ones, which are rare, is unknown. */
const MOST_INSTANCES = 16;

/** Returns the handler of `drafts.checkImage`: resolves an additional image. */
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
 * Requests the manifest and, for an index, the manifests of its instances. It downloads nothing larger.
 * @throws AirlockError `reference-invalid`, `not-found`, and errors of the registry
 */
async function checkImage(
  { image, tlsVerify }: RequestParsed<'drafts.checkImage'>,
  host: HostFacts,
  signal: AbortSignal,
): Promise<Checked> {
  const reference = parseReference(image);
  if (reference.transport !== 'docker')
    throw new AirlockError('reference-invalid', t('imageIsDirectory', { image }), {
      side: 'local',
      remedy: t('imageIsDirectoryRemedy'),
    });
  const { registry: name, repository, tag, digest } = sourceOf(reference);
  // The user waits for the answer, so there is one retry instead of five.
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

/** Returns the unique bytes of all blobs and manifests of an image, or undefined for an index with too many instances. */
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
