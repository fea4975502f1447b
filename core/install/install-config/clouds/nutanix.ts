import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from '../model/checks.ts';
import { isHost } from '../model/names.ts';
import type { Block } from './block.ts';
import { checkLoadBalancerType } from './openstack.ts';

/** Checks Nutanix (openshift/installer: pkg/types/nutanix/validation/platform.go). */
export function checkNutanix(checks: Checks, platform: Block): void {
  const { required, invalid, method } = checks;
  const central = platform.block('prismCentral');
  const path = (...fields: Path) => platform.at('prismCentral', ...fields);
  const endpoint = central?.block('endpoint');
  const address = endpoint?.text('address') ?? '';
  if (!address) required(path('endpoint', 'address'), 'must specify the Prism Central endpoint address');
  else if (!isHost(address))
    invalid(
      path('endpoint', 'address'),
      address,
      'must be the domain name or IP address of the Prism Central',
    );
  const port = endpoint?.number('port', 32) ?? 0;
  if (port < 1 || port > 65535)
    invalid(
      path('endpoint', 'port'),
      port,
      'The Prism Central endpoint port is invalid, must be in the range of 1 to 65535',
    );
  if (!central?.text('username')) required(path('username'), 'must specify the Prism Central username');
  if (!central?.text('password')) required(path('password'), 'must specify the Prism Central password');
  checkElements(checks, platform);
  checkSubnets(checks, platform.texts('subnetUUIDs'), platform.at('subnetUUIDs'));
  if (method === 'agent') return;
  checkLoadBalancerType(checks, platform);
  const timeout = platform.number('prismAPICallTimeout');
  if (platform.has('prismAPICallTimeout') && timeout <= 0)
    invalid(platform.at('prismAPICallTimeout'), timeout, 'must be a positive integer value');
  for (const domain of platform.blocks('failureDomains')) checkDomain(checks, platform, domain);
}

function checkElements({ required, invalid }: Checks, platform: Block): void {
  const elements = platform.blocks('prismElements');
  const path = (...fields: Path) => platform.at('prismElements', ...fields);
  if (elements.length !== 1) required(path(), 'must specify one Prism Element');
  for (const element of elements) {
    const endpoint = element.block('endpoint');
    const [address, port] = [endpoint?.text('address') ?? '', endpoint?.number('port', 32) ?? 0];
    const at = (...fields: Path) => ({ at: element.at(...fields) });
    if (!element.text('uuid')) required(path('uuid'), 'must specify the Prism Element UUID', at('uuid'));
    if (!address)
      required(
        path('endpoint', 'address'),
        'must specify the Prism Element endpoint address',
        at('endpoint', 'address'),
      );
    else if (!isHost(address))
      invalid(
        path('endpoint', 'address'),
        address,
        'must be the domain name or IP address of the Prism Element (cluster)',
        at('endpoint', 'address'),
      );
    if (port < 1 || port > 65535)
      required(
        path('endpoint', 'port'),
        'The Prism Element endpoint port is invalid, must be in the range of 1 to 65535',
        at('endpoint', 'port'),
      );
  }
}

function checkSubnets({ required, tooMany, invalid }: Checks, ids: string[], path: Path, at = path): void {
  if (!ids[0]) required(path, 'must specify at least one subnet', { at });
  else if (ids.length > 32) tooMany(path, ids.length, 32, { at });
  else
    for (const [i, id] of ids.entries())
      if (ids.indexOf(id) < i) invalid(path, id, 'should not configure duplicate value', { at: [...at, i] });
}

function checkDomain(checks: Checks, platform: Block, domain: Block): void {
  const { required, invalid } = checks;
  const path = (...fields: Path) => platform.at('failureDomain', ...fields);
  const name = domain.text('name');
  const pattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
  // The installer's pattern has no anchors.
  if (!/[a-z0-9]/.test(name))
    invalid(path('name'), name, `failureDomain name should match the pattern "${pattern}".`, {
      at: domain.at('name'),
    });
  const element = domain.block('prismElement');
  // Reports a port that isn't an integer.
  element?.block('endpoint')?.number('port', 32);
  if (!element?.text('uuid'))
    required(path('prismElement', 'uuid'), 'failureDomain prismElement uuid cannot be empty', {
      at: domain.at('prismElement', 'uuid'),
    });
  checkSubnets(checks, domain.texts('subnetUUIDs'), path('subnetUUIDs'), domain.at('subnetUUIDs'));
  const named = `failureDomain "${name}"`;
  for (const container of domain.blocks('storageContainers'))
    for (const field of ['referenceName', 'uuid'] as const)
      if (!container.text(field))
        required(path('storageContainers', field), `${named}: missing storageContainer ${field}`, {
          at: container.at(field),
        });
  for (const image of domain.blocks('dataSourceImages')) {
    if (!image.text('referenceName'))
      required(path('dataSourceImages', 'referenceName'), `${named}: missing dataSourceImage referenceName`, {
        at: image.at('referenceName'),
      });
    if (!image.text('uuid') && !image.text('name'))
      required(
        path('dataSourceImages'),
        `${named}: both the dataSourceImage's uuid and name are empty, you need to configure one.`,
        { at: image.path },
      );
  }
}
