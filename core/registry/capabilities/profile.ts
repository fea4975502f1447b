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
const LIMIT = z.object({ taken: count, refused: count.nullable() });
export type Limit = z.infer<typeof LIMIT>;

const CAPABILITIES = z.object({
  /** Whether the namespace can be pushed to. `refused`: it is missing, or the account may not; registries tell both alike. */
  namespace: finding(z.enum(['ready', 'missing', 'refused'])),
  /** Whether first elements of names must be made by hand before a push. */
  projects: finding(z.enum(['made-on-push', 'must-exist'])),
  /** Elements of a repository name. */
  pathDepth: finding(LIMIT),
  /** Blobs of other repositories are mounted. */
  mounts: finding(YES_NO),
  /** A mount of a blob from its own repository tells that it is there. */
  mountsFromItself: finding(YES_NO),
  /** Blobs in pieces (PATCH). */
  pieces: finding(YES_NO),
  /** Bytes of one request's body, limited by what stands in front of the registry. */
  requestBytes: finding(LIMIT),
  /** Bytes of one blob, limited by the registry itself. */
  blobBytes: finding(LIMIT),
  /** Bytes of a manifest. */
  manifestBytes: finding(LIMIT),
  /** Bytes that a quota leaves room for. */
  quotaBytes: finding(LIMIT),
  dockerImages: finding(YES_NO),
  ociImages: finding(YES_NO),
  /** Indexes whose instances are not all there. */
  sparseIndexes: finding(YES_NO),
  /** OCI indexes of docker images, and docker lists of OCI images. */
  mixedIndexes: finding(YES_NO),
  /** Artifacts with `subject`. */
  subjects: finding(YES_NO),
  /** The registry lists what is attached to a digest. */
  referrersApi: finding(YES_NO),
  /** A tag can be moved to another digest. */
  tagsMove: finding(YES_NO),
  deletes: finding(YES_NO),
  /** Pushes at once. */
  concurrentPushes: finding(LIMIT),
});

export const REGISTRY_PROFILE = z.object({
  format: z.literal(2),
  /** As references name it, e.g. `registry.lan:5000`. */
  host: z.string(),
  /** Path below the host that was asked about; empty: none. */
  namespace: z.string(),
  /** Told by headers and addresses only; absent: unknown. */
  product: z.object({ name: z.enum(PRODUCTS), evidence: z.string() }).optional(),
  /** RFC 3339, UTC. */
  checkedAt: z.iso.datetime(),
  capabilities: CAPABILITIES,
  /** First elements of names that were asked about, where the namespace is empty. */
  existingProjects: z.array(z.string()),
  missingProjects: z.array(z.string()),
  /** What the probe could not take away again, in words. */
  leftovers: z.array(z.string()),
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
  return namespace.value === 'ready' && (quotaBytes.value === 'unknown' || quotaBytes.value.refused === null);
}
