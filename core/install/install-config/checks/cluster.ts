import { ownEntry } from '../../../base/document/own-entry.ts';
import type { Checks } from '../model/checks.ts';
import { PLATFORMS } from '../model/install-config-fields.ts';
import { platformsOf } from '../model/model.ts';
import { isBefore, parseRelease } from '../model/versions.ts';
import { t } from './messages.ts';

const CAPABILITIES = [
  'Build',
  'CSISnapshot',
  'CloudControllerManager',
  'CloudCredential',
  'ClusterAPI',
  'CompatibilityRequirements',
  'Console',
  'DeploymentConfig',
  'ImageRegistry',
  'Ingress',
  'Insights',
  'MachineAPI',
  'NodeTuning',
  'OperatorLifecycleManager',
  'OperatorLifecycleManagerV1',
  'Storage',
  'baremetal',
  'marketplace',
  'openshift-samples',
];
/** Minor versions of the first capability set and of the newest one that Airlock knows. */
const BASELINES = { first: 11, newest: 22 };
/** The minor version that introduced a capability, if the sets of older ones don't contain it. */
const SINCE: Record<string, number> = {
  baremetal: 11,
  marketplace: 11,
  'openshift-samples': 11,
  Console: 12,
  Insights: 12,
  Storage: 12,
  CSISnapshot: 12,
  NodeTuning: 13,
  MachineAPI: 14,
  Build: 14,
  DeploymentConfig: 14,
  ImageRegistry: 14,
  OperatorLifecycleManager: 15,
  CloudCredential: 15,
  CloudControllerManager: 16,
  Ingress: 16,
  OperatorLifecycleManagerV1: 18,
};

/** Checks that the file has exactly one platform. */
export function checkPlatformChoice({ config, platform, invalid, unnoticed }: Checks): void {
  if (!platform) {
    invalid(['platform'], '', `must specify one of the platforms (${PLATFORMS.join(', ')})`, {
      remedy: t('platformMissingRemedy'),
    });
    return;
  }
  for (const other of platformsOf(config))
    if (other !== platform)
      invalid(
        ['platform'],
        platform,
        `must only specify a single type of platform; cannot use both "${platform}" and "${other}"`,
        { at: ['platform', other], remedy: t('platformSeveralRemedy') },
      );
  // The installer reads every other value as none (pkg/asset/manifests/external/infrastructure.go).
  const ccm = config.platform?.external?.cloudControllerManager;
  if (ccm && ccm !== 'External')
    unnoticed(
      ['platform', 'external', 'cloudControllerManager'],
      t('cloudControllerManagerUnknown', { value: ccm }),
      t('cloudControllerManagerRemedy'),
    );
}

/** Checks publishing strategy, credentials mode and CPU partitioning. */
export function checkPublish(checks: Checks): void {
  const { config, platform, invalid } = checks;
  const { publish = '', credentialsMode = '', cpuPartitioningMode } = config;
  const onPrem = ['vsphere', 'baremetal', 'none'].includes(platform);
  const fix = publish
    ? checks.writing(t('setFieldFix', { field: 'publish', value: 'External' }), ['publish'], 'External')
    : undefined;
  checks.word(['publish'], publish, { fix });
  if (publish === 'Internal' && onPrem)
    invalid(['publish'], publish, `Internal publish strategy is not supported on "${platform}" platform`, {
      remedy: t('publishRemedy'),
      fix,
    });
  if (publish === 'Mixed' && platform !== 'azure')
    invalid(['publish'], publish, `mixed publish strategy is not supported on "${platform}" platform`, {
      remedy: t('publishRemedy'),
      fix,
    });
  if (config.operatorPublishingStrategy && publish !== 'Mixed')
    invalid(
      ['operatorPublishingStrategy'],
      config.operatorPublishingStrategy,
      'operator publishing strategy is only allowed with mixed publishing strategy installs',
      { remedy: t('removeFieldRemedy', { field: 'operatorPublishingStrategy' }) },
    );
  checkCredentialsMode(checks, credentialsMode);
  checks.word(['cpuPartitioningMode'], cpuPartitioningMode);
}

const ALL_MODES = ['Manual', 'Mint', 'Passthrough'];
/** Modes of the Cloud Credential Operator by platform. Others have none (validateCloudCredentialsMode). */
const CREDENTIALS_MODES: Readonly<Record<string, readonly string[]>> = {
  aws: ALL_MODES,
  azure: ['Manual', 'Passthrough'],
  gcp: ALL_MODES,
  ibmcloud: ['Manual'],
  powervs: ['Manual'],
  nutanix: ['Manual'],
};

