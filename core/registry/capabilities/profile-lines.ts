import { bytesText } from './bytes-text.ts';
import { CAPABILITY_NAMES, type Capability, type RegistryProfile } from './profile.ts';

const NAMES: Record<Capability, string> = {
  namespace: 'namespace',
  projects: 'projects or organizations',
  pathDepth: 'elements of a name',
  mounts: 'mounts from other repositories',
  mountsFromItself: 'mounts from the same repository',
  pieces: 'blobs in pieces',
  requestBytes: 'size of a request',
  blobBytes: 'size of a blob',
  manifestBytes: 'size of a manifest',
  quotaBytes: 'quota',
  dockerImages: 'docker images',
  ociImages: 'OCI images',
  sparseIndexes: 'lists whose images are not all there',
  mixedIndexes: 'lists of images of another format',
  subjects: 'artifacts attached by subject',
  referrersApi: 'referrers API',
  tagsMove: 'moving a tag',
  deletes: 'deletes',
  concurrentPushes: 'pushes at once',
};

const WORDS: Record<string, string> = {
  ready: 'can be pushed to',
  missing: 'is not there',
  rejected: 'is not there, or the account may not push to it',
  'made-on-push': 'are made by a push',
  'must-exist': 'have to be made before',
};

/** A profile for people, one line a finding: `elements of a name: at most 2 (POST … answered 400 NAME_INVALID)`. */
export function profileLines(profile: RegistryProfile): string[] {
  const { host, namespace, product, checkedAt } = profile;
  return [
    `${namespace === '' ? host : `${host}/${namespace}`}, asked ${checkedAt}`,
    product
      ? `product: ${product.name} (${product.evidence})`
      : 'product: unknown, nothing tells which it is',
    ...CAPABILITY_NAMES.map((name) => capabilityLine(profile, name)),
    ...profile.missingProjects.map((project) => `missing: ${project}`),
    ...profile.leftovers.map((leftover) => `left behind: ${leftover}`),
  ];
}

/** One capability with what shows it. */
export function capabilityLine(profile: RegistryProfile, name: Capability): string {
  const { what, found, evidence } = capabilityWords(profile, name);
  return `${what}: ${found} (${evidence})`;
}

/** The parts of {@link capabilityLine}. */
export function capabilityWords(
  { capabilities }: RegistryProfile,
  name: Capability,
): { what: string; found: string; evidence: string } {
  const { value, evidence } = capabilities[name];
  return { what: NAMES[name], found: valueText(name, value), evidence };
}

function valueText(name: Capability, value: RegistryProfile['capabilities'][Capability]['value']): string {
  if (typeof value === 'string') return WORDS[value] ?? value;
  const text = (count: number) => (name.endsWith('Bytes') ? bytesText(count) : String(count));
  if (value.rejected === null) return `${text(value.taken)}, and no limit was met`;
  const sizes = name.endsWith('Bytes');
  return sizes ? `${text(value.taken)}, but not ${text(value.rejected)}` : `at most ${text(value.taken)}`;
}
