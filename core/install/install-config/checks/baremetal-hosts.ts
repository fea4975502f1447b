import { ownEntry } from '../../../base/document/own-entry.ts';
import { alternativeList } from '../../../base/document/words.ts';
import type { Path } from '../../../base/document/yaml-text.ts';
import { HOST_ROLES } from '../model/baremetal-fields.ts';
import type { Checks } from '../model/checks.ts';
import { type BareMetalHost, computeReplicas, replicasOf } from '../model/model.ts';
import { macFault, subdomainFault } from '../model/names.ts';
import { t } from './messages.ts';

const PATH = ['platform', 'baremetal', 'hosts'];
/** Drivers of the bare-metal operator, with those that need a provisioning network or support secure boot. */
const DRIVERS: Record<string, { pxe?: true; secureBoot?: true; name: string }> = {
  ipmi: { name: 'ipmi', pxe: true },
  libvirt: { name: 'ipmi', pxe: true },
  redfish: { name: 'redfish', pxe: true, secureBoot: true },
  'redfish-virtualmedia': { name: 'redfish', secureBoot: true },
  'redfish-uefihttp': { name: 'redfish', secureBoot: true },
  idrac: { name: 'idrac', pxe: true },
  'idrac-redfish': { name: 'redfish', pxe: true, secureBoot: true },
  'idrac-virtualmedia': { name: 'idrac', secureBoot: true },
  irmc: { name: 'irmc', pxe: true, secureBoot: true },
  ilo4: { name: 'ilo', pxe: true, secureBoot: true },
  'ilo4-virtualmedia': { name: 'redfish', secureBoot: true },
  ilo5: { name: 'ilo5', pxe: true, secureBoot: true },
  'ilo5-redfish': { name: 'redfish', pxe: true, secureBoot: true },
  'ilo5-virtualmedia': { name: 'redfish', secureBoot: true },
};

/** Returns the driver for the scheme of a BMC's address, `ipmi` without a scheme; undefined for an unknown one. */
function bmcDriver(address: string): (typeof DRIVERS)[string] | undefined {
  const [, scheme = 'ipmi'] = /^([a-z0-9-]+)(?:\+https?)?:\/\//i.exec(address) ?? [];
  return ownEntry(DRIVERS, scheme.toLowerCase());
}

/** Checks the hosts of a bare-metal installation. The agent-based installer reads them from agent-config.yaml. */
export function checkHosts(checks: Checks): void {
  const { config, invalid, method } = checks;
  const { hosts } = config.platform?.baremetal ?? {};
  if (!hosts && method === 'agent') return;
  const { baselineCapabilitySet: set, additionalEnabledCapabilities: added = [] } = config.capabilities ?? {};
  const machines = set !== 'None' || added.includes('MachineAPI');
  if (!hosts) {
    if (machines) {
      invalid(PATH, 'null', 'bare metal hosts are missing', {
        remedy: t('hostsMissingRemedy'),
      });
      checkCounts(checks, []);
    }
    return;
  }
  if (method !== 'agent') checkCounts(checks, hosts);
  const seen = new Map<string, string[]>();
  const unique = (field: string, value: string, path: Path) => {
    const values = seen.get(field) ?? [];
    const other = values.find((each) => each.toLowerCase() === value.toLowerCase());
    const remedy = t('hostDuplicateRemedy');
    if (values.includes(value)) checks.duplicate(path, value, { remedy });
    // The installer compares letters exactly, but two spellings of one address are the same host.
    else if (other !== undefined) checks.unnoticed(path, t('hostTwiceSpelled', { value, other }), remedy);
    seen.set(field, [...values, value]);
  };
  for (const [i, host] of hosts.entries()) {
    const path = [...PATH, i];
    checkHost(checks, host, path);
    if (host.name) unique('name', host.name, [...path, 'name']);
    if (host.bootMACAddress) unique('mac', host.bootMACAddress, [...path, 'bootMACAddress']);
    if (host.bmc?.address) unique('bmc', host.bmc.address, [...path, 'bmc', 'address']);
  }
}

function checkCounts({ config, required, warn }: Checks, hosts: BareMetalHost[]): void {
  const needed = {
    ControlPlane: replicasOf(config.controlPlane),
    Arbiter: config.arbiter ? (config.arbiter.replicas ?? 0) : 0,
    Compute: computeReplicas(config),
  };
  const found = { ControlPlane: 0, Arbiter: 0, Compute: 0 };
  for (const [i, { name = '', role }] of hosts.entries()) {
    if (role === 'master') found.ControlPlane++;
    else if (role === 'arbiter') found.Arbiter++;
    else if (role === 'worker') found.Compute++;
    else {
      // The installer's warning. For an unknown role, checkRole reports the cause.
      if (!role) warn([...PATH, i], `Host ${name} hasn't any role configured`, t('hostRoleRemedy'));
      for (const kind of ['ControlPlane', 'Arbiter', 'Compute'] as const)
        if (found[kind] < needed[kind]) {
          found[kind]++;
          break;
        }
    }
  }
  for (const kind of ['ControlPlane', 'Arbiter', 'Compute'] as const)
    if (found[kind] < needed[kind])
      required(
        PATH,
        `not enough hosts found (${found[kind]}) to support all the configured ${kind} replicas (${needed[kind]})`,
        { remedy: t('hostsTooFewRemedy') },
      );
}

