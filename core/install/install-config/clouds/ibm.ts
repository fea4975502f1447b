import type { Checks } from '../model/checks.ts';
import { type Block, checkZones, poolsOf, serviceUrlFault } from './block.ts';
import { t } from './messages.ts';

/** Zones of IBM Power Virtual Server by region (openshift/installer: pkg/types/powervs/powervs_regions.go). */
const POWER_ZONES: Readonly<Record<string, readonly string[]>> = {
  dal: ['dal10', 'dal12'],
  'eu-de': ['eu-de-1', 'eu-de-2'],
  lon: ['lon06'],
  mad: ['mad02', 'mad04'],
  osa: ['osa21'],
  sao: ['sao01', 'sao04'],
  syd: ['syd04', 'syd05'],
  tor: ['tor01'],
  'us-east': ['us-east'],
  'us-south': ['us-south'],
  wdc: ['wdc06', 'wdc07'],
};
const POWER_SYSTEMS = ['e1080', 'e980', 's1022', 's922'];
const UUID = /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i;
const urlRules = (allowed: RegExp) => ({
  host: 'empty hostname provided, it cannot be empty',
  scheme: 'invalid scheme SCHEME, only https is allowed',
  path: { allowed, message: 'no path or request parameters can be provided' },
});

/** Checks IBM Cloud (openshift/installer: pkg/types/ibmcloud/validation/platform.go and machinepool.go). */
export function checkIbmCloud(checks: Checks, platform: Block): void {
  const { required, invalid } = checks;
  const need = (field: string, detail: string) => required(platform.at(field), detail);
  const region = platform.text('region');
  if (!region) required(platform.at('region'), 'region must be specified', { remedy: t('regionRemedy') });
  const [control, compute] = (['controlPlaneSubnets', 'computeSubnets'] as const).map((field) => {
    platform.texts(field);
    return platform.has(field);
  });
  if (platform.text('vpcName')) {
    if (!control)
      need('controlPlaneSubnets', 'must provided at least one control plane subnet when a VPC is specified');
    if (!compute) need('computeSubnets', 'must provide at least one compute subnet when a VPC is specified');
  } else if (control || compute) need('vpcName', 'must provide a VPC name when supplying subnets');
  checkEndpoints(checks, platform, /^\/(?:(?:api\/)?v\d+\/?)?$/, (name, at, before) =>
    invalid(
      at,
      name,
      `duplicate service endpoint not allowed for ${name}, service endpoint already defined at platform.ibmcloud.serviceEndpoints[${before}]`,
    ),
  );
  for (const { settings } of poolsOf(checks, platform)) {
    checkZones(checks, settings, region, 'zone');
    const [type, zones] = [settings.text('type'), settings.texts('zones')];
    const hosts = settings.blocks('dedicatedHosts');
    if (settings.has('dedicatedHosts') && hosts.length !== zones.length)
      invalid(
        settings.at('dedicatedHosts'),
        hosts.length,
        `number of dedicated hosts does not match list of zones ([${zones.join(' ')}])`,
      );
    for (const host of hosts) {
      const profile = host.text('profile');
      if (!profile && !host.text('name')) invalid(host.path, profile, 'name or profile must be set');
      if (profile && type && profile.split('-')[0] !== type.split('-')[0])
        invalid(host.at('profile'), profile, `profile does not support expected instance type (${type})`);
    }
    if (settings.has('dedicatedHosts') && !type)
      invalid(settings.at('type'), type, 'type is required, default type not supported for dedicated hosts');
    const key = settings.block('bootVolume')?.text('encryptionKey') ?? '';
    if (key && !(key.startsWith('crn:') && key.split(':').length === 10))
      invalid(settings.at('bootVolume', 'encryptionKey'), key, 'encryptionKey is not a valid IBM CRN');
  }
}

