import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from '../model/checks.ts';
import { type Block, checkZones, poolsOf, serviceUrlFault } from './block.ts';
import { t } from './messages.ts';

const ROLES = [
  'BootstrapNode',
  'ClusterNode',
  'ControlPlaneExternalLB',
  'ControlPlaneInternalLB',
  'EdgeNode',
  'IngressControllerLB',
];
/** Regions to which RHCOS images can't be copied. */
const WITHOUT_IMAGES = ['cn-north-1', 'cn-northwest-1', 'us-iso-east-1', 'us-iso-west-1', 'us-isob-east-1'];
/** `+-@` is a range, as in the installer. */
const TAG = /^[0-9A-Za-z_.:/=+-@\p{Z}]*$/u;
const URL_RULES = {
  host: 'host cannot be empty, empty host provided',
  scheme: 'invalid scheme SCHEME, only https allowed',
  path: { allowed: /^$/, message: 'no path or request parameters must be provided' },
};

/** Checks AWS (openshift/installer: pkg/types/aws/validation/platform.go and machinepool.go). */
export function checkAws(checks: Checks, platform: Block): void {
  const { config, required, invalid, forbidden } = checks;
  const region = platform.text('region');
  if (!region) required(platform.at('region'), 'region must be specified', { remedy: t('regionRemedy') });
  const subnets = subnetsOf(checks, platform);
  const [zone, role] = [platform.text('hostedZone'), platform.text('hostedZoneRole')];
  if (zone && subnets.length === 0)
    invalid(
      platform.at('hostedZone'),
      zone,
      'may not use an existing hosted zone when not using existing subnets',
    );
  if (role && !zone)
    invalid(
      platform.at('hostedZoneRole'),
      role,
      'may not specify a role to assume for hosted zone operations without also specifying a hosted zone',
    );
  if (role && !['Manual', 'Passthrough'].includes(config.credentialsMode ?? ''))
    forbidden(
      platform.at('credentialsMode'),
      'when specifying a hostedZoneRole, either Passthrough or Manual credential mode must be specified',
      { at: ['credentialsMode'] },
    );
  checkSubnets(checks, subnets, platform.at('vpc', 'subnets'));
  checkEndpoints(checks, platform);
  checkTags(checks, platform);
  for (const { settings } of poolsOf(checks, platform)) checkPool(checks, settings, region, subnets.length);
  checkImages(checks, platform, region);
}

interface Subnet {
  id: string;
  roles: string[];
  path: Path;
}

/** Returns the subnets, including those of the deprecated field, which the installer converts (pkg/types/conversion). */
function subnetsOf({ forbidden }: Checks, platform: Block): Subnet[] {
  const subnets = (platform.block('vpc')?.blocks('subnets') ?? []).map((subnet) => ({
    id: subnet.text('id'),
    roles: subnet.blocks('roles').map((role) => role.text('type')),
    path: subnet.path,
  }));
  const ids = platform.texts('subnets');
  if (ids.length > 0 && subnets.length > 0)
    forbidden(
      platform.at('subnets'),
      'cannot specify platform.aws.subnets and platform.aws.vpc.subnets together',
    );
  return subnets.length > 0
    ? subnets
    : ids.map((id, i) => ({ id, roles: [], path: platform.at('subnets', i) }));
}

