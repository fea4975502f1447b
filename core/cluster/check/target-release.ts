import { valid } from 'semver';
import { ownEntry } from '../../base/document/own-entry.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { imageNameOf } from './image-item.ts';
import { type NodePull, noPlace } from './node-pull.ts';
import { type ImageName, placeText } from './pull-places.ts';
import { type CheckItem, okItem } from './report.ts';

/** The release that is wanted, by digest, as the cluster would be told. */
export interface TargetRelease {
  image: ImageName & { reference: Digest };
  /** Where its digest is known from. */
  item: CheckItem;
}

const RELEASES = { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release' };
const TAGS: Record<string, string> = { amd64: 'x86_64', arm64: 'aarch64' };

/**
 * Finds the digest of a version: the cluster's own update service or history knows it, else its tag at the mirrors of
 * `quay.io/openshift-release-dev/ocp-release`.
 * @param to a version, or the release image by digest
 * @throws AirlockError `usage` when it is neither
 */
export async function targetRelease(
  facts: ClusterFacts,
  to: string,
  pull: NodePull,
  signal?: AbortSignal,
): Promise<TargetRelease | CheckItem> {
  const known = (text: string, message: string): TargetRelease | undefined => {
    const image = imageNameOf(text);
    if (!image || !isDigest(image.reference)) return undefined;
    const { reference } = image;
    return {
      image: { ...image, reference },
      item: okItem('release', 'Digest', `${reference}, ${message}`),
    };
  };
  const named = to.includes('@') ? known(to, 'as it was asked for') : undefined;
  if (named) return named;
  if (!valid(to))
    throw new AirlockError('usage', `"${to}" is neither a version of OpenShift nor a release by digest`, {
      remedy: `Write it as 4.18.12, or as ${RELEASES.registry}/${RELEASES.repository}@sha256:DIGEST.`,
    });
  const offered = facts.updates.find(({ version }) => version === to);
  const reported = offered && known(offered.image, 'as the update service tells the cluster');
  if (reported) return reported;
  const had = facts.history.find(({ version }) => version === to);
  const before = had && known(had.image, 'as the cluster had it before');
  if (before) return before;

  const rejected: string[] = [];
  for (const tag of tagsOf(facts, to)) {
    const image = { ...RELEASES, reference: tag };
    // Releases are mirrored by digest: their tags are at the same mirrors, though no tag mirror names them.
    const answer = await pull.tagged(image, signal);
    if (!Array.isArray(answer)) {
      const { digest } = answer.manifest;
      const where = `as ${placeText(answer.place)} has it under the tag ${tag}`;
      return {
        image: { ...RELEASES, reference: digest },
        item: okItem('release', 'Digest', `${digest}, ${where}`),
      };
    }
    if (answer.length === 0) rejected.push(noPlace(image).message);
    rejected.push(...answer.map(({ place, error }) => `${placeText(place)}: ${error.message}`));
  }
  return {
    ...{ group: 'release', name: 'Digest', state: 'failed' },
    message: `no digest is known for ${to}: ${[...new Set(rejected)].join('; ')}`,
    remedy: `Mirror the release, or name it by digest: \`--to ${RELEASES.registry}/${RELEASES.repository}@sha256:DIGEST\`.`,
  };
}

function tagsOf({ multi, architectures }: ClusterFacts, to: string): string[] {
  const single = architectures.length > 0 ? architectures : ['amd64'];
  const own = `${to}-${ownEntry(TAGS, single[0]) ?? single[0]!}`;
  return multi || single.length > 1 ? [`${to}-multi`] : [own, `${to}-multi`];
}
