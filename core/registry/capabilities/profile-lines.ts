import { bytesText } from '../../base/messages/bytes-text.ts';
import { t } from './messages.ts';
import { CAPABILITY_NAMES, type Capability, type RegistryProfile } from './profile.ts';

/** Returns a profile for people, one line per capability: `path components of a name: at most 2 (POST …: HTTP status 400, NAME_INVALID)`. */
export function profileLines(profile: RegistryProfile): string[] {
  const { host, namespace, product, checkedAt } = profile;
  return [
    t('profileOf', { place: namespace === '' ? host : `${host}/${namespace}`, time: checkedAt }),
    product ? t('product', product) : t('productUnknown'),
    ...CAPABILITY_NAMES.map((name) => capabilityLine(profile, name)),
    ...profile.missingProjects.map((project) => t('missingProject', { project })),
    ...profile.leftovers.map((leftover) => t('leftover', { leftover })),
  ];
}

/** Returns one capability with its evidence. */
function capabilityLine(profile: RegistryProfile, name: Capability): string {
  const { what, found, evidence } = capabilityWords(profile, name);
  return t('capability', { name: what, value: found, evidence });
}

/** Returns the parts of {@link capabilityLine}. */
export function capabilityWords(
  { capabilities }: RegistryProfile,
  name: Capability,
): { what: string; found: string; evidence: string } {
  const { value, evidence } = capabilities[name];
  return { what: t(`${name}Label`), found: valueText(name, value), evidence };
}

function valueText(name: Capability, value: RegistryProfile['capabilities'][Capability]['value']): string {
  if (value === 'created-on-push') return t('createdOnPush');
  if (value === 'must-exist') return t('mustExist');
  if (value === 'ready' || value === 'missing' || value === 'rejected') return t(value);
  if (typeof value === 'string') return value;
  const sizes = name.endsWith('Bytes');
  const text = (count: number) => (sizes ? bytesText(count) : String(count));
  const accepted = text(value.accepted);
  if (value.rejected === null) return t('atLeast', { accepted });
  return sizes ? t('between', { accepted, rejected: text(value.rejected) }) : t('atMost', { accepted });
}
