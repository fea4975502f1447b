import type { WorkingFiles } from '../../base/collected/collected.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { verifyReleaseSignature } from './release-signature.ts';
import type { VerificationKeys } from './verification-keys.ts';

/**
 * Returns every saved signature with a digest in its file name (oc-mirror v2: internal/pkg/release/signature.go), raw
 * and not verified, sorted by file name.
 */
export async function savedSignatures(files: WorkingFiles, digest: Digest): Promise<Buffer[]> {
  const names = (await files.list('signatures/')).filter((name) => name.includes(hexOf(digest)));
  return (await Promise.all(names.sort().map((name) => files.read(name)))).flatMap(
    (message) => message ?? [],
  );
}

/**
 * Returns the messages that are valid for a digest, each once, in the given order. Code that passes signatures on (to a
 * ConfigMap, to a folder) must use this function, so that invalid ones are never passed on.
 * @returns `faults`: why the others are invalid (`signature-invalid`, `clock-skew`)
 */
export async function verifiedSignatures(options: {
  digest: Digest;
  messages: Iterable<Uint8Array>;
  keys: VerificationKeys;
}): Promise<{ verified: Buffer[]; faults: AirlockError[] }> {
  const { digest, messages, keys } = options;
  const verified = new Map<string, Buffer>();
  const faults: AirlockError[] = [];
  for (const given of messages) {
    const message = Buffer.from(given);
    const text = message.toString('base64');
    if (verified.has(text)) continue;
    try {
      await verifyReleaseSignature({ message, keys, digest });
      verified.set(text, message);
    } catch (error) {
      if (!(error instanceof AirlockError)) throw error;
      faults.push(error);
    }
  }
  return { verified: [...verified.values()], faults };
}
