import type { ValueOf } from '../../../base/document/fields.ts';
import type { BARE_METAL_PLATFORM } from './baremetal-fields.ts';
import type { INSTALL_CONFIG, MACHINE_POOL, NETWORKING } from './install-config-fields.ts';
import { PLATFORMS } from './install-config-fields.ts';
import type { VSPHERE_PLATFORM, VSPHERE_POOL } from './vsphere-fields.ts';

/** The most vCenters that the installer accepts (MaxItems of the Infrastructure resource). */
export const MOST_VCENTERS = 3;

/** install-config.yaml as it is written; every field may be absent. */
export type InstallConfig = ValueOf<typeof INSTALL_CONFIG>;
export type MachinePool = ValueOf<typeof MACHINE_POOL>;
export type VSpherePool = ValueOf<typeof VSPHERE_POOL>;
export type Networking = ValueOf<typeof NETWORKING>;
export type VSpherePlatform = ValueOf<typeof VSPHERE_PLATFORM>;
export type VCenter = NonNullable<VSpherePlatform['vcenters']>[number];
export type FailureDomain = NonNullable<VSpherePlatform['failureDomains']>[number];
export type VSphereHost = NonNullable<VSpherePlatform['hosts']>[number];
export type BareMetalPlatform = ValueOf<typeof BARE_METAL_PLATFORM>;
export type BareMetalHost = NonNullable<BareMetalPlatform['hosts']>[number];

/**
 * How the cluster will be installed. With `user-provisioned`, openshift-install creates Ignition configs for machines that
 * the user creates. `agent` is the agent-based installer, which has rules of its own.
 */
export type InstallMethod = 'installer' | 'user-provisioned' | 'agent';

/** Returns the platforms that the file names, in the installer's order. */
export function platformsOf(config: InstallConfig): string[] {
  const platform = config.platform ?? {};
  return PLATFORMS.filter((name) => platform[name as keyof typeof platform] !== undefined);
}

/** Returns the platform that the installer uses: '' when the file names none. */
export function platformOf(config: InstallConfig): string {
  return platformsOf(config)[0] ?? '';
}

/** Returns the replicas of a pool, or 3, the installer's default. */
export function replicasOf(pool: MachinePool | undefined): number {
  return pool?.replicas ?? 3;
}

/** Returns the replicas of all compute pools. The installer adds its default pool if none is named worker. */
export function computeReplicas({ compute = [] }: InstallConfig): number {
  const added = compute.some(({ name }) => name === 'worker') ? [] : [undefined];
  return [...compute, ...added].reduce((sum, pool) => sum + replicasOf(pool), 0);
}
