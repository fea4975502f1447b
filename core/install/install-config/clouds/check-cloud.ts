import { pathText } from '../../../base/document/field-path.ts';
import type { Path } from '../../../base/document/yaml-text.ts';
import type { Checks } from '../model/checks.ts';
import { checkAws } from './aws.ts';
import { checkAzure } from './azure.ts';
import { type Block, blockOf, poolsOf } from './block.ts';
import { checkGcp } from './gcp.ts';
import { checkIbmCloud, checkPowerVs } from './ibm.ts';
import { checkNutanix } from './nutanix.ts';
import { checkOpenStack } from './openstack.ts';

interface Cloud {
  check(checks: Checks, platform: Block): void;
  /** Fields of the platform and of its machine pools with rules that Airlock doesn't apply. */
  unchecked: { platform?: readonly string[]; pools?: readonly string[] };
}

const CLOUDS: Readonly<Record<string, Cloud>> = {
  aws: { check: checkAws, unchecked: { platform: ['userProvisionedDNS'] } },
  azure: {
    check: checkAzure,
    unchecked: {
      platform: ['customerManagedKey'],
      pools: [
        ...['osDisk.diskEncryptionSet', 'osDisk.securityProfile', 'settings', 'encryptionAtHost'],
        ...['bootDiagnostics', 'identity'],
      ],
    },
  },
  gcp: { check: checkGcp, unchecked: { platform: ['userProvisionedDNS', 'serviceEndpoints'] } },
  ibmcloud: { check: checkIbmCloud, unchecked: {} },
  nutanix: { check: checkNutanix, unchecked: { pools: [''] } },
  openstack: { check: checkOpenStack, unchecked: {} },
  powervs: { check: checkPowerVs, unchecked: {} },
};
/** Platforms for which the installer has no rules beyond those that Airlock applies, or checks the rest in later steps. */
const COMPLETE = ['baremetal', 'external', 'none', 'vsphere', ''];

/** Checks the rules of the installer for a cloud that need no access to it. */
export function checkCloud(checks: Checks): void {
  const cloud = cloudOf(checks);
  if (cloud) cloud.check(checks, platformBlock(checks));
}

/**
 * Returns the fields of the file that the installer checks with rules that Airlock doesn't apply: `access` for the cloud's
 * API, and paths. Undefined on platforms whose rules Airlock applies.
 */
export function uncheckedOf(checks: Checks): { platform: string; fields: string[] } | undefined {
  const { platform: name } = checks;
  if (COMPLETE.includes(name)) return undefined;
  const cloud = cloudOf(checks);
  const platform = platformBlock(checks);
  if (!cloud) return { platform: name, fields: [pathText(platform.path)] };
  const present = (block: Block, field: string): Path[] => {
    const [first = '', second] = field.split('.');
    if (first === '') return [block.path];
    const has = second === undefined ? block.has(first) : block.block(first)?.has(second);
    return has ? [block.at(...field.split('.'))] : [];
  };
  const { platform: fields = [], pools = [] } = cloud.unchecked;
  const paths = [
    ...fields.flatMap((field) => present(platform, field)),
    ...poolsOf(checks, platform).flatMap(({ settings }) =>
      pools.flatMap((field) => present(settings, field)),
    ),
  ];
  return { platform: name, fields: paths.map(pathText) };
}

function cloudOf({ platform }: Checks): Cloud | undefined {
  return Object.hasOwn(CLOUDS, platform) ? CLOUDS[platform] : undefined;
}

function platformBlock(checks: Checks): Block {
  const value = (checks.config.platform as Record<string, unknown> | undefined)?.[checks.platform];
  return blockOf(checks, value, ['platform', checks.platform]);
}