function checkCredentialsMode(checks: Checks, mode: string): void {
  const { config, platform } = checks;
  if (!mode || !platform) return;
  const path = ['credentialsMode'];
  const azure = config.platform?.azure as { cloudName?: unknown } | undefined;
  const isStack = platform === 'azure' && azure?.cloudName === 'AzureStackCloud';
  const modes = isStack ? ['Manual'] : ownEntry(CREDENTIALS_MODES, platform);
  if (!modes)
    checks.invalid(path, mode, `cannot be set when using the "${platform}" platform`, {
      remedy: t('removeFieldRemedy', { field: 'credentialsMode' }),
    });
  else if (!modes.includes(mode)) checks.notSupported(path, mode, modes);
}

/** Checks the capabilities and their dependencies. */
export function checkCapabilities(checks: Checks): void {
  const { config, platform, invalid, notSupported } = checks;
  const { capabilities } = config;
  if (!capabilities) return;
  const path = ['capabilities'];
  const { baselineCapabilitySet: set = '', additionalEnabledCapabilities: added = [] } = capabilities;
  const newest =
    checks.release?.major === 4 ? Math.max(checks.release.minor, BASELINES.first) : BASELINES.newest;
  const sets = Array.from({ length: newest - BASELINES.first + 1 }, (_, i) => `v4.${BASELINES.first + i}`);
  const known = ['None', ...sets, 'vCurrent'];
  if (!known.includes(set))
    notSupported([...path, 'baselineCapabilitySet'], set, known, {
      remedy: t('baselineRemedy'),
      fix: set
        ? undefined
        : checks.writing(
            t('setFieldFix', { field: 'baselineCapabilitySet', value: 'vCurrent' }),
            [...path, 'baselineCapabilitySet'],
            'vCurrent',
          ),
    });
  for (const [i, name] of added.entries())
    if (
      !CAPABILITIES.includes(name) ||
      (name === 'OperatorLifecycleManagerV1' && isBefore(checks.release, '4.18'))
    )
      notSupported([...path, 'additionalEnabledCapabilities', i], name, CAPABILITIES);
  const limit = set === 'None' ? 0 : (parseRelease(set)?.minor ?? Number.POSITIVE_INFINITY);
  // A capability that isn't in the table is newer than every numbered set.
  const enabled = (name: string) =>
    added.includes(name) ||
    limit >= (ownEntry(SINCE, name) ?? Number.POSITIVE_INFINITY) ||
    (set === 'vCurrent' && CAPABILITIES.includes(name));
  const all = [...path, 'additionalEnabledCapabilities'];
  // The installer names the fields without their parent (ValidateInstallConfig).
  const wrong = (detail: string, name: string, field = 'capabilities') =>
    invalid([field], field === 'capabilities' ? capabilities : added, detail, {
      at: all,
      remedy: t('capabilityRemedy', { capability: name }),
      fix: checks.writing(t('addFix', { value: name }), all, [...added, name]),
    });
  if (enabled('marketplace') && !enabled('OperatorLifecycleManager') && !isBefore(checks.release, '4.15'))
    wrong(
      'the marketplace capability requires the OperatorLifecycleManager capability',
      'OperatorLifecycleManager',
      'additionalEnabledCapabilities',
    );
  if (platform === 'baremetal' && !enabled('baremetal'))
    wrong(
      'platform baremetal requires the baremetal capability',
      'baremetal',
      'additionalEnabledCapabilities',
    );
  // The installer's message names only bare metal, but its rule accepts `none` as well.
  const needsCredentials = platform !== 'baremetal' && platform !== 'none';
  if (!enabled('CloudCredential') && needsCredentials && !isBefore(checks.release, '4.15'))
    wrong('disabling CloudCredential capability available only for baremetal platforms', 'CloudCredential');
  const without =
    platform === 'baremetal' ||
    platform === 'none' ||
    (platform === 'external' && config.platform?.external?.cloudControllerManager !== 'External');
  if (!enabled('CloudControllerManager') && !without && !isBefore(checks.release, '4.16'))
    wrong(
      platform === 'external'
        ? 'disabling CloudControllerManager on External platform supported only with cloudControllerManager value none'
        : 'disabling CloudControllerManager is only supported on the Baremetal, None, or External platform with cloudControllerManager value none',
      'CloudControllerManager',
    );
  if (!enabled('Ingress') && !isBefore(checks.release, '4.16'))
    wrong('the Ingress capability is required', 'Ingress');
}
