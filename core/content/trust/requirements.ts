import type { ImageContentReader, Verdict } from '../../base/collected/collected.ts';
import { firstWords } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { ClaimRules } from './claim.ts';
import type { DockerReference } from './docker-reference.ts';
import type { ReadFile } from './host-files.ts';
import type { Lookaside } from './lookaside.ts';
import { t } from './messages.ts';
import type { PolicySubject } from './policy.ts';
import { type Requirement, type SignedBy, type SigstoreSigned, uncheckable } from './policy-schema.ts';
import { attachmentsFor, type RegistriesD } from './registries-d.ts';
import { identityMatches } from './signed-identity.ts';
import { attachedSignatures, checkSigstoreSignature, type ImageRepository } from './sigstore-attachment.ts';
import { type Checked, checkSimpleSignature } from './simple-signing.ts';
import { openpgpKeys, sigstoreKeys, type TrustKey } from './trust-keys.ts';

/** The sources of image signatures. */
export interface SignatureSources {
  registriesD: RegistriesD;
  lookaside: Lookaside;
  /** Reads cosign's tags. */
  attachments: ImageContentReader;
}

export interface Question {
  subject: PolicySubject;
  digest: Digest;
  /** The repository of the attachments of the image. */
  at: ImageRepository;
  sources: SignatureSources;
  rings: KeyRings;
  signal: AbortSignal | undefined;
}

/** Reads sets of keys once, when the first image needs them, because a policy can refer to keys missing on this host. */
export type KeyRings = ReturnType<typeof keyRings>;

export function keyRings(policyFile: string, readFile: ReadFile) {
  const remembered = <R extends object, T>(load: (requirement: R) => Promise<T>) => {
    const known = new WeakMap<R, Promise<T>>();
    return (requirement: R): Promise<T> => {
      const keys = known.get(requirement) ?? load(requirement);
      known.set(requirement, keys);
      return keys;
    };
  };
  return {
    openpgp: remembered((requirement: SignedBy) => openpgpKeys(requirement, policyFile, readFile)),
    sigstore: remembered((requirement: SigstoreSigned) => sigstoreKeys(requirement, policyFile, readFile)),
  };
}

/** Whether an image meets a requirement, and the key that signed it. */
export type Outcome = { met: true; by?: string } | ({ met: false } & Rejection);

export interface Rejection {
  result: Verdict['result'];
  why: string;
  remedy?: string;
}

/** Checks one requirement for one digest. @throws AirlockError if signatures can't be looked up */
export async function meets(requirement: Requirement, question: Question): Promise<Outcome> {
  const requested = uncheckable(requirement);
  if (requested)
    return {
      met: false,
      result: 'rejected',
      why: t('requirementUnsupported', { requirement: requested }),
      remedy: t('requirementUnsupportedRemedy'),
    };
  switch (requirement.type) {
    case 'insecureAcceptAnything':
      return { met: true };
    case 'signedBy':
      return signedBy(requirement, question);
    case 'sigstoreSigned':
      return sigstoreSigned(requirement, question);
    default:
      return {
        met: false,
        result: 'rejected',
        why: t('rejectedByPolicy'),
        remedy: t('rejectedByPolicyRemedy'),
      };
  }
}

async function signedBy(requirement: SignedBy, question: Question): Promise<Outcome> {
  const { subject, digest, sources, rings, signal } = question;
  const ring = await readable(rings.openpgp(requirement));
  if ('met' in ring) return ring;
  const reference = referenceOf(subject);
  if (!reference)
    return unsigned(t('signatureMissingOfDirectory', { type: 'signedBy', signer: signerOf(ring.shown) }));
  const { from, messages } = await sources.lookaside.signatures(reference, digest, signal);
  const rules = rulesFor(requirement, reference, digest);
  const checked: Checked[] = [];
  for (const message of messages) {
    const result = await checkSimpleSignature(message, ring.keys, rules);
    if (result.result === 'verified') return { met: true, by: result.by };
    checked.push(result);
  }
  if (checked.length === 0)
    return unsigned(t('signatureMissing', { type: 'signedBy', place: from, signer: signerOf(ring.shown) }));
  return notAccepted('signedBy', checked, ring.shown);
}

