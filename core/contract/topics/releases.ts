import { z } from 'zod';
import { problem } from './vocabulary.ts';

/** Architectures of tools and ISOs. */
export const FILE_ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;

/** A release in a mirror registry. */
export const mirroredRelease = z.object({
  /** `docker://REGISTRY/NAMESPACE` */
  from: z.string(),
  /** Tag of the payload. */
  version: z.string(),
  /** Maximum number of path components of repository names; absent or 0: no limit. */
  maxNestedPaths: z.number().int().min(0).max(100).optional(),
  /** Folder with its signature; absent: the user's state folder. */
  signatures: z.string().optional(),
});
export type MirroredRelease = z.infer<typeof mirroredRelease>;

/** A file that was extracted from a release. */
const releaseFile = z.object({
  name: z.string(),
  path: z.string(),
  size: z.number(),
  sha256: z.string(),
  /** Component of the release, and the digest of its image. */
  component: z.string(),
  image: z.string(),
});

export const RELEASE_REQUESTS = {
  /** Extracts tools and the live ISO of a mirrored release into a folder. Reads only the given place. */
  'releases.extract': {
    input: z.object({
      /** `docker://REGISTRY/NAMESPACE`, or the path of a transfer, an archive folder or a workspace. */
      from: z.string().min(1).max(4096),
      /** With `docker://`: folder with the signature of the release. Default: the user's state folder. */
      signatures: z.string().max(4096).optional(),
      /** With `docker://`: maximum number of path components of repository names. 0 for no limit. */
      maxNestedPaths: z.number().int().min(0).max(100).optional(),
      /** Version or tag. Not needed if there is one release. */
      version: z.string().max(128).optional(),
      architecture: z.enum(FILE_ARCHITECTURES).optional(),
      tools: z.boolean(),
      iso: z.boolean(),
      to: z.string().min(1).max(4096),
      ticket: z.string().max(64),
    }),
    output: z.object({
      version: z.string(),
      architecture: z.string(),
      /** The release that `openshift-install` installs. */
      installs: z.string().optional(),
      /** True if that is the original name, which only exists in the mirror by `imageDigestSources`. */
      isOriginalName: z.boolean(),
      files: z.array(releaseFile),
      problems: z.array(problem),
    }),
  },
} as const;
