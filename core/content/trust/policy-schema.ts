import { z } from 'zod';
import { alternativeList, wordList } from '../../base/document/words.ts';
import { t } from './messages.ts';
import { signedIdentity } from './signed-identity.ts';

const filled = z.string().min(1, t('mustNotBeEmpty'));
const base64 = z
  .string()
  .refine(
    (text) =>
      /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/[\r\n]/g, '')),
    t('mustBeBase64'),
  );
const identity = signedIdentity.default({ type: 'matchRepoDigestOrExact' });

const signedBy = z
  .strictObject({
    type: z.literal('signedBy'),
    keyType: z.enum(['GPGKeys', 'signedByGPGKeys', 'X509Certificates', 'signedByX509CAs']),
    keyPath: filled.optional(),
    keyPaths: z.array(z.string()).optional(),
    keyData: base64.optional(),
    signedIdentity: identity,
  })
  .superRefine((value, context) =>
    exactlyOne(value, ['keyPath', 'keyPaths', 'keyData'], (message) => context.addIssue(message)),
  );

const fulcio = z
  .strictObject({
    caPath: filled.optional(),
    caData: base64.optional(),
    oidcIssuer: filled,
    subjectEmail: filled.optional(),
    URI: filled.optional(),
  })
  .superRefine((value, context) =>
    exactlyOne(value, ['caPath', 'caData'], (message) => context.addIssue(message)),
  );

const pki = z
  .strictObject({
    caRootsPath: filled.optional(),
    caRootsData: base64.optional(),
    caIntermediatesPath: filled.optional(),
    caIntermediatesData: base64.optional(),
    subjectEmail: filled.optional(),
    subjectHostname: filled.optional(),
  })
  .superRefine((value, context) =>
    exactlyOne(value, ['caRootsPath', 'caRootsData'], (message) => context.addIssue(message)),
  );

const REKOR = [
  'rekorPublicKeyPath',
  'rekorPublicKeyPaths',
  'rekorPublicKeyData',
  'rekorPublicKeyDatas',
] as const;

const sigstoreSigned = z
  .strictObject({
    type: z.literal('sigstoreSigned'),
    keyPath: filled.optional(),
    keyPaths: z.array(filled).min(1, t('mustNotBeEmpty')).optional(),
    keyData: base64.optional(),
    keyDatas: z.array(base64).min(1, t('mustNotBeEmpty')).optional(),
    fulcio: fulcio.optional(),
    pki: pki.optional(),
    rekorPublicKeyPath: filled.optional(),
    rekorPublicKeyPaths: z.array(filled).min(1, t('mustNotBeEmpty')).optional(),
    rekorPublicKeyData: base64.optional(),
    rekorPublicKeyDatas: z.array(base64).min(1, t('mustNotBeEmpty')).optional(),
    signedIdentity: identity,
  })
  .superRefine((value, context) => {
    exactlyOne(value, ['keyPath', 'keyPaths', 'keyData', 'keyDatas', 'fulcio', 'pki'], (message) =>
      context.addIssue(message),
    );
    const rekor = REKOR.filter((field) => value[field] !== undefined);
    if (rekor.length > 1) context.addIssue(t('atMostOneOf', { fields: alternativeList(REKOR) }));
    if (value.fulcio && rekor.length === 0) context.addIssue(t('fulcioWithoutRekor'));
    if (value.pki && rekor.length > 0) context.addIssue(t('pkiWithRekor'));
  });

const requirement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('insecureAcceptAnything') }),
  z.strictObject({ type: z.literal('reject') }),
  signedBy,
  z.strictObject({ type: z.literal('signedBaseLayer'), baseLayerIdentity: signedIdentity }),
  sigstoreSigned,
]);

export type Requirement = z.infer<typeof requirement>;
export type SignedBy = z.infer<typeof signedBy>;
export type SigstoreSigned = z.infer<typeof sigstoreSigned>;

const requirements = z.array(requirement).min(1, t('requirementMissing'));

export const policyFile = z.strictObject({
  default: requirements,
  transports: z.record(z.string(), z.record(z.string(), requirements)).default({}),
});

/** Returns the part of a requirement that this version can't check. Containers tools can't check some of it either. */
export function uncheckable(requirement: Requirement): string | undefined {
  if (requirement.type === 'signedBaseLayer') return 'signedBaseLayer';
  if (requirement.type === 'signedBy')
    return requirement.keyType === 'GPGKeys' ? undefined : `signedBy with keyType ${requirement.keyType}`;
  if (requirement.type !== 'sigstoreSigned') return undefined;
  if (requirement.fulcio) return 'sigstoreSigned with fulcio';
  if (requirement.pki) return 'sigstoreSigned with pki';
  return REKOR.some((field) => requirement[field] !== undefined)
    ? 'sigstoreSigned with a rekorPublicKey'
    : undefined;
}

function exactlyOne<T extends object>(
  value: T,
  fields: (keyof T & string)[],
  reject: (why: string) => void,
): void {
  const found = fields.filter((field) => value[field] !== undefined);
  const list = alternativeList(fields);
  if (found.length === 0) reject(t('oneOfNone', { fields: list }));
  if (found.length > 1) reject(t('oneOf', { fields: list, found: wordList(found) }));
}
