import { alternativeList } from '../../../base/document/words.ts';
import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from '../model/checks.ts';
import type { VSpherePool } from '../model/model.ts';
import { zoneNameFault } from '../model/names.ts';
import { t } from './messages.ts';

/** The installer's default number of CPUs for a vSphere machine. */
const DEFAULT_CPUS = 4;

/** Checks a pool of vSphere machines or `defaultMachinePlatform`. */
export function checkVSpherePool(checks: Checks, pool: VSpherePool, path: Path): void {
  const { invalid } = checks;
  const { cpus = 0, coresPerSocket = 0, memoryMB = 0, osDisk } = pool;
  const check = (bad: boolean, field: string, value: number, detail: string, at = [...path, field]) => {
    if (bad) invalid([...path, field], value, detail, { at });
    return bad;
  };
  const disk = osDisk?.diskSizeGB ?? 0;
  check(disk < 0, 'diskSizeGB', disk, 'storage disk size must be positive', [
    ...path,
    'osDisk',
    'diskSizeGB',
  ]);
  check(memoryMB < 0, 'memoryMB', memoryMB, 'memory size must be positive');
  check(cpus < 0, 'cpus', cpus, 'number of CPUs must be positive');
  check(coresPerSocket < 0, 'coresPerSocket', coresPerSocket, 'cores per socket must be positive');
  const by = coresPerSocket || DEFAULT_CPUS;
  const all = cpus || DEFAULT_CPUS;
  const large = check(
    coresPerSocket > 0 && all > 0 && coresPerSocket > all,
    'coresPerSocket',
    coresPerSocket,
    'cores per socket must be less than the number of CPUs (which is by default 4)',
  );
  check(
    !large && cpus > 0 && by > 0 && cpus % by !== 0,
    'cpus',
    cpus,
    'numCPUs specified should be a multiple of cores per socket (which is by default 4)',
  );
  checkDataDisks(checks, pool, path);
  checkZones(checks, pool, path);
}

function checkDataDisks({ invalid, required, notSupported }: Checks, pool: VSpherePool, path: Path): void {
  const { dataDisks = [] } = pool;
  if (dataDisks.length > 29)
    invalid([...path, 'dataDisks'], dataDisks.length, 'data disk count must not exceed 29');
  for (const [i, { name = '', sizeGiB = 0, provisioningMode }] of dataDisks.entries()) {
    // The installer writes disks, but the field is dataDisks.
    const named = (...field: string[]) => [...path, 'disks', i, ...field];
    const at = [...path, 'dataDisks', i];
    if (!name) required(named('name'), 'data disk name must be set', { at });
    else if (name.length > 80)
      invalid(named('name'), name, 'data disk name must not exceed 80', { at: [...at, 'name'] });
    else if (!/^[a-zA-Z0-9]([-_a-zA-Z0-9]*[a-zA-Z0-9])?$/.test(name))
      invalid(
        named('name'),
        name,
        'data disk name must consist only of alphanumeric characters, hyphens and underscores, and must start and end with an alphanumeric character',
        { at: [...at, 'name'] },
      );
    if (sizeGiB <= 0) required(named('sizeGiB'), 'data disk size must be set', { at });
    else if (sizeGiB > 16384)
      invalid(named('sizeGiB'), sizeGiB, 'data disk size (GiB) must not exceed 16384', {
        at: [...at, 'sizeGiB'],
      });
    const modes = ['EagerlyZeroed', 'Thick', 'Thin'];
    if (provisioningMode && !modes.includes(provisioningMode))
      notSupported(named('provisioningMode'), provisioningMode, modes, { at: [...at, 'provisioningMode'] });
  }
}

function checkZones(
  { config, invalid, required, duplicate }: Checks,
  { zones = [] }: VSpherePool,
  path: Path,
): void {
  if (!zones.length) return;
  const field = [...path, 'zones'];
  const domains = config.platform?.vsphere?.failureDomains ?? [];
  if (!domains.length) {
    required(field, 'failureDomains must be defined if zones are defined', {
      remedy: t('zonesWithoutDomainsRemedy'),
    });
    return;
  }
  const seen = new Set<string>();
  for (const [i, zone] of zones.entries()) {
    const at = [...field, i];
    const fault = zoneNameFault(zone);
    if (fault)
      invalid(field, zones, fault, {
        at,
        remedy: t('zoneNameRemedy'),
      });
    if (seen.has(zone)) duplicate(at, zone, { remedy: t('zoneTwiceRemedy') });
    seen.add(zone);
    if (!domains.some(({ name }) => name === zone))
      invalid(field, zone, 'zone not defined in failureDomains', {
        at,
        remedy: t('oneOfRemedy', {
          field: 'zones',
          values: alternativeList(domains.flatMap(({ name }) => name ?? [])),
        }),
      });
  }
}
