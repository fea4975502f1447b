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

/** Where a release is read from, and which one. */
const releaseChoice = z.object({
  /** `docker://REGISTRY/NAMESPACE`, or the path of a transfer, an archive folder or a workspace. */
  from: z.string().min(1).max(4096),
  /** With `docker://`: folder with the signature of the release. Default: the user's state folder. */
  signatures: z.string().max(4096).optional(),
  /** With `docker://`: maximum number of path components of repository names. 0 for no limit. */
  maxNestedPaths: z.number().int().min(0).max(100).optional(),
  /** Version or tag. Not needed if there is one release. */
  version: z.string().max(128).optional(),
  architecture: z.enum(FILE_ARCHITECTURES).optional(),
});

/** A file that a release lists with its address and SHA-256, but doesn't contain. */
const bootImage = z.object({
  /** Name of the stream. Absent if the release has only one. */
  stream: z.string().optional(),
  architecture: z.string(),
  platform: z.string(),
  format: z.string(),
  /** `disk`, or the part of a PXE boot. */
  part: z.string(),
  url: z.string(),
  /** Hexadecimal digits. */
  sha256: z.string(),
});
export type BootImageLine = z.infer<typeof bootImage>;

export const RELEASE_REQUESTS = {
  /** The boot images that a mirrored release lists. Reads only the given place. */
  'releases.bootImages': {
    input: releaseChoice,
    output: z.object({ version: z.string(), images: z.array(bootImage), problems: z.array(problem) }),
  },
  /** Compares a downloaded boot image with its SHA-256. */
  'releases.checkBootImage': {
    input: z.object({
      file: z.string().min(1).max(4096),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      ticket: z.string().max(64),
    }),
    /** Size in bytes. */
    output: z.object({ size: z.number() }),
  },
  /** Extracts tools and the live ISO of a mirrored release into a folder. Reads only the given place. */
  'releases.extract': {
    input: releaseChoice.extend({
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
