import type { Checks } from '../model/checks.ts';
import { type Block, poolsOf } from './block.ts';
import { t } from './messages.ts';

const CLOUDS = [
  'AzureChinaCloud',
  'AzureGermanCloud',
  'AzurePublicCloud',
  'AzureStackCloud',
  'AzureUSGovernmentCloud',
];
const OUTBOUND = ['Loadbalancer', 'NatGateway', 'UserDefinedRouting'];
const TAG_KEY = /^[a-zA-Z]([0-9A-Za-z_.-]{0,126}[0-9A-Za-z_])?$/;
/** `+-@` is a range, as in the installer. */
const TAG_VALUE = /^[0-9A-Za-z_.=+-@]{1,256}$/;

/** Checks Azure (openshift/installer: pkg/types/azure/validation/platform.go and machinepool.go). */
export function checkAzure(checks: Checks, platform: Block): void {
  const { config, required, notSupported, invalid } = checks;
  const need = (field: string, detail: string) => required(platform.at(field), detail);
  if (!platform.text('region'))
    required(platform.at('region'), 'region should be set to one of the supported Azure regions', {
      remedy: t('regionRemedy'),
    });
  if (config.publish !== 'Internal' && !platform.text('baseDomainResourceGroupName'))
    need(
      'baseDomainResourceGroupName',
      'baseDomainResourceGroupName is the resource group name where the azure dns zone is deployed',
    );
  const network = platform.text('virtualNetwork');
  const group = platform.text('networkResourceGroupName');
  const [compute, control] = [platform.text('computeSubnet'), platform.text('controlPlaneSubnet')];
  if (network) {
    if (!compute) need('computeSubnet', 'must provide a compute subnet when a virtual network is specified');
    if (!control)
      need('controlPlaneSubnet', 'must provide a control plane subnet when a virtual network is specified');
    if (!group)
      need(
        'networkResourceGroupName',
        'must provide a network resource group when a virtual network is specified',
      );
  }
  if (compute || control) {
    if (!network) need('virtualNetwork', 'must provide a virtual network when supplying subnets');
    if (!group)
      need('networkResourceGroupName', 'must provide a network resource group when supplying subnets');
  }
  const cloud = platform.text('cloudName') || 'AzurePublicCloud';
  if (!CLOUDS.includes(cloud)) notSupported(platform.at('cloudName'), cloud, CLOUDS);
  const outbound = platform.text('outboundType') || 'Loadbalancer';
  const wrong = (detail: string) => invalid(platform.at('outboundType'), outbound, detail);
  if (!OUTBOUND.includes(outbound)) notSupported(platform.at('outboundType'), outbound, OUTBOUND);
  if (outbound === 'UserDefinedRouting' && !network)
    wrong('UserDefinedRouting is only allowed when installing to pre-existing network');
  if (outbound === 'NatGateway') {
    if (config.featureSet !== 'TechPreviewNoUpgrade') wrong('not supported in this feature set');
    if (network) wrong('NatGateway is not allowed when installing to pre-existing network');
  }
  checkTags(checks, platform, cloud);
  if (cloud === 'AzureStackCloud') {
    if (!platform.text('armEndpoint'))
      need('armEndpoint', 'ARM endpoint must be set when installing on Azure Stack');
    if (outbound === 'UserDefinedRouting') wrong('Azure Stack does not support user-defined routing');
    if (outbound === 'NatGateway') wrong('Azure Stack does not support NAT routing currently');
  } else
    for (const [field, name] of [
      ['armEndpoint', 'ARM endpoint'],
      ['clusterOSImage', 'clusterOSImage'],
    ] as const)
      if (platform.text(field)) need(field, `${name} must not be set when the cloud name is ${cloud}`);
  for (const { settings, role } of poolsOf(checks, platform)) checkPool(checks, settings, role, cloud);
}

function checkTags({ invalid, forbidden, tooMany }: Checks, platform: Block, cloud: string): void {
  const tags = platform.entries('userTags');
  const path = platform.at('userTags');
  if (tags.length > 0 && cloud !== 'AzurePublicCloud')
    forbidden(path, 'userTags support is for AzurePublicCloud only');
  if (tags.length > 10) tooMany(path, tags.length, 10);
  const keys = tags.map(([key]) => key.toUpperCase());
  const twice = [...new Set(keys.filter((key, i) => keys.indexOf(key) < i))];
  if (twice.length > 0) {
    const matches = twice.map((key) => `"${key}" matches ${keys.filter((each) => each === key).length} keys`);
    forbidden(path, `found duplicate tag keys: ${matches.join(', ')}`);
  }
  for (const [key, value] of tags) {
    const fault = !TAG_KEY.test(key)
      ? 'key is invalid or contains invalid characters: key can have a maximum of 128 characters, cannot be empty and must begin with a letter, end with a letter, number or underscore, and must contain only alphanumeric characters and the following special characters `_ . -`'
      : !TAG_VALUE.test(value)
        ? 'value is invalid or contains invalid characters: value can have a maximum of 256 characters, cannot be empty and must contain only alphanumeric characters and the following special characters `_ + , - . / : ; < = > ? @`'
        : /^(name$|kubernetes\.io|openshift\.io|microsoft|azure|windows)/i.test(key)
          ? 'key contains restricted prefix'
          : undefined;
    if (fault) invalid(platform.at(`userTags[${key}]`), value, fault, { at: platform.at('userTags', key) });
  }
}

function checkPool(checks: Checks, settings: Block, role: string, cloud: string): void {
  const { invalid, required } = checks;
  const disk = settings.block('osDisk');
  const size = disk?.number('diskSizeGB', 32) ?? 0;
  const inDisk = (field: string) => ({ at: disk?.at(field) ?? settings.path });
  if (size < 0)
    invalid(settings.at('diskSizeGB'), size, 'Storage DiskSizeGB must be positive', inDisk('diskSizeGB'));
  else if (cloud === 'AzureStackCloud' && size !== 0 && (size < 128 || size > 1023))
    invalid(
      settings.at('diskSizeGB'),
      size,
      'Storage DiskSizeGB must be between 128 and 1023 inclusive for Azure Stack',
      inDisk('diskSizeGB'),
    );
  const word = (field: string, value: string, words: readonly string[], hint = {}) => {
    if (value && !words.includes(value)) checks.notSupported(settings.at(field), value, words, hint);
  };
  const types = ['Premium_LRS', 'StandardSSD_LRS'];
  const withStandard = role !== '' && role !== 'master' ? [...types, 'Standard_LRS'].toSorted() : types;
  word('diskType', disk?.text('diskType') ?? '', withStandard, inDisk('diskType'));
  word('ultraSSDCapability', settings.text('ultraSSDCapability'), ['Disabled', 'Enabled']);
  word('acceleratedNetworking', settings.text('vmNetworkingType'), ['Accelerated', 'Basic'], {
    at: settings.at('vmNetworkingType'),
  });
  const image = settings.block('osImage');
  const named = ['plan', 'publisher', 'offer', 'sku', 'version'].some((field) => image?.text(field));
  if (!image || !named) return;
  const plan = image.text('plan');
  if (plan && !['NoPurchasePlan', 'WithPurchasePlan'].includes(plan))
    checks.notSupported(image.at('plan'), plan, ['NoPurchasePlan', 'WithPurchasePlan']);
  for (const [field, name] of [
    ['publisher', 'publisher'],
    ['offer', 'offer'],
    ['sku', 'SKU'],
    ['version', 'version'],
  ] as const)
    if (!image.text(field)) required(image.at(field), `must specify ${name} for the OS image`);
}
