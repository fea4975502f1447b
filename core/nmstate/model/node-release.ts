import { t } from './messages.ts';

/**
 * How the service on the node (`nmstate-configuration.sh` of the Machine Config Operator) behaves in a release. 4.16 introduced
 * the service, and 4.20 the comparison with the document that was applied before.
 */
export interface NodeService {
  /** Whether the release has this service. */
  reads: boolean;
  /**
   * What it does if a document was applied before: `once` exits without comparing the document, `compare` applies a
   * changed document.
   */
  again: 'once' | 'compare';
  /** A note about this release. */
  note: string | undefined;
}

const FIRST_MINOR = 16;
const SUPPORTED_MINOR = 18;
const COMPARING_MINOR = 20;

/** @param version for example `4.18` or `4.18.9`; default: the newest */
export function serviceOf(version: string | undefined): NodeService {
  const minor = Number(/^\s*v?4\.(\d+)/.exec(version ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  if (minor < FIRST_MINOR)
    return {
      reads: false,
      again: 'once',
      note: t('releaseUnsupported', { version: version!.trim(), minor: FIRST_MINOR }),
    };
  if (minor < SUPPORTED_MINOR)
    return {
      reads: true,
      again: 'once',
      note: t('releasePreview', { version: version!.trim(), minor: SUPPORTED_MINOR }),
    };
  if (minor < COMPARING_MINOR) return { reads: true, again: 'once', note: undefined };
  return {
    reads: true,
    again: 'compare',
    note: t('releaseBug'),
  };
}
