import { createHash, createPublicKey } from 'node:crypto';
import { gte, type SemVer } from 'semver';
import { firstWords } from '../../base/document/words.ts';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Digest } from '../../base/image/digest.ts';
import { hexOf } from '../../base/image/digest.ts';
import { verifyReleaseSignature } from '../../content/signature/release-signature.ts';
import type { VerificationKeys } from '../../content/signature/verification-keys.ts';
import {
  attachedSignatures,
  checkSigstoreSignature,
  type SigstoreKey,
} from '../../content/trust/sigstore-attachment.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { unreadItems } from './cluster-items.ts';
import { t } from './messages.ts';
import type { NodePull } from './node-pull.ts';
import type { ImageName } from './pull-places.ts';
import { type CheckItem, okItem } from './report.ts';

/**
 * Clusters of this version and later require the signature image of a release (their ClusterImagePolicy `openshift`).
 */
const WANTS_SIGNATURE_IMAGES = '4.21.0';
/** The scopes of the policy in such a release. */
const RELEASE_SCOPES = ['quay.io/openshift-release-dev'];
const AT_ONCE = 6;
const group = 'signatures';

/**
 * Checks whether the Cluster Version Operator can verify the release: a ConfigMap of the cluster must contain a signature
 * of its digest that is valid for the keys.
 */
export async function configMapItem(
  facts: ClusterFacts,
  digest: Digest,
  keys: VerificationKeys,
): Promise<CheckItem> {
  const name = t('signatureConfigMapLabel');
  const [unread] = unreadItems(facts, 'signatures', group, name);
  if (unread) return unread;
  const faults: string[] = [];
  for (const { object, message } of facts.signatures.filter((one) => one.digest === digest)) {
    try {
      const { keyId } = await verifyReleaseSignature({
        ...{ digest, keys, message: Buffer.from(message, 'base64') },
      });
      return okItem(group, name, t('signatureFound', { object, key: keyId }));
    } catch (thrown) {
      faults.push(t('signatureFailed', { object, reason: asAirlockError(thrown).message }));
    }
  }
  const remedy = t('signatureRemedy');
  if (faults.length > 0)
    return { group, name, state: 'failed', message: faults.join('; '), remedy: t('signatureInvalidRemedy') };
  if (facts.signatureStores.length > 0)
    return {
      ...{ group, name, state: 'unknown', remedy },
      message: t('signatureMaybeInStore', { digest, stores: facts.signatureStores.join(', ') }),
    };
  return { group, name, state: 'failed', message: t('signatureMissing', { digest }), remedy };
}

/**
 * Checks whether nodes can pull the signature images (`sha256-HEX.sig`) that they require: for images with a
 * ClusterImagePolicy in the cluster or in the release. Verifies them with the key of the policy.
 * @param images the payload first
 */
export async function signatureImageItems(
  facts: ClusterFacts,
  to: SemVer | undefined,
  images: readonly { name: string; image: ImageName & { reference: Digest } }[],
  pull: NodePull,
  signal?: AbortSignal,
): Promise<CheckItem[]> {
  const name = t('signatureImagesLabel');
  const { imagePolicies } = facts;
  const coming = to !== undefined && gte(`${to.major}.${to.minor}.0`, WANTS_SIGNATURE_IMAGES);
  const wanted = images.flatMap(({ name, image }) => {
    const policy = imagePolicies.find(({ scopes }) => covers(scopes, image));
    return policy || (coming && covers(RELEASE_SCOPES, image)) ? [{ name, image, policy }] : [];
  });
  if (wanted.length === 0) {
    const unread = unreadItems(facts, 'image-policy', group, name);
    return unread.length > 0 ? unread : [okItem(group, name, t('signatureImagesUnused'))];
  }
  const missing: string[] = [];
  const wrong: string[] = [];
  let verified = 0;
  const looked = inOrder(wanted, AT_ONCE, async ({ name, image, policy }) => {
    const answer = await pull.tagged({ ...image, reference: `sha256-${hexOf(image.reference)}.sig` }, signal);
    if (Array.isArray(answer)) return { name, found: 'missing' as const };
    const key = policy?.key === undefined ? undefined : keyOf(policy.key);
    if (!key) return { name, found: 'there' as const };
    const { host, repository } = answer.place;
    const why = await unverified(pull, image, { registry: host, repository }, key, signal);
    return why === undefined ? { name, found: 'verified' as const } : { name, found: 'wrong' as const, why };
  });
  for await (const { name, found, why } of looked) {
    if (found === 'missing') missing.push(name);
    if (found === 'wrong')
      wrong.push(t('signatureImageFailed', { image: name, reason: why ?? t('signatureKeyDiffers') }));
    if (found === 'verified') verified++;
  }
  if (missing.length + wrong.length === 0)
    return [okItem(group, name, t('signatureImagesFound', { total: wanted.length, verified }))];
  const values = {
    missing: missing.length,
    invalid: wrong.length,
    total: wanted.length,
    images: firstWords([...wrong, ...missing], 5),
  };
  return [
    {
      ...{ group, name, state: 'failed' },
      message:
        wrong.length === 0
          ? t('signatureImagesMissing', values)
          : missing.length === 0
            ? t('signatureImagesInvalid', values)
            : t('signatureImagesMissingAndInvalid', values),
      remedy: t('signatureImagesRemedy'),
    },
  ];
}

/** Returns whether scopes contain an image. Scopes are registries, repositories, their parents, or `*.example.com`. */
function covers(scopes: readonly string[], { registry, repository }: ImageName): boolean {
  const name = `${registry}/${repository}`;
  return scopes.some((scope) =>
    scope.startsWith('*.')
      ? registry.replace(/:\d+$/, '').endsWith(scope.slice(1))
      : name === scope || name.startsWith(`${scope}/`),
  );
}

function keyOf(pem: string): SigstoreKey | undefined {
  try {
    const key = createPublicKey(pem);
    const der = key.export({ type: 'spki', format: 'der' });
    return { key, fingerprint: `sha256:${createHash('sha256').update(der).digest('hex')}` };
  } catch {
    return undefined;
  }
}

async function unverified(
  pull: NodePull,
  { registry, repository, reference: digest }: ImageName & { reference: Digest },
  at: { registry: string; repository: string },
  key: SigstoreKey,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const signatures = await attachedSignatures(pull.direct, at, digest, signal);
    const name = `${registry}/${repository}`;
    const accepts = (signed: string) => signed === name || signed.startsWith(`${name}:`);
    const checked = signatures.map((one) => checkSigstoreSignature(one, [key], { digest, accepts }));
    if (checked.some(({ result }) => result === 'verified')) return undefined;
    const invalid = checked.find((one) => one.result === 'invalid');
    return invalid && 'why' in invalid ? String(invalid.why) : t('signatureKeyDiffers');
  } catch (thrown) {
    signal?.throwIfAborted();
    return asAirlockError(thrown).message;
  }
}