function checkSubnets(checks: Checks, subnets: readonly Subnet[], path: Path): void {
  const { forbidden, invalid, duplicate, notSupported, config } = checks;
  const inList = (i: number, ...fields: Path) => ({
    path: [...path, i, ...fields],
    at: [...subnets[i]!.path, ...fields],
  });
  const hasRoles = subnets.map(({ roles }) => roles.length > 0);
  if (hasRoles.some((each) => each !== hasRoles[0]))
    forbidden(
      path,
      'either all subnets must be assigned roles or none of the subnets should have roles assigned',
    );
  const counts = new Map<string, number>();
  for (const [i, { id, roles }] of subnets.entries()) {
    if (subnets.findIndex((other) => other.id === id) < i) {
      const place = inList(i, 'id');
      duplicate(place.path, id, { at: place.at });
    }
    for (const [j, role] of roles.entries()) {
      const place = inList(i, 'roles', j, 'type');
      if (!ROLES.includes(role)) notSupported(place.path, role, ROLES, { at: place.at });
      else if (roles.indexOf(role) < j) duplicate(place.path, role, { at: place.at });
    }
    const known = new Set(roles.filter((role) => ROLES.includes(role)));
    const place = inList(i, 'roles');
    if (known.has('ControlPlaneExternalLB') && known.has('ControlPlaneInternalLB'))
      forbidden(
        place.path,
        'must not have both ControlPlaneExternalLB and ControlPlaneInternalLB role',
        place,
      );
    if (known.has('EdgeNode') && known.size > 1)
      forbidden(place.path, 'must not combine EdgeNode role with any other roles', place);
    for (const role of known) counts.set(role, (counts.get(role) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const isPrivate = config.publish === 'Internal';
  if ((counts.get('IngressControllerLB') ?? 0) > 10)
    forbidden(path, 'must not include more than 10 subnets with the IngressControllerLB role');
  if (isPrivate && counts.has('ControlPlaneExternalLB'))
    forbidden(path, 'must not include subnets with the ControlPlaneExternalLB role in a private cluster');
  const missing = ROLES.filter(
    (role) => role !== 'EdgeNode' && !(role === 'ControlPlaneExternalLB' && isPrivate) && !counts.has(role),
  );
  if (missing.length > 0)
    invalid(path, subnets.length, `roles [${missing.join(' ')}] must be assigned to at least 1 subnet`);
}

function checkEndpoints({ invalid }: Checks, platform: Block): void {
  const names: string[] = [];
  for (const [i, endpoint] of platform.blocks('serviceEndpoints').entries()) {
    const name = endpoint.text('name');
    const before = names.indexOf(name);
    if (before !== -1)
      invalid(
        endpoint.at('name'),
        name,
        `duplicate service endpoint not allowed for ${name}, service endpoint already defined at platform.aws.serviceEndpoints[${before}]`,
      );
    names[i] = before === -1 ? name : '';
    const url = endpoint.text('url');
    const fault = serviceUrlFault(url, URL_RULES);
    if (fault) invalid(endpoint.at('url'), url, fault);
  }
}

function checkTags({ invalid, tooMany }: Checks, platform: Block): void {
  const tags = platform.entries('userTags');
  if (tags.length > 25) tooMany(platform.at('userTags'), tags.length, 25);
  for (const [key, value] of tags) {
    const fault = tagFault(key, value);
    if (fault) invalid(platform.at(`userTags[${key}]`), value, fault, { at: platform.at('userTags', key) });
  }
}

/** Returns the installer's error for a tag (validateTag). */
function tagFault(key: string, value: string): string | undefined {
  if (key.toLowerCase() === 'name') return '"Name" key is not allowed for user defined tags';
  if (!TAG.test(key)) return 'key contains invalid characters';
  if (!TAG.test(value)) return 'value contains invalid characters';
  if (key === '') return 'key is empty';
  if (key.length > 128) return 'key is too long';
  if (value === '') return 'value is empty';
  if (value.length > 256) return 'value is too long';
  for (const namespace of ['kubernetes.io', 'openshift.io'])
    if (new RegExp(`^([^/]*\\.)?${namespace}/`).test(key)) return `key is in the ${namespace} namespace`;
  return undefined;
}

function checkPool(checks: Checks, settings: Block, region: string, subnets: number): void {
  const { invalid, required, tooMany } = checks;
  checkZones(checks, settings, region);
  const volume = settings.block('rootVolume');
  const type = volume?.text('type').toLowerCase() ?? '';
  if (volume && type) {
    const [size, iops] = [volume.number('size'), volume.number('iops')];
    if (size <= 0)
      invalid(settings.at('size'), size, 'volume size value must be a positive number', {
        at: volume.at('size'),
      });
    const fault = iopsFault(type, iops);
    if (fault) invalid(settings.at('iops'), iops, fault, { at: volume.at('iops') });
    if (!['io1', 'io2', 'gp3', 'gp2', 'st1', 'sc1', 'standard'].includes(type))
      invalid(settings.at('type'), type, `failed to find volume type ${type}`, { at: volume.at('type') });
  }
  const metadata = settings.block('metadataService');
  const authentication = metadata?.text('authentication') ?? '';
  if (metadata && !['', 'Required', 'Optional'].includes(authentication))
    invalid(settings.at('authentication'), authentication, 'must be either Required or Optional', {
      at: metadata.at('authentication'),
    });
  const groups = settings.texts('additionalSecurityGroupIDs');
  if (groups.length > 0 && subnets === 0)
    required(
      settings.at('platform.subnets'),
      'subnets must be provided when additional security groups are present',
      { at: settings.at('additionalSecurityGroupIDs') },
    );
  if (groups.length > 10)
    tooMany(settings.path, groups.length, 10, { at: settings.at('additionalSecurityGroupIDs') });
}

function iopsFault(type: string, iops: number): string | undefined {
  if (['io1', 'io2'].includes(type) && iops <= 0) return 'iops must be a positive number';
  if (type === 'gp3' && iops < 0) return 'iops must be a positive number';
  return ['gp2', 'st1', 'sc1', 'standard'].includes(type) && iops !== 0
    ? `iops not supported for type ${type}`
    : undefined;
}

/** Checks the architectures, and that pools in regions without images have one (ValidateAMIID). */
function checkImages(checks: Checks, platform: Block, region: string): void {
  const { config, notSupported, required } = checks;
  const shared = platform.text('amiID') || platform.block('defaultMachinePlatform')?.text('amiID');
  const pools = poolsOf(checks, platform);
  const listed: [Path, { architecture?: string | undefined } | undefined][] = [
    [['controlPlane'], config.controlPlane],
    ...(config.compute ?? [{}]).map((pool, i): [Path, typeof pool] => [['compute', i], pool]),
  ];
  for (const [path, pool] of listed) {
    const architecture = pool?.architecture ?? '';
    if (['ppc64le', 's390x'].includes(architecture))
      notSupported([...path, 'architecture'], architecture, ['amd64', 'arm64']);
    const own = pools.find((each) => each.pool === pool)?.settings.text('amiID');
    if (WITHOUT_IMAGES.includes(region) && !shared && !own)
      required(
        [...path, 'platform', 'aws'],
        `AMI ID must be provided for regions ${WITHOUT_IMAGES.join(', ')}`,
      );
  }
}

/** Checks the MTU of the cluster network (validateNetworkingClusterNetworkMTU). */
export function checkAwsMtu({ invalid }: Checks, mtu: number, networkType: string): void {
  const path = ['networking', 'clusterNetworkMTU'];
  if (mtu > 9001) invalid(path, mtu, 'cluster network MTU exceeds the maximum value of 9001');
  else if (mtu < 1000) invalid(path, mtu, 'cluster network MTU is lower than the minimum value of 1000');
  else if (networkType !== 'OVNKubernetes')
    invalid(path, mtu, `cluster network MTU is not valid with network plugin ${networkType}`);
  else if (mtu > 8901)
    invalid(
      path,
      mtu,
      'cluster network MTU exceeds the maximum value with the network plugin OVNKubernetes of 8901',
    );
}
