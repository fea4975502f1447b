import type { CollectedImage, Verdict } from '../../base/collected/collected.ts';
import type { ManifestOrigin } from '../../content/plan/manifest-origin.ts';
import { resolveImage } from '../../content/plan/resolve-image.ts';
import type { ReleaseComponent } from '../../content/release/image-references.ts';
import type { HostFacts } from '../run/request.ts';
import { loadTrust, type TrustRequest } from '../sides/image-trust.ts';
import { imageOfRelease, type OpenedRelease } from './open-release.ts';
import type { ReleaseStore } from './release-store.ts';

/** Returns the verdict of a release, or of one of its components. @throws AirlockError `policy-rejected` */
export type JudgeRelease = (component?: ReleaseComponent) => Promise<Verdict>;

/**
 * Returns what judges the images of a release: its signature alone, or also the trust policy of this host with
 * `--secure-policy`, with the signatures that were transferred or are in the mirror.
 * @throws AirlockError `config-unreadable`, `config-invalid` for the policy
 */
export async function releaseJudge(options: {
  request: TrustRequest;
  store: ReleaseStore;
  release: OpenedRelease;
  host: HostFacts;
  signal?: AbortSignal | undefined;
}): Promise<JudgeRelease> {
  const { request, store, release, host, signal } = options;
  const sources = { side: 'disconnected' as const, content: store.content, files: store.files };
  const loaded = await loadTrust(request, host, sources, undefined);
  release.problems.push(...loaded.doubts);
  const trust = loaded.of?.({
    collected: [],
    catalogs: [],
    original: (image) => resolveImage(image, { origin: originIn(store, image), attachments: false }),
  });
  return async (component) => {
    if (!trust) return release.verdict;
    const image = imageOfRelease(release, component);
    const planned = await resolveImage(image, { origin: originIn(store, image), attachments: false, signal });
    const { image: judged, rejected } = await trust.judge(planned, signal);
    if (rejected) throw rejected;
    return judged.verdict;
  };
}

/** Reads the manifests of an image in a store, without looking up attachments. */
function originIn(store: ReleaseStore, { source, destination }: CollectedImage): ManifestOrigin {
  const place = store.place(source, destination);
  return {
    digestOf: async (image) => image.source.digest!,
    manifest: (_, digest, signal) => store.content.manifest({ ...place, digest }, signal),
    attached: async () => [],
  };
}
