import type { Digest } from '../../base/image/digest.ts';
import { unverified } from '../../cluster/config/cluster-needs.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { verificationKeysWhenNeeded } from '../../content/signature/verification-keys.ts';
import { verifiedSignatures } from '../../content/signature/verified-signatures.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { HostFacts } from '../run/request.ts';
import type { Supply } from './supply.ts';

/**
 * Returns the verified signatures of releases for clusters, also with `--ignore-release-signature`. Reports each invalid
 * signature as a problem.
 * @throws AirlockError `config-unreadable` for keys that can't be read
 */
export async function releaseSignatures(
  images: readonly Pick<PlannedImage, 'kind' | 'digest' | 'source'>[],
  options: { signatures: Supply['signatures']; host: Pick<HostFacts, 'env'>; emit: EmitRunEvent },
): Promise<Map<Digest, Uint8Array[]>> {
  const { signatures, host, emit } = options;
  const keys = await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK);
  const found = new Map<Digest, Uint8Array[]>();
  for (const image of images) {
    if (image.kind !== 'ocpRelease' || found.has(image.digest)) continue;
    const { digest } = image;
    const { verified, faults } = await verifiedSignatures({
      digest,
      messages: await signatures(image),
      keys: await keys(),
    });
    if (verified.length > 0) found.set(digest, verified);
    for (const fault of faults) emit({ type: 'problem', problem: unverified(fault) });
  }
  return found;
}
