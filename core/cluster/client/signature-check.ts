import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { explainedKind } from './known-kinds.ts';
import { t } from './messages.ts';
import { nameOf, refOf } from './object-ref.ts';

/**
 * Keys of a signature ConfigMap begin with the digest of the release (openshift/library-go:
 * pkg/verify/store/configmap).
 */
const KEY = /^sha256-([0-9a-f]{64})/;

/**
 * Returns why a ConfigMap of release signatures must not be applied: each of its signatures must be valid for the digest
 * in its key. Returns undefined for other objects, and if all signatures are valid.
 * @param keyFile keys to use instead of the bundled ones
 * @throws AirlockError `config-unreadable` for that file
 */
export async function signatureFault(
  resource: Resource,
  keyFile: string | undefined,
): Promise<Problem | undefined> {
  if (explainedKind(resource) !== 'SignatureConfigMap') return undefined;
  const [{ loadVerificationKeys }, { verifiedSignatures }] = await Promise.all([
    import('../../content/signature/verification-keys.ts'),
    import('../../content/signature/verified-signatures.ts'),
  ]);
  const keys = await loadVerificationKeys(keyFile);
  const object = nameOf(refOf(resource));
  const rejected = (message: string): Problem => ({
    ...{ code: 'signature-invalid', level: 'error', message },
    remedy: t('signatureInvalidRemedy'),
  });
  for (const [name, text] of Object.entries((resource.binaryData ?? {}) as Record<string, string>)) {
    const hex = KEY.exec(name)?.[1];
    if (hex === undefined) return rejected(t('signatureKeyInvalid', { object, key: name }));
    const digest: Digest = `sha256:${hex}`;
    const messages = [Buffer.from(text, 'base64')];
    const { faults } = await verifiedSignatures({ digest, messages, keys });
    if (faults[0]) return rejected(t('signatureInvalid', { object, fault: faults[0].message }));
  }
  return undefined;
}
