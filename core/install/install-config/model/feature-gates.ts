import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from './checks.ts';
import { wordsAt } from './install-config-fields.ts';
import { t } from './messages.ts';
import type { InstallConfig } from './model.ts';
import { isGoBool } from './names.ts';
import { isBefore, parseRelease, type Release } from './versions.ts';

/**
 * `CustomNoUpgrade` with single gates, as in the enhancement for multiple vCenters (openshift/enhancements#1660).
 */
export interface NeededFeatureSet {
  featureSet: 'CustomNoUpgrade';
  /** `Name=true`, for `featureGates`. */
  featureGates: string[];
  /** A feature set that turns on all technology previews. */
  alternative: 'TechPreviewNoUpgrade';
  /** One reason per gate. */
  reasons: string[];
  warning: string;
}

const CANNOT_BE_UNDONE = t('featureSetPermanent');

interface Gate {
  name: string;
  /** The first minor release in which the gate is on by default. */
  on: string;
  /** The path that the installer names for the use of the gate, and its place in the file. */
  uses(config: InstallConfig): { path: Path; at: Path } | undefined;
  reason: string;
}

const VSPHERE = ['platform', 'vsphere'];

const GATES: Gate[] = [
  {
    name: 'ClusterAPIInstall',
    on: '4.16',
    uses: severalVCenters,
    reason: t('gateClusterApi'),
  },
  {
    name: 'VSphereMultiVCenters',
    on: '4.18',
    uses: severalVCenters,
    reason: t('gateMultiVCenters'),
  },
  {
    name: 'VSphereStaticIPs',
    on: '4.16',
    uses: ({ platform }) => used(platform?.vsphere?.hosts?.length, [...VSPHERE, 'hosts']),
    reason: t('gateStaticIps'),
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
    reason: t('gateMultiNetworks'),
  },
  {
    name: 'VSphereHostVMGroupZonal',
    on: '4.21',
    uses({ platform }) {
      const domains = platform?.vsphere?.failureDomains ?? [];
      const i = domains.findIndex(
        ({ zoneType, topology }) => zoneType === 'HostGroup' || topology?.hostGroup,
      );
      // The installer's message names no path.
      return i < 0 ? undefined : { path: [], at: [...VSPHERE, 'failureDomains', i] };
    },
    reason: t('gateHostGroups'),
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
    reason: t('gateMultiDisk'),
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
 * Returns the feature set that a file needs in a release; undefined when the release has all used features by default, or
 * is unknown (the newest one is assumed).
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
 * Checks the feature set (openshift/installer: pkg/types/validation/featuregates.go) and its gates. If they are valid,
 * also checks fields that need gates.
 */
export function checkFeatureSet(checks: Checks): void {
  const { config, notSupported, forbidden, invalid, warn } = checks;
  const { featureSet = '', featureGates = [] } = config;
  const before = checks.problems.length;
  if (featureSet && ![...FEATURE_SETS, 'Default', 'OKD'].includes(featureSet))
    notSupported(['featureSet'], featureSet, FEATURE_SETS);
  if (featureGates.length && featureSet !== 'CustomNoUpgrade')
    forbidden(['featureGates'], 'featureGates can only be used with the CustomNoUpgrade feature set', {
      remedy: t('featureGatesRemedy'),
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
    warn(['featureSet'], t('featureSetWarning', { featureSet }), t('featureSetWarningRemedy'));
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
        remedy: t('gatedFieldRemedy', { release: gate.on, gate: gate.name }),
      },
    );
  }
}

/** Returns whether a file turns a gate on, by its name or by a preview feature set. */
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
