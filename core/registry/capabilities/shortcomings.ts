import { remedyFor, type Shortcoming } from './product-words.ts';
import type { Capabilities, Capability, RegistryProfile } from './profile.ts';

/** What a plan may ask for and a registry may refuse. */
const REFUSALS: readonly (Shortcoming & Capability)[] = [
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

/** What a registry that can be pushed to does not take. */
export interface KnownShortcoming {
  capability: Shortcoming & Capability;
  /** `info`: not every plan needs it, and the plan tells. `warning`: it stands in the way of every large one. */
  level: 'info' | 'warning';
  /** In the words of the product. */
  remedy: string;
}

/** What a profile shows that plans may meet. What keeps every push out (`profileProblems`) is not among them. */
export function shortcomingsOf({ capabilities, product, host }: RegistryProfile): KnownShortcoming[] {
  const found: KnownShortcoming[] = [];
  for (const capability of REFUSALS) {
    const { value } = capabilities[capability];
    if (!isRejected(value)) continue;
    const what = typeof value === 'object' ? amount(capability, value.taken) : host;
    found.push({ capability, level: 'info', remedy: remedyFor(capability, product?.name, what) });
  }
  if (isRejected(capabilities.quotaBytes.value)) {
    const remedy = remedyFor('quotaBytes', product?.name, 'what is to be pushed');
    found.push({ capability: 'quotaBytes', level: 'warning', remedy });
  }
  return found;
}

function isRejected(value: Capabilities[Capability]['value']): boolean {
  return typeof value === 'object' ? value.rejected !== null : value === 'no';
}

/** A number in a remedy: how deep names may be; of sizes, what is needed. */
function amount(capability: Capability, accepted: number): string {
  return capability === 'pathDepth' ? String(accepted) : 'the largest layer';
}
