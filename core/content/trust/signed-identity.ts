import { z } from 'zod';
import {
  type DockerReference,
  isNamePrefix,
  parseDockerReference,
  referenceText,
} from './docker-reference.ts';
import { t } from './messages.ts';

const prefix = z.string().refine(isNamePrefix, t('mustBePrefix'));

/** The image name that a signature must be made for (containers-policy.json(5), `signedIdentity`). */
export const signedIdentity = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('matchExact') }),
  z.strictObject({ type: z.literal('matchRepoDigestOrExact') }),
  z.strictObject({ type: z.literal('matchRepository') }),
  z.strictObject({
    type: z.literal('exactReference'),
    dockerReference: z.string().refine((text) => {
      const parsed = parseDockerReference(text);
      return parsed !== undefined && !isNameOnly(parsed);
    }, t('mustBeTaggedReference')),
  }),
  z.strictObject({
    type: z.literal('exactRepository'),
    dockerRepository: z
      .string()
      .refine((text) => parseDockerReference(text) !== undefined, t('mustBeRepository')),
  }),
  z.strictObject({ type: z.literal('remapIdentity'), prefix, signedPrefix: prefix }),
]);

export type SignedIdentity = z.infer<typeof signedIdentity>;

/**
 * Returns whether a signature that was made for `signed` is valid for `image`.
 * @param image undefined for images outside registries (`oci://`), which only the two `exact` types can match
 * @param signed `docker-reference` of the signature, unchanged
 */
export function identityMatches(
  identity: SignedIdentity,
  image: DockerReference | undefined,
  signed: string,
): boolean {
  const claimed = parseDockerReference(signed);
  if (!claimed) return false;
  switch (identity.type) {
    case 'exactReference':
      return sameReference(parseDockerReference(identity.dockerReference), claimed);
    case 'exactRepository':
      return parseDockerReference(identity.dockerRepository)?.name === claimed.name;
    case 'matchRepository':
      return image?.name === claimed.name;
    case 'matchExact':
      return sameReference(image, claimed);
    case 'matchRepoDigestOrExact':
      return sameRepositoryOrReference(image, claimed);
    case 'remapIdentity':
      return sameRepositoryOrReference(image && remapped(identity, image), claimed);
  }
}

/** A signed name without tag and digest, as cosign writes them, is never exact. */
function sameReference(wanted: DockerReference | undefined, claimed: DockerReference): boolean {
  if (!wanted || isNameOnly(wanted) || isNameOnly(claimed)) return false;
  return referenceText(wanted) === referenceText(claimed);
}

/** Accepts any tag for an image with a digest, because the digest of the signature has been compared already. */
function sameRepositoryOrReference(wanted: DockerReference | undefined, claimed: DockerReference): boolean {
  if (!wanted || isNameOnly(claimed)) return false;
  if (wanted.tag !== undefined) return sameReference(wanted, claimed);
  return wanted.digest !== undefined && wanted.name === claimed.name;
}

function remapped(
  { prefix, signedPrefix }: { prefix: string; signedPrefix: string },
  image: DockerReference,
): DockerReference | undefined {
  if (image.name !== prefix && !image.name.startsWith(`${prefix}/`)) return image;
  const text = signedPrefix + referenceText(image).slice(prefix.length);
  const parsed = parseDockerReference(text);
  // Containers tools only accept fully expanded names here.
  return parsed && referenceText(parsed) === text ? parsed : undefined;
}

function isNameOnly({ tag, digest }: DockerReference): boolean {
  return tag === undefined && digest === undefined;
}
