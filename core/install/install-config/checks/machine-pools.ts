import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks, Hint } from '../model/checks.ts';
import { computeReplicas, type MachinePool, replicasOf } from '../model/model.ts';
import { isBefore } from '../model/versions.ts';
import { t } from './messages.ts';
import { checkVSpherePool } from './vsphere-pool.ts';

/** Platforms whose control plane and workers may have different architectures. */
const MIXED_ARCHITECTURES = ['aws', 'gcp'];

/** Checks control plane, arbiter and compute pools (openshift/installer: pkg/types/validation/machinepools.go). */
export function checkMachinePools(checks: Checks): void {
  const { config, invalid, notSupported, platform } = checks;
  const { controlPlane, arbiter, compute } = config;
  if (controlPlane) {
    const { name, replicas } = controlPlane;
    // The installer sets the name before it checks it (pkg/types/defaults/installconfig.go, SetInstallConfigDefaults).
    if (name !== undefined && name !== 'master')
      checks.unnoticed(
        ['controlPlane', 'name'],
        t('controlPlaneName', { name }),
        t('controlPlaneNameRemedy'),
        {
          fix: checks.writing(
            t('setFieldFix', { field: 'name', value: 'master' }),
            ['controlPlane', 'name'],
            'master',
          ),
        },
      );
    if (replicas === 0)
      invalid(['controlPlane', 'replicas'], 0, 'number of control plane replicas must be positive', {
        remedy: t('controlPlaneReplicasRemedy'),
      });
    checkPool(checks, controlPlane, ['controlPlane'], 'master');
  }
  checkFencing(checks);
  if (arbiter) {
    if (platform !== 'baremetal')
      notSupported(['platform'], platform, ['baremetal'], {
        of: t('arbiterPlatformNote'),
        remedy: t('arbiterPlatformRemedy'),
      });
    if (replicasOf(controlPlane) < 2)
      invalid(
        ['controlPlane', 'replicas'],
        replicasOf(controlPlane),
        'number of controlPlane replicas must be at least 2 for arbiter deployments',
        { remedy: t('arbiterReplicasRemedy') },
      );
    checkPool(checks, arbiter, ['arbiter'], 'arbiter');
  }
  const names = new Set<string>();
  for (const [i, pool] of (compute ?? []).entries()) {
    const path = ['compute', i];
    const { name = '' } = pool;
    // The message about another name lists `edge` on every platform (validateCompute, validateComputeEdge).
    const isEdge = name === 'edge';
    if (name !== 'worker' && (!isEdge || platform !== 'aws'))
      notSupported([...path, 'name'], name, isEdge ? ['worker'] : ['worker', 'edge'], {
        remedy: platform === 'aws' ? undefined : t('poolNameRemedy'),
        fix: checks.writing(
          t('setFieldFix', { field: 'name', value: 'worker' }),
          [...path, 'name'],
          'worker',
        ),
      });
    if (names.has(name)) checks.duplicate([...path, 'name'], name);
    names.add(name);
    checkArchitecture(checks, pool.architecture, [...path, 'architecture'], (architecture) => ({
      remedy: t('architectureRemedy', { architecture }),
    }));
    if (pool.fencing)
      invalid(
        [...path, 'fencing'],
        { credentials: pool.fencing.credentials?.length ?? 0 },
        'fencing is only valid for control plane',
        {
          remedy: t('fencingPlaceRemedy'),
        },
      );
    checkPool(checks, pool, path, 'worker');
  }
  // The installer adds its default pool if none is named worker (pkg/types/defaults/installconfig.go).
  if (!names.has('worker'))
    checkArchitecture(
      checks,
      undefined,
      ['compute', compute?.length ?? 0, 'architecture'],
      (architecture) => ({
        at: compute ? ['compute'] : ['controlPlane', 'architecture'],
        remedy: t('addedPoolRemedy', { architecture }),
      }),
    );
  checkSingleNode(checks);
  const shared = config.platform?.vsphere?.defaultMachinePlatform;
  if (shared) checkVSpherePool(checks, shared, ['platform', 'vsphere', 'defaultMachinePlatform']);
}

/** Compares the architecture of a compute pool with that of the control plane. */
function checkArchitecture(
  { config, platform, invalid }: Checks,
  architecture: string | undefined,
  path: Path,
  hintFor: (expected: string) => Hint,
): void {
  const [own, others] = [architecture || 'amd64', config.controlPlane?.architecture || 'amd64'];
  if (own !== others && !MIXED_ARCHITECTURES.includes(platform))
    invalid(
      path,
      own,
      'heteregeneous multi-arch is not supported; compute pool architecture must match control plane',
      hintFor(others),
    );
}

