import { parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { all, remove, set } from '../model/fixes.ts';
import { entries, type Interface } from '../model/model.ts';
import { asBool, asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { BOND_MODES } from '../schema/type-fields.ts';
import { type RuleContext, whenNew } from './context.ts';

const NEEDS_LACP = ['lacp_rate', 'lacp_active', 'ad_actor_sys_prio', 'ad_actor_system', 'ad_user_port_key'];
const COUNTS_FOR_LACP = ['min_links', 'ad_select'];
const WITHOUT_ARP = ['802.3ad', 'balance-tlb', 'balance-alb'];
const WITH_PRIMARY = ['active-backup', 'balance-tlb', 'balance-alb'];

/** The mode by name, also when its number is written. */
export function bondMode(iface: Interface): string | undefined {
  const mode = asText(asFields(iface.fields['link-aggregation'])?.mode);
  return mode !== undefined && /^[0-6]$/.test(mode) ? BOND_MODES[Number(mode)] : mode;
}

/** Bonds (nmstate: rust/src/lib/ifaces/bond.rs; what the kernel refuses is marked as such in the message). */
export function checkBonds(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.type !== 'bond' || iface.state !== 'up') continue;
    const block = asFields(iface.fields['link-aggregation']);
    const mode = bondMode(iface);
    const path = [...iface.path, 'link-aggregation'];
    if (mode === undefined)
      report({
        rule: 'bond-mode',
        path: block ? path : iface.path,
        of: 'key',
        level: whenNew(context),
        message: `Bond mode is mandatory for new bond interface: ${iface.name}`,
        remedy: 'Add `mode`, e.g. `mode: 802.3ad` for LACP or `mode: active-backup`.',
        fix: set('Write mode: active-backup', [...path, 'mode'], 'active-backup'),
      });
    if (!block) continue;
    ports(iface, block, report);
    const options = asFields(block.options) ?? {};
    monitors(options, [...path, 'options'], report);
    modeOptions(iface, mode, options, [...path, 'options'], report);
    special(iface, mode, options, report);
  }
}

function ports(iface: Interface, block: Fields, report: Report): void {
  const path = [...iface.path, 'link-aggregation'];
  const configured = entries(block['ports-config'], [...path, 'ports-config']);
  const listed = asList(block.port ?? block.ports).flatMap((port) => asText(port) ?? []);
  const named = configured.flatMap(([port]) => asText(port.name) ?? []);
  if (listed.length > 0 && named.length > 0 && [...listed].sort().join(' ') !== [...named].sort().join(' '))
    report({
      rule: 'bond-ports-conflict',
      path: [...path, 'ports-config'],
      of: 'key',
      message: `The port names specified in \`port\` conflict with the port names specified in \`ports-config\` for bond interface: ${iface.name}`,
      remedy: 'Name the same ports in both, or leave `port` out.',
    });
  const queues = new Map<number, string>();
  for (const [port, place] of configured) {
    const queue = asInt(port['queue-id']);
    if (!queue) continue;
    const other = queues.get(queue);
    if (other !== undefined)
      report({
        rule: 'bond-queue-id',
        path: [...place, 'queue-id'],
        message: `Port ${other} and ${asText(port.name)} of Bond ${iface.name} are sharing the same queue-id which is not supported by linux kernel yet`,
        remedy: 'Give each port its own `queue-id`, or 0.',
      });
    queues.set(queue, asText(port.name) ?? '');
  }
}

function monitors(options: Fields, path: readonly (string | number)[], report: Report): void {
  const [miimon, arp] = [asInt(options.miimon) ?? 0, asInt(options.arp_interval) ?? 0];
  if (miimon > 0 && arp > 0)
    report({
      rule: 'bond-miimon-arp',
      path: [...path, 'arp_interval'],
      message: 'Bond miimon and arp interval are not compatible options.',
      remedy: 'Keep `miimon` for the state of the link, or `arp_interval` with `arp_ip_target`.',
      fix: remove('Take arp_interval out', [...path, 'arp_interval']),
    });
  for (const key of ['updelay', 'downdelay'] as const) {
    const delay = asInt(options[key]);
    if (!delay) continue;
    if (miimon === 0 || delay % miimon !== 0)
      report({
        rule: 'bond-delay',
        path: [...path, key],
        level: 'warning',
        message:
          miimon === 0
            ? `The kernel ignores ${key} without miimon`
            : `The kernel rounds ${key} ${delay} down to ${delay - (delay % miimon)}: it counts in steps of miimon, ${miimon}`,
        remedy: 'Write a multiple of `miimon`.',
        fix:
          miimon > 0
            ? set('Round it', [...path, key], Math.round(delay / miimon) * miimon || miimon)
            : undefined,
      });
  }
  const targets = asText(options.arp_ip_target)?.split(',').filter(Boolean) ?? [];
  if (targets.length > 16)
    report({
      rule: 'bond-arp-targets',
      path: [...path, 'arp_ip_target'],
      message: `arp_ip_target has ${targets.length} addresses, and the kernel takes 16`,
      remedy: 'Name at most 16.',
    });
}