/** Checks IBM Power Virtual Server (openshift/installer: pkg/types/powervs/validation/platform.go and machinepool.go). */
export function checkPowerVs(checks: Checks, platform: Block): void {
  const { config, required, notSupported, invalid, duplicate } = checks;
  if (!config.sshKey) required(['sshKey'], 'sshKey is required');
  const zone = platform.text('zone');
  const zones = Object.values(POWER_ZONES).flat();
  if (!zone) required(platform.at('zone'), 'zone must be specified');
  else if (!zones.includes(zone)) notSupported(platform.at('zone'), zone, zones);
  if (!zones.includes(zone)) return;
  const region = platform.text('region');
  if (region && !Object.hasOwn(POWER_ZONES, region))
    notSupported(platform.at('region'), region, Object.keys(POWER_ZONES));
  for (const { settings } of poolsOf(checks, platform)) checkPowerPool(checks, settings);
  const guid = platform.text('serviceInstanceGUID');
  if (guid && !UUID.test(guid))
    invalid(platform.at('ServiceInstanceGUID'), guid, 'ServiceInstanceGUID must be a valid UUID', {
      at: platform.at('serviceInstanceGUID'),
    });
  checkEndpoints(checks, platform, /^\/v\d+\/?$/, (name, at) => duplicate(at, name));
}

function checkEndpoints(
  { invalid }: Checks,
  platform: Block,
  paths: RegExp,
  twice: (name: string, path: ReturnType<Block['at']>, before: number) => void,
): void {
  const names: string[] = [];
  for (const endpoint of platform.blocks('serviceEndpoints')) {
    const [name, url] = [endpoint.text('name'), endpoint.text('url')];
    if (names.includes(name)) twice(name, endpoint.at('name'), names.indexOf(name));
    names.push(name);
    const fault = serviceUrlFault(url, urlRules(paths));
    if (fault) invalid(endpoint.at('url'), url, fault);
  }
}

function checkPowerPool({ invalid, duplicate, notSupported }: Checks, settings: Block): void {
  const volumes = settings.texts('volumeIDs');
  for (const [i, id] of volumes.entries()) {
    if (!UUID.test(id)) invalid(settings.at('volumeIDs', i), id, 'volume ID must be a valid UUID');
    if (volumes.indexOf(id) < i) duplicate(settings.at('volumeIDs', i), id);
  }
  const kind = settings.text('procType');
  const kinds = ['Capped', 'Dedicated', 'Shared'];
  if (kind && !kinds.includes(kind)) notSupported(settings.at('procType'), kind, kinds);
  const processors = checkProcessors({ invalid }, settings, kind);
  const level = settings.text('smtLevel');
  const levels = ['1', '2', '3', '4', '5', '6', '7', '8', 'off', 'on'];
  if (level && !levels.includes(level))
    invalid(settings.at('smtLevel'), level, `Valid SMT Levels are [${levels.join(' ')}]`);
  const system = settings.text('sysType');
  if (system && !POWER_SYSTEMS.includes(system))
    invalid(settings.at('sysType'), system, 'unknown system type specified');
  const memory = settings.number('memoryGiB');
  const inMemory = { at: settings.at('memoryGiB') };
  if (memory !== 0 && memory < 4)
    invalid(
      settings.at('memory'),
      memory,
      'memory must be an integer number of GB that is at least 4',
      inMemory,
    );
  const limit = /^s922(?:-.*)?$/.test(system)
    ? { name: 's922', memory: 942, cores: 15 }
    : system === 'e980'
      ? { name: 'e980', memory: 15307, cores: 143 }
      : undefined;
  if (limit && memory > limit.memory)
    invalid(
      settings.at('memory'),
      memory,
      `maximum memory limit for the ${limit.name} SysType is ${limit.memory}GiB`,
      inMemory,
    );
  if (limit && processors > limit.cores)
    invalid(
      settings.at('processors'),
      processors,
      `maximum processors limit for ${limit.name} SysType is ${limit.cores} cores`,
    );
}

function checkProcessors({ invalid }: Pick<Checks, 'invalid'>, settings: Block, kind: string): number {
  const text = settings.text('processors');
  const path = settings.at('processors');
  if (text === '') return 0;
  const processors = Number(text);
  if (Number.isNaN(processors)) {
    invalid(path, text, 'processors must be a valid floating point number');
    return 0;
  }
  if (!Number.isInteger(processors * 4)) invalid(path, processors, 'processors must be in increments of .25');
  if (['Shared', 'Capped', ''].includes(kind) && processors !== 0 && processors < 0.5)
    invalid(path, processors, 'minimum number of processors must be .5 cores for capped or shared ProcType');
  if (kind === 'Dedicated' && processors !== 0 && processors < 1)
    invalid(path, processors, 'minimum number of processors must be from 1 core for Dedicated ProcType');
  return processors;
}