function checkPool(
  checks: Checks,
  pool: MachinePool,
  path: Path,
  role: 'master' | 'worker' | 'arbiter',
): void {
  const { invalid, platform } = checks;
  const { replicas, hyperthreading, architecture } = pool;
  if (replicas !== undefined && replicas < 0)
    invalid([...path, 'replicas'], replicas, 'number of replicas must not be negative', {
      remedy: t('replicasRemedy'),
    });
  checks.word([...path, 'hyperthreading'], hyperthreading);
  checks.word([...path, 'architecture'], architecture);
  checkDiskSetup(checks, pool, path, role);
  for (const other of Object.keys(pool.platform ?? {}))
    if (other !== platform && platform)
      invalid(
        [...path, 'platform', other],
        {},
        `cannot specify "${other}" for machine pool when cluster is using "${platform}"`,
        { remedy: t('poolPlatformRemedy', { platform, other }) },
      );
  const machine = pool.platform?.vsphere;
  if (machine && platform === 'vsphere') checkVSpherePool(checks, machine, [...path, 'platform', 'vsphere']);
}

function checkDiskSetup(
  { invalid, tooMany }: Checks,
  { diskSetup = [] }: MachinePool,
  path: Path,
  role: string,
): void {
  const setup = [...path, 'diskSetup'];
  const seen = new Set<string>();
  for (const [i, disk] of diskSetup.entries()) {
    const type = disk.type ?? '';
    const field = type === 'user-defined' ? 'userDefined' : type;
    if (field !== 'etcd' && field !== 'swap' && field !== 'userDefined') continue;
    const at = [...setup, i];
    if (field !== 'userDefined' && seen.has(field)) {
      tooMany([...setup, field], 2, 1, { at });
      continue;
    }
    if (!disk[field]) invalid([...setup, field], disk, `${field} configuration must be created`, { at });
    else if (field === 'etcd' && role !== 'master')
      invalid([...setup, field], disk, 'cannot specify etcd on worker machine pools', { at });
    else if (field === 'userDefined' && (disk.userDefined?.platformDiskID ?? '').length > 12)
      invalid([...setup, field, 'platformDiskId'], disk, 'cannot be longer than 12 characters', {
        at: [...at, field, 'platformDiskID'],
      });
    else seen.add(field);
  }
}

/** Checks that two control plane nodes have fencing or an arbiter, and that other clusters have no fencing. */
function checkFencing({ config, forbidden, platform, release }: Checks): void {
  const { controlPlane, arbiter } = config;
  const path = ['controlPlane', 'fencing'];
  const count = controlPlane?.fencing?.credentials?.length ?? 0;
  if (controlPlane?.fencing && platform && !['none', 'external', 'baremetal'].includes(platform))
    forbidden(
      path,
      `fencing is only supported on baremetal, external or none platforms, instead ${platform} platform was found`,
    );
  const two = replicasOf(controlPlane) === 2 && !arbiter?.replicas;
  if (two && count !== 2 && !isBefore(release, '4.20'))
    forbidden(
      [...path, 'credentials'],
      `there should be exactly two fencing credentials to support the two node cluster, instead ${count} credentials were found`,
      {
        remedy: t('fencingNeededRemedy'),
      },
    );
  if (!two && count)
    forbidden(
      [...path, 'credentials'],
      `there should not be any fencing credentials configured for a non dual replica control plane (Two Nodes Fencing) cluster, instead ${count} credentials were found`,
      { remedy: t('fencingUnneededRemedy') },
    );
}

/** Checks that `bootstrapInPlace` is used for one node on platform none. */
function checkSingleNode({ config, platform, required, invalid }: Checks): void {
  if (!config.bootstrapInPlace) return;
  if (!config.bootstrapInPlace.installationDisk)
    required(
      ['bootstrapInPlace', 'installationDisk'],
      'installationDisk must be set the target disk drive for the installation',
      { remedy: t('installationDiskRemedy') },
    );
  if (replicasOf(config.controlPlane) !== 1)
    invalid(
      ['controlPlane', 'replicas'],
      replicasOf(config.controlPlane),
      'bootstrap in place requires a single replica of the control plane',
      { remedy: t('bootstrapInPlaceReplicasRemedy') },
    );
  if (computeReplicas(config) > 0)
    invalid(['compute'], computeReplicas(config), 'bootstrap in place requires no compute replicas', {
      remedy: t('computeZeroRemedy'),
    });
  if (platform !== 'none' && platform)
    invalid(['platform'], platform, 'bootstrap in place is supported on platform none only', {
      remedy: t('bootstrapInPlacePlatformRemedy'),
    });
}