function checkHost(checks: Checks, host: BareMetalHost, path: Path): void {
  const { required, invalid } = checks;
  const { name = '', bootMACAddress: mac = '', bootMode = '' } = host;
  if (!name) required([...path, 'name'], 'missing Name');
  const nameFault = name && subdomainFault(name);
  if (nameFault) invalid([...path, 'name'], name, nameFault);
  checkRole(checks, host, path);
  if (!mac) required([...path, 'bootMACAddress'], 'missing BootMACAddress');
  else checkMac(checks, host, path);
  checks.word([...path, 'bootMode'], bootMode);
  const driver = bmcDriver(host.bmc?.address ?? '');
  if (bootMode === 'UEFISecureBoot' && driver && !driver.secureBoot && host.bmc?.address)
    invalid([...path, 'bootMode'], bootMode, `driver ${driver.name} does not support UEFI secure boot`);
  checkRootDevice(checks, host, path);
  checkNetworkConfig(checks, host, path);
}

/**
 * Checks the role of a host. Only the agent-based installer rejects an unknown one (openshift/installer:
 * pkg/asset/agent/agentconfig/agenthosts.go, validateRoles). The other counts the host for any pool (validateHostsCount).
 */
function checkRole(checks: Checks, { name = '', role = '' }: BareMetalHost, path: Path): void {
  if (!role || HOST_ROLES.includes(role)) return;
  const at = [...path, 'role'];
  if (checks.method === 'agent') checks.notSupported(at, role, HOST_ROLES);
  else
    checks.unnoticed(
      at,
      t('hostRoleUnknown', { name, role, roles: alternativeList(HOST_ROLES) }),
      t('hostRoleRemedy'),
    );
}

/**
 * Checks the MAC address of a host. The installer only requires one, and the API server rejects the BareMetalHost of an
 * invalid one (metal3-io/baremetal-operator: apis/metal3.io/v1alpha1, pattern of `bootMACAddress`). The agent-based installer checks it for hosts whose
 * `networkConfig` has no MAC addresses (agenthosts.go, getInstallConfigDefaults and validateHostInterfaces).
 */
function checkMac(
  checks: Checks,
  { name = '', bootMACAddress: mac = '', networkConfig }: BareMetalHost,
  path: Path,
) {
  const fault = macFault(mac);
  if (!fault) return;
  const at = [...path, 'bootMACAddress'];
  const { interfaces } = (networkConfig ?? {}) as { interfaces?: unknown };
  const listed = (Array.isArray(interfaces) ? interfaces : []) as (Record<string, unknown> | null)[];
  const named = listed.some((each) => each?.name && each['mac-address']);
  if (checks.method === 'agent' && !named) checks.invalid(at, mac, fault);
  else if (checks.method === 'agent')
    checks.unnoticed(at, t('hostMacInvalid', { name, mac }), t('hostMacRemedy'));
  else checks.unnoticed(at, t('hostMacInvalid', { name, mac }), t('hostMacRemedy'), { level: 'error' });
}

/** Checks that provisioning can use the BMC of a host. */
export function checkBmcAddress(
  { config, required, invalid, unnoticed }: Checks,
  { bmc = {} }: BareMetalHost,
  i: number,
): void {
  const path = [...PATH, i, 'bmc'];
  const { address = '', username = '', password = '' } = bmc;
  if (!address) required([...path, 'address'], 'missing Address');
  if (!username) required([...path, 'username'], 'missing Username');
  if (!password) required([...path, 'password'], 'missing Password');
  if (!address) return;
  const driver = bmcDriver(address);
  const disabled = config.platform?.baremetal?.provisioningNetwork === 'Disabled';
  if (!driver) {
    const message = `unknown BMC type '${/^[^:+]*/.exec(address)?.[0] ?? ''}'`;
    const remedy = t('bmcDriverRemedy');
    // The installer queries the driver only when the hosts can't boot from the network.
    if (disabled) invalid([...path, 'address'], address, message, { remedy });
    else unnoticed([...path, 'address'], t('bmcDriverUnknown', { message }), remedy);
    return;
  }
  if (disabled && driver.pxe)
    invalid([...path, 'address'], address, `driver ${driver.name} requires provisioning network`, {
      remedy: t('bmcProvisioningRemedy'),
    });
}

function checkRootDevice({ invalid }: Checks, { rootDeviceHints }: BareMetalHost, path: Path): void {
  const device = rootDeviceHints?.deviceName;
  if (!device) return;
  const at = [...path, 'rootDeviceHints', 'deviceName'];
  if (!device.startsWith('/dev/')) {
    invalid(at, device, 'Device Name of root device hint must be a /dev/ path');
    return;
  }
  const rest = device.slice('/dev/'.length);
  if (rest.includes('/') && !rest.startsWith('disk/by-path/'))
    invalid(at, device, 'Device Name of root device hint must be path in /dev/ or /dev/disk/by-path/');
}

/** Checks the type of a network document and each mtu, as the installer does. The rules of NMState are checked elsewhere. */
function checkNetworkConfig({ invalid }: Checks, { networkConfig }: BareMetalHost, path: Path): void {
  if (networkConfig === undefined) return;
  const at = [...path, 'networkConfig'];
  if (typeof networkConfig !== 'object' || networkConfig === null || Array.isArray(networkConfig)) {
    invalid(at, typeof networkConfig, t('networkConfigMapping'));
    return;
  }
  const { interfaces } = networkConfig as { interfaces?: unknown };
  if (!Array.isArray(interfaces)) return;
  for (const [i, item] of interfaces.entries()) {
    const mtu = (item as { mtu?: unknown } | null)?.mtu;
    if (mtu === undefined || typeof mtu === 'number') continue;
    const quoted = typeof mtu === 'string' && /^\d+$/.test(mtu);
    invalid(
      [...at, 'interfaces', i, 'mtu'],
      typeof mtu === 'string' ? mtu : typeof mtu,
      quoted ? 'mtu must be an integer (not quoted string)' : 'mtu must be an integer',
      { remedy: t('mtuRemedy') },
    );
  }
}
