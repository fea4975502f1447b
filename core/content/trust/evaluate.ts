import type { Verdict } from '../../base/collected/collected.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { parseImageName } from './docker-reference.ts';
import type { ReadFile } from './host-files.ts';
import { t } from './messages.ts';
import { type Policy, type PolicySection, type PolicySubject, sectionFor } from './policy.ts';
import { type Requirement, uncheckable } from './policy-schema.ts';
import { type KeyRings, keyRings, meets, type Rejection, type SignatureSources } from './requirements.ts';
import type { ImageRepository } from './sigstore-attachment.ts';
import type { TrustKey } from './trust-keys.ts';

/** An image to check against a policy. */
export interface TrustedImage {
  /** Its upstream name: `registry/path:tag` or `registry/path@digest`, or `oci://FOLDER`. */
  reference: string;
  /** The digest that the name currently resolves to. */
  digest: Digest;
  /**
   * For a manifest list: the digests of the images in it that are copied. Each of them must be accepted, as when
   * containers tools copy an entire list. A signature of the list itself isn't considered then.
   */
  instances?: readonly Digest[];
  /** The repository of its attachments, if that isn't its upstream repository: that of the destination in a set. */
  at?: ImageRepository;
}

export interface TrustDecision {
  accepted: boolean;
  /** `by` contains fingerprints as returned by `keys`, joined by commas. */
  verdict: Verdict;
  /** Why it is rejected, with the policy file and the scope. */
  problem?: Problem;
}

export interface Trust {
  readonly policyFile: string;
  /**
   * Returns the decision of the policy about an image. Decisions are cached.
   * @throws AirlockError if signatures can't be looked up (network, disk), `reference-invalid`, `digest-mismatch`
   */
  verdictOf(image: TrustedImage, signal?: AbortSignal): Promise<TrustDecision>;
  /** Returns every key of the policy, each file once, and the problems of unreadable ones. */
  keys(): Promise<{ keys: TrustKey[]; problems: Problem[] }>;
}

export interface TrustOptions extends SignatureSources {
  policy: Policy;
  /** For key files. */
  readFile: ReadFile;
}

/** Returns what checks images against a policy like containers tools (containers-policy.json(5)). */
export function createTrust(options: TrustOptions): Trust {
  const { policy, readFile } = options;
  const rings = keyRings(policy.file, readFile);
  const known = new Map<string, Promise<TrustDecision>>();
  return {
    policyFile: policy.file,
    verdictOf(image, signal) {
      const key = JSON.stringify([image.reference, image.digest, image.instances, image.at]);
      let decision = known.get(key);
      if (!decision) {
        decision = decide(image, options, rings, signal);
        known.set(key, decision);
        decision.catch(() => known.delete(key));
      }
      return decision;
    },
    async keys() {
      const keys = new Map<string, TrustKey>();
      const problems: Problem[] = [];
      for (const requirement of requirementsOf(policy)) {
        if (uncheckable(requirement)) continue;
        if (requirement.type !== 'signedBy' && requirement.type !== 'sigstoreSigned') continue;
        try {
          const { shown } =
            requirement.type === 'signedBy'
              ? await rings.openpgp(requirement)
              : await rings.sigstore(requirement);
          for (const key of shown) keys.set(`${key.origin} ${key.fingerprint}`, key);
        } catch (error) {
          if (!(error instanceof AirlockError)) throw error;
          problems.push({ ...error.toJSON(), file: policy.file });
        }
      }
      return { keys: [...keys.values()], problems };
    },
  };
}

function requirementsOf(policy: Policy): Requirement[] {
  const sections = [...policy.transports.values()].flatMap((scopes) => [...scopes.values()]);
  return [policy.default, ...sections].flatMap(({ requirements }) => requirements);
}

async function decide(
  image: TrustedImage,
  options: TrustOptions,
  rings: KeyRings,
  signal: AbortSignal | undefined,
): Promise<TrustDecision> {
  const subject = subjectOf(image);
  const section = sectionFor(options.policy, subject);
  const at = image.at ?? repositoryOf(image.reference);
  const by = new Set<string>();
  for (const digest of image.instances?.length ? image.instances : [image.digest]) {
    for (const requirement of section.requirements) {
      const outcome = await meets(requirement, { subject, digest, at, sources: options, rings, signal });
      if (!outcome.met) return rejected(image, digest, section, outcome);
      if (outcome.by) by.add(outcome.by);
    }
  }
  const verdict: Verdict =
    by.size > 0 ? { result: 'verified', by: [...by].join(', ') } : { result: 'not-checked' };
  return { accepted: true, verdict };
}

function rejected(
  image: TrustedImage,
  digest: Digest,
  { words, at }: PolicySection,
  { result, why, remedy }: Rejection,
): TrustDecision {
  const values = { image: image.reference, why, file: at.file ?? '', scope: words };
  const message =
    digest === image.digest ? t('imageRejected', values) : t('instanceRejected', { ...values, digest });
  const error = new AirlockError('policy-rejected', message, { side: 'source', at, remedy });
  const { side: _side, ...problem } = error.toJSON();
  return { accepted: false, verdict: { result }, problem };
}

/** @throws AirlockError `digest-mismatch` for a name with another digest, because the decision for one isn't valid for the other */
function subjectOf({ reference, digest }: TrustedImage): PolicySubject {
  if (reference.startsWith('oci://')) return { transport: 'oci', path: reference.slice('oci://'.length) };
  const parsed = parseImageName(reference.replace(/^docker:\/\//, ''));
  if (!parsed)
    throw new AirlockError('reference-invalid', t('referenceInvalid', { reference }), { found: reference });
  if (parsed.digest !== undefined && parsed.digest !== digest)
    throw new AirlockError('digest-mismatch', t('digestMismatch', { reference }), {
      side: 'source',
      expected: parsed.digest,
      found: digest,
    });
  return { transport: 'docker', reference: parsed };
}

function repositoryOf(reference: string): ImageRepository {
  const [registry = '', ...path] = reference.replace(/^docker:\/\//, '').split('/');
  return { registry, repository: path.join('/').replace(/[:@].*$/s, '') };
}
