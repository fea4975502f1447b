import { z } from 'zod';
import type { Digest } from '../../base/image/digest.ts';
import { pathText, readJson } from './located-json.ts';

/** What was signed: the name and the digest of an image, by either kind of signature. */
const claim = z.strictObject({
  critical: z.strictObject({
    type: z.string(),
    image: z.strictObject({ 'docker-manifest-digest': z.string() }),
    identity: z.strictObject({ 'docker-reference': z.string() }),
  }),
  optional: z.looseObject({ creator: z.string().optional(), timestamp: z.int().optional() }).nullable(),
});

/** What makes a signed text count for an image. */
export interface ClaimRules {
  digest: Digest;
  /** Whether the signed name is one that the policy wants for the image. */
  accepts(dockerReference: string): boolean;
}

/** Bytes. A signed text of containers tools has about 300. */
export const LONGEST_CLAIM = 2 ** 20;

/** `critical.type` of OpenPGP signatures and of cosign's. */
export type ClaimType = 'atomic container signature' | 'cosign container image signature';

/**
 * Why a signed text does not count for an image, or undefined when it does. To be asked only of text whose signature
 * has been verified. As strict as containers tools: nothing unknown but in `optional`, nothing twice.
 */
export function claimFault(
  text: Uint8Array,
  type: ClaimType,
  { digest, accepts }: ClaimRules,
): string | undefined {
  if (text.length > LONGEST_CLAIM)
    return `the signed text has ${text.length} bytes; the limit is ${LONGEST_CLAIM}`;
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    return 'the signed text is not UTF-8';
  }
  const json = readJson(decoded);
  if ('fault' in json) return 'the signed text is not JSON';
  if (json.duplicate) return `the signed text has ${pathText(json.duplicate.path)} twice`;
  const parsed = claim.safeParse(json.value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return `the signed text is no claim about an image: ${pathText(issue.path)}: ${issue.message}`;
  }
  const { critical, optional } = parsed.data;
  if (critical.type !== type) return `the signed text is of another kind (${JSON.stringify(critical.type)})`;
  // Cosign alone writes null here.
  if (optional === null && type !== 'cosign container image signature')
    return 'the signed text is no claim about an image: optional: must be an object';
  const signed = critical.image['docker-manifest-digest'];
  if (signed !== digest) return `it was made for another image (${shown(signed)})`;
  const name = critical.identity['docker-reference'];
  return accepts(name) ? undefined : `it was made for another name (${shown(name)})`;
}

/** Signed by someone, but not by us: no longer than a message can bear, and no control characters. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).slice(1, -1);
}
