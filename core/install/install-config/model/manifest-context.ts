import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { gateIsOn } from './feature-gates.ts';
import type { InstallConfig } from './model.ts';
import { isBefore, type Release } from './versions.ts';

/** What the files of one install are made from. */
export interface ManifestContext {
  /** After loading: deprecated fields are read (`afterLoading`). */
  config: InstallConfig;
  infraId: string;
  /** Undefined: today's shapes. */
  release: Release | undefined;
}

/**
 * The first release with today's shapes of Cluster API objects; those before are the enhancement's
 * (openshift/enhancements#1660).
 */
const TODAY = '4.18';

/** Whether objects have the shape of the enhancement: with empty status, and templates named by region and zone. */
export function isProposalShape({ release }: ManifestContext): boolean {
  return isBefore(release, TODAY);
}

/**
 * The release that a file is written for when nobody says: the last one in which several vCenters are behind a gate when
 * the file turns that gate on itself; else undefined.
 */
export function releaseByGates(config: InstallConfig): Release | undefined {
  return config.featureSet === 'CustomNoUpgrade' && gateIsOn(config, 'VSphereMultiVCenters')
    ? { major: 4, minor: 17 }
    : undefined;
}

/** `name.domain`, without a dot at the end. */
export function clusterDomain({ config: { metadata, baseDomain = '' } }: ManifestContext): string {
  return `${metadata?.name}.${baseDomain.replace(/\.$/, '')}`;
}

/** A fault of the file that leaves nothing to write, in the installer's words where it has some. */
export function cannotWrite(message: string, path: string): AirlockError {
  return new AirlockError('install-config-invalid', message, {
    remedy: 'Mend it first: the manifests are named and placed by it.',
    at: { path },
  });
}
