import { z } from 'zod';
import type { Digest } from '../../base/image/digest.ts';
import { pathText, readJson } from './located-json.ts';
import { t } from './messages.ts';

/** The signed text of both kinds of signatures: the name and the digest of an image. */
const claim = z.strictObject({
  critical: z.strictObject({
    type: z.string(),
    image: z.strictObject({ 'docker-manifest-digest': z.string() }),
    identity: z.strictObject({ 'docker-reference': z.string() }),
  }),
  optional: z.looseObject({ creator: z.string().optional(), timestamp: z.int().optional() }).nullable(),
});

/** The image that a signed text must describe. */
export interface ClaimRules {
  digest: Digest;
  /** Returns whether the policy accepts the signed name for the image. */
  accepts(dockerReference: string): boolean;
}

/** Bytes. A signed text of containers tools has about 300. */
export const LONGEST_CLAIM = 2 ** 20;

/** `critical.type` of OpenPGP signatures and of cosign's. */
export type ClaimType = 'atomic container signature' | 'cosign container image signature';

/**
 * Returns why a signed text isn't valid for an image, or undefined if it is valid. The signature of the text must be
 * verified already. Like containers tools, rejects repeated fields, and unknown ones except in `optional`.
 */
export function claimFault(
  text: Uint8Array,
  type: ClaimType,
  { digest, accepts }: ClaimRules,
): string | undefined {
  if (text.length > LONGEST_CLAIM) return t('claimTooLarge', { size: text.length, limit: LONGEST_CLAIM });
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    return t('claimNotUtf8');
  }
  const json = readJson(decoded);
  if ('fault' in json) return t('claimNotJson');
  if (json.duplicate) return t('claimFieldTwice', { path: pathText(json.duplicate.path) });
  const parsed = claim.safeParse(json.value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return t('claimMalformed', { path: pathText(issue.path), fault: issue.message });
  }
  const { critical, optional } = parsed.data;
  if (critical.type !== type) return t('claimType', { type: JSON.stringify(critical.type) });
  // Only cosign writes null here.
  if (optional === null && type !== 'cosign container image signature') return t('claimOptionalNull');
  const signed = critical.image['docker-manifest-digest'];
  if (signed !== digest) return t('claimOfOtherImage', { digest: shown(signed) });
  const name = critical.identity['docker-reference'];
  return accepts(name) ? undefined : t('claimOfOtherName', { name: shown(name) });
}

/** Returns an untrusted text for a message: shortened, and without control characters. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text).slice(1, -1);
}
