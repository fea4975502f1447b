import { firstWords } from '../../base/document/words.ts';
import { type AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { parseReference } from '../../base/image/reference.ts';
import type { NodePull, Pullable, Rejection } from './node-pull.ts';
import { type ImageName, type PullPlace, placeText } from './pull-places.ts';
import type { CheckGroup, CheckItem } from './report.ts';

/** How an image is named in the report, and what to do when it is missing. */
export interface ImageCheck {
  group: CheckGroup;
  name: string;
  image: ImageName;
  /** What brings it to the mirror. */
  remedy: string;
}

/** Whether nodes can pull an image, with the place that gives it. */
export async function imageItem(
  pull: NodePull,
  { group, name, image, remedy }: ImageCheck,
  options: {
    /** Hosts that mirror sets name as mirrors; empty for a cluster that has none. */
    mirrorHosts: ReadonlySet<string>;
    signal?: AbortSignal;
  },
): Promise<CheckItem> {
  const about = { group, name };
  let result: Pullable;
  try {
    result = await pull.check(image, options.signal);
  } catch (thrown) {
    options.signal?.throwIfAborted();
    // A mirror set that makes no name of this one: the others may still be in order.
    const error = asAirlockError(thrown);
    return { ...about, state: 'failed', message: error.message, remedy: error.remedy };
  }
  if (!result.pullable) return { ...about, state: 'failed', ...whyNot(result, image, remedy) };
  const { place, before, blobs } = result;
  const from = placeText(place);
  const complete = `${from}: manifest and ${blobs} ${blobs === 1 ? 'blob' : 'blobs'}`;
  const { mirrorHosts } = options;
  // What a mirror serves may be named by that name itself: catalogs, releases of its update service.
  if (place.set !== undefined || mirrorHosts.size === 0 || mirrorHosts.has(place.host))
    return { ...about, state: 'ok', message: complete, remedy: '', from };
  const requested =
    before.length > 0 ? ` No mirror has it: ${rejectionsText(before)}.` : ' No mirror set names it.';
  return {
    ...about,
    state: 'warning',
    message: `only its source has it, which this host reaches and nodes may not. ${complete}.${requested}`,
    remedy,
    from,
  };
}

/** An image that something in the cluster names; undefined for what is no image name. */
export function imageNameOf(text: string): ImageName | undefined {
  try {
    const { transport, domain, path, tag, digest } = parseReference(text);
    const reference = digest ?? tag;
    return transport === 'docker' && domain && reference
      ? { registry: domain, repository: path, reference }
      : undefined;
  } catch {
    return undefined;
  }
}

function whyNot(
  { rejected, missing }: Extract<Pullable, { pullable: false }>,
  image: ImageName,
  remedy: string,
): { message: string; remedy: string } {
  if (missing) {
    return {
      message: `${placeText(missing.place)} has the manifest, but not ${firstWords(missing.parts, 3)}`,
      remedy,
    };
  }
  if (rejected.length === 0)
    return {
      message: `the cluster lets its nodes ask no registry for ${image.registry}/${image.repository}`,
      remedy: 'Look at registrySources of image.config.openshift.io/cluster, and at its mirror sets.',
    };
  return { message: rejectionsText(rejected), remedy: remedyFor(rejected, remedy) };
}

function rejectionsText(rejected: readonly Rejection[]): string {
  return rejected.map(({ place, error }) => `${placeText(place)}: ${error.message}`).join('; ');
}

/** The first mirror that would have had to answer says what is wrong; that content is missing is said last. */
function remedyFor(rejected: readonly Rejection[], remedy: string): string {
  const mirrors = rejected.filter(({ place }) => place.set !== undefined);
  for (const { place, error } of mirrors.length > 0 ? mirrors : rejected) {
    const known = accessRemedy(place, error);
    if (known !== undefined) return known;
  }
  return remedy;
}

function accessRemedy({ host }: PullPlace, { code, remedy }: AirlockError): string | undefined {
  switch (code) {
    case 'unauthorized':
    case 'denied':
      return `Add a login for ${host} that may pull to the pull secret of the cluster: \`airlock cluster-config write --pull-secret FILE --to DIR\`, then \`airlock cluster-config apply DIR\`.`;
    case 'tls-unknown-issuer':
    case 'tls':
      return `Have the cluster trust the authority of ${host}: \`airlock cluster-config write --trust-bundle CA.pem --to DIR\`, then \`airlock cluster-config apply DIR\`.`;
    case 'connection':
    case 'proxy':
    case 'stalled':
      return `${host} did not answer this host. Check it, or run the check where it can be reached: with \`airlock cluster inspect -o FILE\` and \`--from-inspect FILE\`.`;
    case 'not-found':
      return undefined;
    default:
      return remedy;
  }
}
