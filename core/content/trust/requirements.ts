import type { ImageContentReader, Verdict } from '../../base/collected/collected.ts';
import { firstWords } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { ClaimRules } from './claim.ts';
import type { DockerReference } from './docker-reference.ts';
import type { ReadFile } from './host-files.ts';
import type { Lookaside } from './lookaside.ts';
import { type PolicySubject, UNCHECKABLE_REMEDY } from './policy.ts';
import { type Requirement, type SignedBy, type SigstoreSigned, uncheckable } from './policy-schema.ts';
import { attachmentsFor, type RegistriesD } from './registries-d.ts';
import { identityMatches } from './signed-identity.ts';
import { attachedSignatures, checkSigstoreSignature, type ImageRepository } from './sigstore-attachment.ts';
import { type Checked, checkSimpleSignature } from './simple-signing.ts';
import { openpgpKeys, sigstoreKeys, type TrustKey } from './trust-keys.ts';

/** Where signatures of images are found. */
export interface SignatureSources {
  registriesD: RegistriesD;
  lookaside: Lookaside;
  /** Where cosign's tags are read. */
  attachments: ImageContentReader;
}

export interface Question {
  subject: PolicySubject;
  digest: Digest;
  /** Where what is attached to the image is read. */
  at: ImageRepository;
  sources: SignatureSources;
  rings: KeyRings;
  signal: AbortSignal | undefined;
}

/** Sets of keys are read once, when the first image needs them: a policy may name keys that this host does not have. */
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

/** Whether an image meets a requirement, and by which key when it took one. */
export type Outcome = { met: true; by?: string } | ({ met: false } & Rejection);

export interface Rejection {
  result: Verdict['result'];
  why: string;
  remedy?: string;
}

/** Checks one requirement on one digest. @throws AirlockError when signatures cannot be looked for */
export async function meets(requirement: Requirement, question: Question): Promise<Outcome> {
  const requested = uncheckable(requirement);
  if (requested)
    return {
      met: false,
      result: 'rejected',
      why: `the policy asks for ${requested}, which cannot be checked here`,
      remedy: UNCHECKABLE_REMEDY,
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
        why: 'reject: the policy takes no image from there',
        remedy: 'Take the image out of the configuration, or have the policy changed.',
      };
  }
}

async function signedBy(requirement: SignedBy, question: Question): Promise<Outcome> {
  const { subject, digest, sources, rings, signal } = question;
  const ring = await readable(rings.openpgp(requirement));
  if ('met' in ring) return ring;
  const reference = referenceOf(subject);
  if (!reference) return unsigned('signedBy', 'a folder has none', ring.shown);
  const { from, messages } = await sources.lookaside.signatures(reference, digest, signal);
  const rules = rulesFor(requirement, reference, digest);
  const checked: Checked[] = [];
  for (const message of messages) {
    const result = await checkSimpleSignature(message, ring.keys, rules);
    if (result.result === 'verified') return { met: true, by: result.by };
    checked.push(result);
  }
  if (checked.length === 0) return unsigned('signedBy', `looked for in ${from}`, ring.shown);
  return notAccepted('signedBy', checked, ring.shown);
}

async function sigstoreSigned(requirement: SigstoreSigned, question: Question): Promise<Outcome> {
  const { subject, digest, at, sources, rings, signal } = question;
  const ring = await readable(rings.sigstore(requirement));
  if ('met' in ring) return ring;
  const reference = referenceOf(subject);
  if (!reference) return unsigned('sigstoreSigned', 'a folder has none', ring.shown);
  const { use, at: reported } = attachmentsFor(sources.registriesD, reference);
  if (!use)
    return {
      met: false,
      result: 'unsigned',
      why: `sigstoreSigned: no signature is looked for, ${reported?.file} line ${reported?.line} has use-sigstore-attachments: false`,
      remedy: 'Set use-sigstore-attachments: true for this repository.',
    };
  const signatures = await attachedSignatures(sources.attachments, at, digest, signal);
  const rules = rulesFor(requirement, reference, digest);
  const checked: Checked[] = [];
  for (const signature of signatures) {
    const result = checkSigstoreSignature(signature, ring.keys, rules);
    if (result.result === 'verified') return { met: true, by: result.by };
    checked.push(result);
  }
  if (checked.length === 0)
    return unsigned('sigstoreSigned', `no ${digest.replace(':', '-')}.sig in its repository`, ring.shown);
  return notAccepted('sigstoreSigned', checked, ring.shown);
}

/** Keys that cannot be read refuse the image, and say so; the run goes on for others. */
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

function unsigned(type: string, where: string, keys: TrustKey[]): Outcome {
  return {
    met: false,
    result: 'unsigned',
    why: `${type}: there is no signature (${where}); one by ${keyWords(keys)} is required`,
  };
}

function notAccepted(type: string, checked: Checked[], keys: TrustKey[]): Outcome {
  const strangers = checked.filter((each) => each.result === 'stranger');
  const ids = [...new Set(strangers.map(({ keyId }) => keyId).filter((id) => id !== undefined))];
  const faults = [
    ...new Set(checked.map((each) => (each.result === 'invalid' ? each.why : '')).filter(Boolean)),
  ];
  const parts: string[] = [];
  if (strangers.length > 0) {
    const are = strangers.length === 1 ? 'is 1' : `are ${strangers.length}`;
    const others = ids.length > 0 ? `by others (${ids.slice(0, 5).join(', ')})` : 'by others, or altered';
    parts.push(`no signature by ${keyWords(keys)}; there ${are} ${others}`);
  }
  for (const fault of faults.slice(0, 5)) parts.push(`a signature does not count: ${fault}`);
  return { met: false, result: 'rejected', why: `${type}: ${parts.join('; ')}` };
}

/** `key 0123… (/etc/pki/key)`, of several the first three. */
function keyWords(keys: TrustKey[]): string {
  const names = keys.map(({ fingerprint, origin }) => `${fingerprint} (${origin})`);
  return `${keys.length === 1 ? 'key' : 'one of the keys'} ${firstWords(names, 3)}`;
}

function referenceOf(subject: PolicySubject): DockerReference | undefined {
  return subject.transport === 'docker' ? subject.reference : undefined;
}