function modeOptions(
  iface: Interface,
  mode: string | undefined,
  options: Fields,
  path: readonly (string | number)[],
  report: Report,
): void {
  if (mode === undefined) return;
  const add = (key: string, modes: string, level: 'error' | 'warning' = 'error') =>
    report({
      rule: 'bond-option-mode',
      path: [...path, key],
      of: 'key',
      level,
      message: `Bond ${iface.name}: ${key} ${level === 'error' ? 'is refused by the kernel' : 'has no effect'} in mode ${mode}, it is for ${modes}`,
      remedy: `Take ${key} out, or choose another mode.`,
      fix: remove(`Take ${key} out`, [...path, key]),
    });
  for (const key of Object.keys(options)) {
    if (NEEDS_LACP.includes(key) && mode !== '802.3ad') add(key, '802.3ad');
    if (COUNTS_FOR_LACP.includes(key) && mode !== '802.3ad') add(key, '802.3ad', 'warning');
    if (['primary', 'primary_reselect'].includes(key) && !WITH_PRIMARY.includes(mode))
      add(key, WITH_PRIMARY.join(', '));
    if (
      ['arp_interval', 'arp_validate', 'arp_ip_target'].includes(key) &&
      WITHOUT_ARP.includes(mode) &&
      asText(options[key]) !== '0'
    )
      add(key, 'the other modes');
  }
  const primary = asText(options.primary);
  if (
    primary &&
    WITH_PRIMARY.includes(mode) &&
    iface.ports &&
    !iface.ports.some((port) => port.name === primary)
  )
    report({
      rule: 'bond-primary',
      path: [...path, 'primary'],
      level: 'warning',
      message: `Bond ${iface.name}: primary ${primary} is none of its ports`,
      remedy: `Name one of ${iface.ports.map((port) => port.name).join(', ')}.`,
    });
}

function special(iface: Interface, mode: string | undefined, options: Fields, report: Report): void {
  const path = [...iface.path, 'link-aggregation'];
  const actor = parseMac(asText(options.ad_actor_system) ?? '');
  if (actor?.startsWith('01:00:5e'))
    report({
      rule: 'bond-actor-multicast',
      path: [...path, 'options', 'ad_actor_system'],
      message: 'The ad_actor_system bond option cannot be an IANA multicast address(prefix with 01:00:5E)',
      remedy: 'Write a unicast MAC address, or leave it out.',
      fix: remove('Take it out', [...path, 'options', 'ad_actor_system']),
    });
  const hash = asText(options.xmit_hash_policy);
  if (asBool(options.balance_slb) && (mode !== 'balance-xor' || (hash !== 'vlan+srcmac' && hash !== '5')))
    report({
      rule: 'bond-balance-slb',
      path: [...path, 'options', 'balance_slb'],
      message: "To enable balance-slb, bond mode should be balance-xor and xmit_hash_policy: 'vlan+srcmac'",
      remedy: 'Write both, or take `balance_slb` out.',
      fix: all(
        'Write both',
        set('', [...path, 'mode'], 'balance-xor'),
        set('', [...path, 'options', 'xmit_hash_policy'], 'vlan+srcmac'),
      ),
    });
  const follow = asText(options.fail_over_mac);
  if (iface.mac !== undefined && mode === 'active-backup' && (follow === 'active' || follow === '1'))
    report({
      rule: 'bond-fail-over-mac',
      path: [...iface.path, 'mac-address'],
      message:
        'MAC address cannot be specified in bond interface along with fail_over_mac active on active backup mode',
      remedy: 'Take `mac-address` out: the bond has the address of its active port.',
      fix: remove('Take mac-address out', [...iface.path, 'mac-address']),
    });
}
