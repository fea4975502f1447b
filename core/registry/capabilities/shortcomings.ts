import { t } from './messages.ts';
import { remedyFor, type Shortcoming } from './product-words.ts';
import type { Capabilities, Capability, RegistryProfile } from './profile.ts';

/** Capabilities that a plan may need and a registry may not have. */
const CHECKED: readonly (Shortcoming & Capability)[] = [
  'pathDepth',
  'dockerImages',
  'ociImages',
  'sparseIndexes',
  'mixedIndexes',
  'subjects',
  'tagsMove',
  'deletes',
  'requestBytes',
  'blobBytes',
  'manifestBytes',
];

/** Something that a registry that accepts pushes doesn't support. */
export interface KnownShortcoming {
  capability: Shortcoming & Capability;
  /** `info`: not every plan needs it, and the plan reports if it does. `warning`: it affects every large plan. */
  level: 'info' | 'warning';
  /** With the settings of the product. */
  remedy: string;
}

/** Returns the shortcomings that may affect plans, without those that prevent every push (`profileProblems`). */
export function shortcomingsOf({ capabilities, product, host }: RegistryProfile): KnownShortcoming[] {
  const found: KnownShortcoming[] = [];
  for (const capability of CHECKED) {
    const { value } = capabilities[capability];
    if (!isRejected(value)) continue;
    const limit = typeof value === 'object' ? amount(capability, value.accepted) : host;
    found.push({ capability, level: 'info', remedy: remedyFor(capability, product?.name, limit) });
  }
  if (isRejected(capabilities.quotaBytes.value)) {
    const remedy = remedyFor('quotaBytes', product?.name, t('pushSize'));
    found.push({ capability: 'quotaBytes', level: 'warning', remedy });
  }
  return found;
}

function isRejected(value: Capabilities[Capability]['value']): boolean {
  return typeof value === 'object' ? value.rejected !== null : value === 'no';
}

/** Returns the value in a remedy: the depth limit of names, or the required size. */
function amount(capability: Capability, accepted: number): string {
  if (capability === 'pathDepth') return String(accepted);
  return capability === 'manifestBytes' ? t('largestManifest') : t('largestLayer');
}
