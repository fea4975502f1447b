import type { ContractRegistryProfile, RegistryCapability } from '../../../contract/topics/doctor.ts';
import { profileProblems } from '../../../registry/capabilities/obey.ts';
import {
  CAPABILITY_NAMES,
  type Capability,
  isFresh,
  type Product,
  type RegistryProfile,
} from '../../../registry/capabilities/profile.ts';
import { capabilityWords } from '../../../registry/capabilities/profile-lines.ts';
import { shortcomingsOf } from '../../../registry/capabilities/shortcomings.ts';

const PRODUCT_NAMES: Record<Product, string> = {
  distribution: 'distribution',
  quay: 'Quay',
  harbor: 'Harbor',
  nexus: 'Nexus Repository',
  artifactory: 'Artifactory',
  zot: 'zot',
};

/** Returns a profile as pages show it, with a remedy for each capability that may cause problems. */
export function profileView(profile: RegistryProfile, now = new Date()): ContractRegistryProfile {
  const { host, namespace, product, checkedAt, missingProjects, leftovers } = profile;
  return {
    host,
    namespace,
    product: product && { name: PRODUCT_NAMES[product.name], evidence: product.evidence },
    checkedAt,
    fresh: isFresh(profile, now),
    capabilities: capabilitiesOf(profile),
    missingProjects,
    leftovers,
  };
}

function capabilitiesOf(profile: RegistryProfile): RegistryCapability[] {
  const shortcomings = new Map(shortcomingsOf(profile).map((one) => [one.capability as Capability, one]));
  const [closed] = profileProblems(profile, { images: [], deletes: false });
  return CAPABILITY_NAMES.map((capability) => {
    const shortcoming = shortcomings.get(capability);
    const { value } = profile.capabilities[capability];
    const words = capabilityWords(profile, capability);
    if (value === 'unknown') return { ...words, level: 'unknown', remedy: '' };
    if (capability === 'namespace' && value !== 'ready')
      return { ...words, level: 'error', remedy: closed?.remedy ?? '' };
    return { ...words, level: shortcoming?.level ?? 'ok', remedy: shortcoming?.remedy ?? '' };
  });
}
