import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from './checks.ts';
import { wordsAt } from './install-config-fields.ts';
import type { InstallConfig } from './model.ts';
import { isGoBool } from './names.ts';
import { isBefore, parseRelease, type Release } from './versions.ts';

/**
 * `CustomNoUpgrade` with single gates, as the enhancement for several vCenters has it (openshift/enhancements#1660).
 */
export interface NeededFeatureSet {
  featureSet: 'CustomNoUpgrade';
  /** `Name=true`, for `featureGates`. */
  featureGates: string[];
  /** Another way, which turns every feature on that is not generally available. */
  alternative: 'TechPreviewNoUpgrade';
  /** Why: one sentence a gate. */
  reasons: string[];
  warning: string;
}

const CANNOT_BE_UNDONE =
  'a feature set other than the default cannot be undone, and the cluster cannot be upgraded to another minor release';

interface Gate {
  name: string;
  /** Minor release from that on the gate is on by default. */
  on: string;
  /** What the file uses of it: the path that the installer names and where it stands. */
  uses(config: InstallConfig): { path: Path; at: Path } | undefined;
  reason: string;
}

const VSPHERE = ['platform', 'vsphere'];

const GATES: Gate[] = [
  {
    name: 'ClusterAPIInstall',
    on: '4.16',
    uses: severalVCenters,
    reason: 'several vCenters are installed through Cluster API, which is the default from 4.16 on',
  },
  {
    name: 'VSphereMultiVCenters',
    on: '4.18',
    uses: severalVCenters,
    reason: 'several vCenters are generally available from 4.18 on',
  },
  {
    name: 'VSphereStaticIPs',
    on: '4.16',
    uses: ({ platform }) => used(platform?.vsphere?.hosts?.length, [...VSPHERE, 'hosts']),
    reason: 'static addresses on vSphere are generally available from 4.16 on',
  },
  {
    name: 'VSphereMultiNetworks',
    on: '4.20',
    uses({ platform }) {
      const domains = platform?.vsphere?.failureDomains ?? [];
      const i = domains.findIndex(({ topology }) => (topology?.networks?.length ?? 0) > 1);
      if (i >= 0)
        return {
          path: [...VSPHERE, 'failureDomains', 'topology', 'networks'],
          at: [...VSPHERE, 'failureDomains', i, 'topology', 'networks'],
        };
      return used(platform?.vsphere?.nodeNetworking, [...VSPHERE, 'nodeNetworking']);
    },
    reason: 'several networks of a failure domain are generally available from 4.20 on',
  },
  {
    name: 'VSphereHostVMGroupZonal',
    on: '4.21',
    uses({ platform }) {
      const domains = platform?.vsphere?.failureDomains ?? [];
      const i = domains.findIndex(
        ({ zoneType, topology }) => zoneType === 'HostGroup' || topology?.hostGroup,
      );
      // The installer names no path here.
      return i < 0 ? undefined : { path: [], at: [...VSPHERE, 'failureDomains', i] };
    },
    reason: 'host groups as zones are on by default from about 4.21 on',
  },
  {
    name: 'VSphereMultiDisk',
    on: '4.20',
    uses({ controlPlane, compute = [] }) {
      const field = ['platform', 'vsphere', 'dataDisks'];
      const has = (pool: typeof controlPlane) => pool?.platform?.vsphere?.dataDisks?.length;
      if (has(controlPlane)) return used(1, ['controlPlane', ...field]);
      const i = compute.findIndex(has);
      return i < 0 ? undefined : { path: ['compute', ...field], at: ['compute', i, ...field] };
    },
    reason: 'data disks of vSphere machines are a technology preview in 4.19',
  },
];

function severalVCenters({ platform }: InstallConfig) {
  return (platform?.vsphere?.vcenters?.length ?? 0) > 1
    ? { path: [...VSPHERE, 'vcenters'], at: [...VSPHERE, 'vcenters'] }
    : undefined;
}

function used(value: unknown, path: Path) {
  return value ? { path, at: path } : undefined;
}

/**
 * The feature set that a file needs at a release; undefined when all it uses is there by default, or when the release is
 * not known (the newest one is assumed).
 */
export function featureGateFor(
  config: InstallConfig,
  openShiftVersion?: string,
): NeededFeatureSet | undefined {
  const needed = neededGates(config, parseRelease(openShiftVersion));
  if (!needed.length) return undefined;
  return {
    featureSet: 'CustomNoUpgrade',
    featureGates: needed.map(({ name }) => `${name}=true`),
    alternative: 'TechPreviewNoUpgrade',
    reasons: needed.map(({ name, reason }) => `${name}: ${reason}`),
    warning: CANNOT_BE_UNDONE,
  };
}

function neededGates(config: InstallConfig, release: Release | undefined): Gate[] {
  return GATES.filter(({ on, uses }) => isBefore(release, on) && uses(config));
}

const FEATURE_SETS = ['', ...wordsAt(['featureSet'])];

/**
 * The feature set (openshift/installer: pkg/types/validation/featuregates.go), its gates, and, when these are right,
 * fields behind gates.
 */
export function checkFeatureSet(checks: Checks): void {
  const { config, notSupported, forbidden, invalid, warn } = checks;
  const { featureSet = '', featureGates = [] } = config;
  const before = checks.problems.length;
  if (featureSet && ![...FEATURE_SETS, 'Default', 'OKD'].includes(featureSet))
    notSupported(['featureSet'], featureSet, FEATURE_SETS);
  if (featureGates.length && featureSet !== 'CustomNoUpgrade')
    forbidden(['featureGates'], 'featureGates can only be used with the CustomNoUpgrade feature set', {
      remedy: 'Write featureSet: CustomNoUpgrade, or take featureGates out.',
    });
  for (const [i, gate] of featureGates.entries()) {
    const [name, value, ...rest] = gate.split('=');
    const path = ['featureGates', i];
    const format = 'must match the format <feature-name>=<bool>';
    if (!name || value === undefined || rest.length) invalid(path, gate, format);
    else if (!isGoBool(value)) invalid(path, gate, `${format}, could not parse boolean value`);
  }
  const clean = checks.problems.length === before;
  if (featureSet && featureSet !== 'Default' && FEATURE_SETS.includes(featureSet))
    warn(
      ['featureSet'],
      `featureSet ${featureSet}: ${CANNOT_BE_UNDONE}`,
      'Use it for clusters that you will install anew.',
    );
  if (clean) checkGatedFields(checks);
}

function checkGatedFields(checks: Checks): void {
  const { config, release } = checks;
  for (const gate of neededGates(config, release)) {
    if (gateIsOn(config, gate.name)) continue;
    const { path, at } = gate.uses(config)!;
    checks.forbidden(
      path,
      `this field is protected by the ${gate.name} feature gate which must be enabled through either the TechPreviewNoUpgrade or CustomNoUpgrade feature set`,
      {
        at,
        remedy: `Install ${gate.on} or newer, or write featureSet: CustomNoUpgrade with ${gate.name}=true in featureGates; ${CANNOT_BE_UNDONE}.`,
      },
    );
  }
}

/** Whether a file itself turns a gate on, by its name or by a preview's feature set. */
export function gateIsOn({ featureSet = '', featureGates = [] }: InstallConfig, gate: string): boolean {
  if (featureSet === 'TechPreviewNoUpgrade' || featureSet === 'DevPreviewNoUpgrade') return true;
  return (
    featureSet === 'CustomNoUpgrade' &&
    featureGates.some((text) => {
      const [name, value = ''] = text.split('=');
      return name === gate && /^(?:1|t|true)$/i.test(value);
    })
  );
}