async function sigstoreSigned(requirement: SigstoreSigned, question: Question): Promise<Outcome> {
  const { subject, digest, at, sources, rings, signal } = question;
  const ring = await readable(rings.sigstore(requirement));
  if ('met' in ring) return ring;
  const reference = referenceOf(subject);
  if (!reference)
    return unsigned(
      t('signatureMissingOfDirectory', { type: 'sigstoreSigned', signer: signerOf(ring.shown) }),
    );
  const { use, at: reported } = attachmentsFor(sources.registriesD, reference);
  if (!use)
    return unsigned(
      t('attachmentsOff', { file: reported?.file ?? '', line: String(reported?.line ?? '') }),
      t('attachmentsOffRemedy'),
    );
  const signatures = await attachedSignatures(sources.attachments, at, digest, signal);
  const rules = rulesFor(requirement, reference, digest);
  const checked: Checked[] = [];
  for (const signature of signatures) {
    const result = checkSigstoreSignature(signature, ring.keys, rules);
    if (result.result === 'verified') return { met: true, by: result.by };
    checked.push(result);
  }
  if (checked.length === 0)
    return unsigned(
      t('attachmentMissing', {
        type: 'sigstoreSigned',
        tag: `${digest.replace(':', '-')}.sig`,
        signer: signerOf(ring.shown),
      }),
    );
  return notAccepted('sigstoreSigned', checked, ring.shown);
}

/** Unreadable keys reject the image with their problem. The run continues with other images. */
async function readable<T extends object>(ring: Promise<T>): Promise<T | (Outcome & { met: false })> {
  try {
    return await ring;
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    return { met: false, result: 'rejected', why: error.message, remedy: error.remedy };
  }
}

function rulesFor(
  { signedIdentity }: SignedBy | SigstoreSigned,
  reference: DockerReference,
  digest: Digest,
): ClaimRules {
  return { digest, accepts: (signed) => identityMatches(signedIdentity, reference, signed) };
}

function unsigned(why: string, remedy?: string): Outcome {
  return { met: false, result: 'unsigned', why, remedy };
}

function notAccepted(type: string, checked: Checked[], keys: TrustKey[]): Outcome {
  const strangers = checked.filter((each) => each.result === 'stranger');
  const ids = [...new Set(strangers.map(({ keyId }) => keyId).filter((id) => id !== undefined))];
  const faults = [
    ...new Set(checked.map((each) => (each.result === 'invalid' ? each.why : '')).filter(Boolean)),
  ];
  const reasons: string[] = [];
  if (strangers.length > 0) {
    const values = { signer: signerOf(keys), count: strangers.length };
    reasons.push(
      ids.length > 0
        ? t('otherSigners', { ...values, keys: ids.slice(0, 5).join(', ') })
        : t('otherSignersUnknown', values),
    );
  }
  for (const fault of faults.slice(0, 5)) reasons.push(t('signatureInvalid', { why: fault }));
  return {
    met: false,
    result: 'rejected',
    why: t('signaturesRejected', { type, reasons: reasons.join('; ') }),
  };
}

/** Returns `key 0123… (/etc/pki/key)`, with at most three keys. */
function signerOf(keys: TrustKey[]): string {
  const names = keys.map(({ fingerprint, origin }) => `${fingerprint} (${origin})`);
  return names.length === 1 ? t('signer', { key: names[0]! }) : t('signers', { keys: firstWords(names, 3) });
}

function referenceOf(subject: PolicySubject): DockerReference | undefined {
  return subject.transport === 'docker' ? subject.reference : undefined;
}
