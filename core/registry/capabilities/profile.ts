import { z } from 'zod';

export const PRODUCTS = ['distribution', 'quay', 'harbor', 'nexus', 'artifactory', 'zot'] as const;
export type Product = (typeof PRODUCTS)[number];

/** How long a profile is valid. */
const FRESH_MS = 30 * 24 * 60 * 60 * 1000;

const count = z.number().int().nonnegative();

/** A value or `unknown`, and its evidence: the request and the answer, in words. */
function finding<T extends z.ZodType>(value: T) {
  return z.object({ value: z.union([z.literal('unknown'), value]), evidence: z.string() });
}

const YES_NO = z.enum(['yes', 'no']);
/** The largest accepted value and the smallest rejected one. Null: none was rejected. */
const LIMIT = z.object({ accepted: count, rejected: count.nullable() });
export type Limit = z.infer<typeof LIMIT>;

const CAPABILITIES = z.object({
  namespace: finding(z.enum(['ready', 'missing', 'rejected'])).describe(
    "Whether the namespace accepts pushes. `rejected`: the namespace doesn't exist, or the account isn't allowed to push to it. Registries report both cases alike",
  ),
  projects: finding(z.enum(['created-on-push', 'must-exist'])).describe(
    'Whether projects or organizations (first path components of names) must be created before a push',
  ),
  pathDepth: finding(LIMIT).describe('Number of path components in a repository name'),
  mounts: finding(YES_NO).describe('Whether blobs from other repositories can be mounted'),
  mountsFromItself: finding(YES_NO).describe(
    'Whether mounting a blob from its own repository shows that it exists',
  ),
  chunks: finding(YES_NO).describe('Whether blobs can be uploaded in chunks (PATCH)'),
  requestBytes: finding(LIMIT).describe(
    'Size of a request body, in bytes. Usually limited by a proxy in front of the registry',
  ),
  blobBytes: finding(LIMIT).describe('Size of a blob, in bytes. Limited by the registry itself'),
  manifestBytes: finding(LIMIT).describe('Size of a manifest, in bytes: largest accepted, smallest rejected'),
  quotaBytes: finding(LIMIT).describe('Remaining quota, in bytes'),
  dockerImages: finding(YES_NO).describe('Whether Docker images are accepted'),
  ociImages: finding(YES_NO).describe('Whether OCI images are accepted'),
  sparseIndexes: finding(YES_NO).describe('Whether indexes with missing instances are accepted'),
  mixedIndexes: finding(YES_NO).describe(
    'Whether OCI indexes with Docker images and Docker manifest lists with OCI images are accepted',
  ),
  subjects: finding(YES_NO).describe('Whether artifacts with `subject` are accepted'),
  referrersApi: finding(YES_NO).describe('Whether the registry lists the referrers of a digest'),
  tagsMove: finding(YES_NO).describe('Whether a tag can be moved to another digest'),
  deletes: finding(YES_NO).describe('Whether manifests can be deleted'),
  concurrentPushes: finding(LIMIT).describe('Concurrent pushes'),
});

export const REGISTRY_PROFILE = z.object({
  format: z.literal(3),
  host: z.string().describe('Host of the registry as in image references, for example `registry.lan:5000`'),
  namespace: z.string().describe('Path below the host. Empty for the host itself'),
  product: z
    .object({ name: z.enum(PRODUCTS), evidence: z.string() })
    .optional()
    .describe('Registry product, if headers or addresses identify it'),
  checkedAt: z.iso
    .datetime()
    .describe(
      'Time of the probe. A profile is valid for 30 days. If it shows a problem, the registry is always probed again',
    ),
  capabilities: CAPABILITIES.describe('Findings, each with the request and response that it is based on'),
  existingProjects: z
    .array(z.string())
    .describe('Existing projects or organizations, if `namespace` is empty'),
  missingProjects: z.array(z.string()).describe('Missing projects or organizations'),
  leftovers: z.array(z.string()).describe("Probe content that couldn't be removed, as text"),
});

/** What a destination supports, probed by pushing small content to it. */
export type RegistryProfile = z.infer<typeof REGISTRY_PROFILE>;
export type Capabilities = RegistryProfile['capabilities'];
export type Capability = keyof Capabilities;
export const CAPABILITY_NAMES = Object.keys(CAPABILITIES.shape) as Capability[];

/** One capability with its value. */
export type Finding = { [C in Capability]: { capability: C } & Capabilities[C] }[Capability];

/**
 * Returns whether a profile is still valid: younger than 30 days, not of the future, and without a finding that people
 * had to fix, because it may be fixed by now.
 */
export function isFresh(profile: RegistryProfile, now: Date): boolean {
  const age = now.getTime() - Date.parse(profile.checkedAt);
  if (age < 0 || age > FRESH_MS || profile.missingProjects.length > 0) return false;
  const { namespace, quotaBytes } = profile.capabilities;
  return (
    namespace.value === 'ready' && (quotaBytes.value === 'unknown' || quotaBytes.value.rejected === null)
  );
}
