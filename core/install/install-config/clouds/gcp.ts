import type { Checks } from '../model/checks.ts';
import { type Block, checkZones, poolsOf, serviceUrlFault } from './block.ts';
import { t } from './messages.ts';

const DISKS = ['hyperdisk-balanced', 'pd-balanced', 'pd-ssd'];
const ALL_DISKS = [...DISKS, 'pd-standard'];
const MODES = ['Manual', 'Passthrough'];

/** Checks Google Cloud (openshift/installer: pkg/types/gcp/validation/platform.go and machinepool.go). */
export function checkGcp(checks: Checks, platform: Block): void {
  const { config, required, notSupported } = checks;
  const need = (field: string, detail: string) => required(platform.at(field), detail);
  const region = platform.text('region');
  if (!region) required(platform.at('region'), 'must provide a region', { remedy: t('regionRemedy') });
  const network = platform.text('network');
  if (platform.text('networkProjectID')) {
    if (!network) need('network', 'must provide a network when a networkProjectID is specified');
    const mode = config.credentialsMode ?? '';
    if (!MODES.includes(mode))
      notSupported(platform.at('credentialsMode'), mode, MODES, { at: ['credentialsMode'] });
  }
  const [compute, control] = [platform.text('computeSubnet'), platform.text('controlPlaneSubnet')];
  if (network && !compute) need('computeSubnet', 'must provide a compute subnet when a network is specified');
  if (network && !control)
    need('controlPlaneSubnet', 'must provide a control plane subnet when a network is specified');
  if ((compute || control) && !network) need('network', 'must provide a VPC network when supplying subnets');
  checkLabels(checks, platform);
  checkEndpoints(checks, platform);
  for (const { settings, role } of poolsOf(checks, platform)) checkPool(checks, settings, role, region);
}

function checkLabels({ invalid, tooMany }: Checks, platform: Block): void {
  const labels = platform.blocks('userLabels');
  if (labels.length > 32) tooMany(platform.at('userLabels'), labels.length, 32);
  for (const label of labels) {
    const [key, value] = [label.text('key'), label.text('value')];
    const fault = !/^[a-z][0-9a-z_-]{0,62}$/.test(key)
      ? 'label key is invalid or contains invalid characters. Label key can have a maximum of 63 characters and cannot be empty. Label key must begin with a lowercase letter, and must contain only lowercase letters, numeric characters, and the following special characters `_-`'
      : !/^[0-9a-z_-]{1,63}$/.test(value)
        ? 'label value is invalid or contains invalid characters. Label value can have a maximum of 63 characters and cannot be empty. Value must contain only lowercase letters, numeric characters, and the following special characters `_-`'
        : /^(kubernetes-io|openshift-io)/i.test(key)
          ? 'label key contains restricted prefix. Label key cannot have `kubernetes-io`, `openshift-io` prefixes'
          : undefined;
    if (fault) invalid(platform.at(`userLabels[${key}]`), value, fault, { at: label.path });
  }
}

const ENDPOINTS = [
  'CloudResourceManager',
  'Compute',
  'Container',
  'DNS',
  'File',
  'IAM',
  'ServiceUsage',
  'Storage',
  'TagManager',
];
const URL_RULES = {
  host: 'host cannot be empty, empty host provided',
  scheme: 'invalid scheme SCHEME, only https allowed',
};

function checkEndpoints({ notSupported, duplicate, invalid }: Checks, platform: Block): void {
  const names: string[] = [];
  for (const endpoint of platform.blocks('serviceEndpoints')) {
    const [name, url] = [endpoint.text('name'), endpoint.text('url')];
    if (!ENDPOINTS.includes(name)) notSupported(endpoint.at('name'), name, ENDPOINTS);
    if (names.includes(name)) duplicate(endpoint.at('name'), name);
    names.push(name);
    const fault = serviceUrlFault(url, URL_RULES);
    if (fault) invalid(endpoint.at('url'), url, fault);
  }
}

function checkPool(checks: Checks, settings: Block, role: string, region: string): void {
  const { invalid, notSupported } = checks;
  checkZones(checks, settings, region);
  const disk = settings.block('osDisk');
  const size = disk?.number('DiskSizeGB') ?? 0;
  const inDisk = (field: string) => ({ at: disk?.at(field) ?? settings.path });
  if (size !== 0 && size < 16)
    invalid(settings.at('diskSizeGB'), size, 'must be at least 16GB in size', inDisk('diskSizeGB'));
  if (size > 65536)
    invalid(
      settings.at('diskSizeGB'),
      size,
      'exceeding maximum GCP disk size limit, must be below 65536',
      inDisk('diskSizeGB'),
    );
  const type = disk?.text('diskType') ?? '';
  // For the control plane, the installer also prints the list of compute pools, of which pd-standard would be rejected.
  const types = role === '' || role === 'master' ? DISKS : ALL_DISKS;
  if (type && !types.includes(type)) notSupported(settings.at('diskType'), type, types, inDisk('diskType'));
  for (const [i, tag] of settings.texts('tags').entries()) {
    const fault =
      tag === ''
        ? 'tag can not be empty'
        : !/^\p{L}/u.test(tag) || !/[\p{L}\p{N}]$/u.test(tag)
          ? 'tag can only start with a letter and must end with a letter or a number'
          : !/^[a-z0-9-]*$/.test(tag)
            ? 'tag can only contain lowercase letters, numbers, and dashes'
            : tag.length > 63
              ? 'maximum number of characters is 63'
              : undefined;
    if (fault) invalid(settings.at('tags', i), tag, fault);
  }
}
