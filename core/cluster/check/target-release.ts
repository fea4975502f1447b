import { valid } from 'semver';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { machineName } from '../../base/image/architecture.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { imageNameOf } from './image-item.ts';
import { t } from './messages.ts';
import { type NodePull, noPlace } from './node-pull.ts';
import { type ImageName, placeText } from './pull-places.ts';
import { type CheckItem, okItem } from './report.ts';

/** The requested release, by digest. */
export interface TargetRelease {
  image: ImageName & { reference: Digest };
  /** The source of its digest. */
  item: CheckItem;
}

const RELEASES = { registry: 'quay.io', repository: 'openshift-release-dev/ocp-release' };
const RELEASE = `${RELEASES.registry}/${RELEASES.repository}`;

/**
 * Finds the digest of a version in the update service or the history of the cluster, or else by its tag at the mirrors
 * of `quay.io/openshift-release-dev/ocp-release`.
 * @param to a version, or the release image by digest
 * @throws AirlockError `usage` if it is neither
 */
export async function targetRelease(
  facts: ClusterFacts,
  to: string,
  pull: NodePull,
  signal?: AbortSignal,
): Promise<TargetRelease | CheckItem> {
  const known = (
    text: string,
    key: 'digestRequested' | 'digestOffered' | 'digestInHistory',
  ): TargetRelease | undefined => {
    const image = imageNameOf(text);
    if (!image || !isDigest(image.reference)) return undefined;
    const { reference } = image;
    return {
      image: { ...image, reference },
      item: okItem('release', t('digestLabel'), t(key, { digest: reference })),
    };
  };
  const named = to.includes('@') ? known(to, 'digestRequested') : undefined;
  if (named) return named;
  if (!valid(to))
    throw new AirlockError('usage', t('releaseInvalid', { to }), {
      remedy: t('releaseInvalidRemedy', { release: RELEASE }),
    });
  const offered = facts.updates.find(({ version }) => version === to);
  const reported = offered && known(offered.image, 'digestOffered');
  if (reported) return reported;
  const had = facts.history.find(({ version }) => version === to);
  const before = had && known(had.image, 'digestInHistory');
  if (before) return before;

  const rejected: string[] = [];
  for (const tag of tagsOf(facts, to)) {
    const image = { ...RELEASES, reference: tag };
    // Releases are mirrored by digest. Their tags are at the same mirrors, although no tag mirror contains them.
    const answer = await pull.tagged(image, signal);
    if (!Array.isArray(answer)) {
      const { digest } = answer.manifest;
      const message = t('digestTagged', { digest, tag, place: placeText(answer.place) });
      return {
        image: { ...RELEASES, reference: digest },
        item: okItem('release', t('digestLabel'), message),
      };
    }
    if (answer.length === 0) rejected.push(noPlace(image).message);
    rejected.push(
      ...answer.map(({ place, error }) =>
        t('placeFailed', { place: placeText(place), reason: error.message }),
      ),
    );
  }
  return {
    ...{ group: 'release', name: t('digestLabel'), state: 'failed' },
    message: t('digestUnknown', { to, reasons: [...new Set(rejected)].join('; ') }),
    remedy: t('digestUnknownRemedy', { release: RELEASE }),
  };
}

function tagsOf({ multi, architectures }: ClusterFacts, to: string): string[] {
  const single = architectures.length > 0 ? architectures : ['amd64'];
  const own = `${to}-${machineName(single[0]!)}`;
  return multi || single.length > 1 ? [`${to}-multi`] : [own, `${to}-multi`];
}
