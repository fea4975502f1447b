import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { gateIsOn } from './feature-gates.ts';
import { t } from './messages.ts';
import type { InstallConfig, InstallMethod } from './model.ts';
import { isBefore, type Release } from './versions.ts';

/** The input of all files of one installation. */
export interface ManifestContext {
  /** The configuration after loading, with deprecated fields converted (`afterLoading`). */
  config: InstallConfig;
  infraId: string;
  /** Undefined for the shapes of the newest release. */
  release: Release | undefined;
  method: InstallMethod;
}

/**
 * The first release with the current shapes of Cluster API objects. Older ones are those of the enhancement
 * (openshift/enhancements#1660).
 */
const TODAY = '4.18';

/** Returns whether objects have the shape of the enhancement, with empty status and templates named by region and zone. */
export function isProposalShape({ release }: ManifestContext): boolean {
  return isBefore(release, TODAY);
}

/**
 * Returns the release that a file implies: 4.17, the last one with a gate for multiple vCenters, if the file turns this
 * gate on; else undefined.
 */
export function releaseByGates(config: InstallConfig): Release | undefined {
  return config.featureSet === 'CustomNoUpgrade' && gateIsOn(config, 'VSphereMultiVCenters')
    ? { major: 4, minor: 17 }
    : undefined;
}

/** Returns `name.domain`, without a trailing dot. */
export function clusterDomain({ config: { metadata, baseDomain = '' } }: ManifestContext): string {
  return `${metadata?.name}.${baseDomain.replace(/\.$/, '')}`;
}

/** Returns the error for a file whose manifests can't be created, with the installer's message if it has one. */
export function cannotWrite(message: string, path: string): AirlockError {
  return new AirlockError('install-config-invalid', message, {
    remedy: t('manifestFieldRemedy', { path }),
    at: { path },
  });
}
