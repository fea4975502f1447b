import { z } from 'zod';

export const PRODUCTS = ['distribution', 'quay', 'harbor', 'nexus', 'artifactory'] as const;
export type Product = (typeof PRODUCTS)[number];

/** How long a profile is believed. */
const FRESH_MS = 30 * 24 * 60 * 60 * 1000;

const count = z.number().int().nonnegative();

/** What was found out, or `unknown`, and what was sent and answered, in words. */
function finding<T extends z.ZodType>(value: T) {
  return z.object({ value: z.union([z.literal('unknown'), value]), evidence: z.string() });
}

const YES_NO = z.enum(['yes', 'no']);
/** The most that was taken, and the least that was refused; null: nothing was. */
const LIMIT = z.object({ taken: count, rejected: count.nullable() });
export type Limit = z.infer<typeof LIMIT>;

const CAPABILITIES = z.object({
  namespace: finding(z.enum(['ready', 'missing', 'rejected'])).describe(
    'Whether the namespace accepts pushes. `refused`: it is missing or the account lacks permission, which registries report alike',
  ),
  projects: finding(z.enum(['made-on-push', 'must-exist'])).describe(
    'Whether first elements of names must be created before a push',
  ),
  pathDepth: finding(LIMIT).describe('Elements of a repository name'),
  mounts: finding(YES_NO).describe('Whether blobs of other repositories can be mounted'),
  mountsFromItself: finding(YES_NO).describe(
    'Whether mounting a blob from its own repository shows that it exists',
  ),
  pieces: finding(YES_NO).describe('Whether blobs can be uploaded in chunks (PATCH)'),
  requestBytes: finding(LIMIT).describe(
    'Bytes of a request body. A proxy in front of the registry limits them',
  ),
  blobBytes: finding(LIMIT).describe('Bytes of a blob. The registry itself limits them'),
  manifestBytes: finding(LIMIT).describe('Size of a manifest, in bytes: largest accepted, smallest rejected'),
  quotaBytes: finding(LIMIT).describe('Bytes that a quota leaves'),
  dockerImages: finding(YES_NO).describe('Whether Docker images are accepted'),
  ociImages: finding(YES_NO).describe('Whether OCI images are accepted'),
  sparseIndexes: finding(YES_NO).describe('Whether indexes with missing instances are accepted'),
  mixedIndexes: finding(YES_NO).describe(
    'Whether OCI indexes of Docker images and Docker manifest lists of OCI images are accepted',
  ),
  subjects: finding(YES_NO).describe('Whether artifacts with `subject` are accepted'),
  referrersApi: finding(YES_NO).describe('Whether the registry lists the referrers of a digest'),
  tagsMove: finding(YES_NO).describe('Whether a tag can be moved to another digest'),
  deletes: finding(YES_NO).describe('Whether manifests can be deleted'),
  concurrentPushes: finding(LIMIT).describe('Concurrent pushes'),
});

export const REGISTRY_PROFILE = z.object({
  format: z.literal(2),
  host: z.string().describe('Host of the registry as references name it, for example `registry.lan:5000`'),
  namespace: z.string().describe('Path below the host. Empty for the host itself'),
  product: z
    .object({ name: z.enum(PRODUCTS), evidence: z.string() })
    .optional()
    .describe('Product by its headers and addresses, if they show it'),
  checkedAt: z.iso
    .datetime()
    .describe('Time. A profile is valid for 30 days, or not at all if something has to be fixed'),
  capabilities: CAPABILITIES.describe('Findings, and the request and reply that each is based on'),
  existingProjects: z
    .array(z.string())
    .describe('First elements of names that exist, if `namespace` is empty'),
  missingProjects: z.array(z.string()).describe("First elements of names that don't exist"),
  leftovers: z.array(z.string()).describe("Content of the probe that couldn't be removed, for people"),
});

/** What a destination takes and what not, found out by pushing small content to it. */
export type RegistryProfile = z.infer<typeof REGISTRY_PROFILE>;
export type Capabilities = RegistryProfile['capabilities'];
export type Capability = keyof Capabilities;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES.shape) as Capability[];

/** One capability as it is found out. */
export type Finding = { [C in Capability]: { capability: C } & Capabilities[C] }[Capability];

/**
 * Whether a profile still holds: younger than 30 days, not of the future, and without anything that people were told
 * to mend, for that may be mended by now.
 */
export function isFresh(profile: RegistryProfile, now: Date): boolean {
  const age = now.getTime() - Date.parse(profile.checkedAt);
  if (age < 0 || age > FRESH_MS || profile.missingProjects.length > 0) return false;
  const { namespace, quotaBytes } = profile.capabilities;
  return (
    namespace.value === 'ready' && (quotaBytes.value === 'unknown' || quotaBytes.value.rejected === null)
  );
}
