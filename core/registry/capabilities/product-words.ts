import { t } from './messages.ts';
import type { Product } from './profile.ts';

/** Something that a destination doesn't support. Each has a remedy with the settings of the product. */
export type Shortcoming =
  | 'namespace'
  | 'pathDepth'
  | 'sparseIndexes'
  | 'mixedIndexes'
  | 'subjects'
  | 'ociImages'
  | 'dockerImages'
  | 'tagsMove'
  | 'blobBytes'
  | 'requestBytes'
  | 'manifestBytes'
  | 'quotaBytes'
  | 'deletes';

interface Values {
  product: string;
  /** The name or size in question. */
  value: string;
}

const REMEDIES: Record<Shortcoming, (values: Values) => string> = {
  namespace: (values) => t('namespaceRemedy', values),
  pathDepth: (values) => t('pathDepthRemedy', values),
  sparseIndexes: (values) => t('sparseIndexesRemedy', values),
  mixedIndexes: (values) => t('mixedIndexesRemedy', values),
  subjects: (values) => t('subjectsRemedy', values),
  ociImages: (values) => t('ociImagesRemedy', values),
  dockerImages: (values) => t('dockerImagesRemedy', values),
  tagsMove: (values) => t('tagsMoveRemedy', values),
  blobBytes: (values) => t('blobBytesRemedy', values),
  requestBytes: (values) => t('requestBytesRemedy', values),
  manifestBytes: (values) => t('manifestBytesRemedy', values),
  quotaBytes: (values) => t('quotaBytesRemedy', values),
  deletes: (values) => t('deletesRemedy', values),
};

/** Returns the remedy for a shortcoming, with the settings of the product if it is known. */
export function remedyFor(shortcoming: Shortcoming, product: Product | undefined, value: string): string {
  return REMEDIES[shortcoming]({ product: product ?? 'unknown', value });
}
