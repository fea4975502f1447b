import { alternativeList } from '../../base/document/words.ts';
import { parseMac } from '../../base/network/addresses.ts';
import type { Report } from '../model/finding.ts';
import { all, remove, set } from '../model/fixes.ts';
import { entries, type Interface, isConfigured, isUp } from '../model/model.ts';
import { asBool, asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { BOND_MODES } from '../schema/type-fields.ts';
import { type RuleContext, whenNew } from './context.ts';
import { t } from './messages.ts';

const NEEDS_LACP = ['lacp_rate', 'lacp_active', 'ad_actor_sys_prio', 'ad_actor_system', 'ad_user_port_key'];
const COUNTS_FOR_LACP = ['min_links', 'ad_select'];
const WITHOUT_ARP = ['802.3ad', 'balance-tlb', 'balance-alb'];
const WITH_ARP = BOND_MODES.filter((mode) => !WITHOUT_ARP.includes(mode));
const WITH_PRIMARY = ['active-backup', 'balance-tlb', 'balance-alb'];

/** Returns the name of the mode, also if the document has its number. */
export function bondMode(iface: Interface): string | undefined {
  const mode = asText(asFields(iface.fields['link-aggregation'])?.mode);
  return mode !== undefined && /^[0-6]$/.test(mode) ? BOND_MODES[Number(mode)] : mode;
}

/** Checks bonds (nmstate: rust/src/lib/ifaces/bond.rs). Messages for limits of the kernel name the kernel. */
export function checkBonds(context: RuleContext, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (iface.type !== 'bond' || !isConfigured(iface)) continue;
    const block = asFields(iface.fields['link-aggregation']);
    const mode = bondMode(iface);
    const path = [...iface.path, 'link-aggregation'];
    if (mode === undefined && isUp(iface))
      report({
        rule: 'bond-mode',
        path: block ? path : iface.path,
        of: 'key',
        level: whenNew(context),
        message: t('bondModeMissing', { name: iface.name }),
        remedy: t('bondModeMissingRemedy'),
        fix: set(t('setFix', { setting: 'mode: active-backup' }), [...path, 'mode'], 'active-backup'),
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
      message: t('bondPortsConflict', { name: iface.name }),
      remedy: t('bondPortsConflictRemedy'),
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
        message: t('bondQueueIdShared', { other, name: asText(port.name) ?? '', bond: iface.name }),
        remedy: t('bondQueueIdSharedRemedy'),
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
      remedy: t('bondMonitorsRemedy'),
      fix: remove(t('removeFix', { setting: 'arp_interval' }), [...path, 'arp_interval']),
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
            ? t('bondDelayIgnored', { key })
            : t('bondDelayRounded', { key, delay, rounded: delay - (delay % miimon), miimon }),
        remedy: t('bondDelayRemedy'),
        fix:
          miimon > 0
            ? set(t('bondDelayFix', { key }), [...path, key], Math.round(delay / miimon) * miimon || miimon)
            : undefined,
      });
  }
  const targets = asText(options.arp_ip_target)?.split(',').filter(Boolean) ?? [];
  if (targets.length > 16)
    report({
      rule: 'bond-arp-targets',
      path: [...path, 'arp_ip_target'],
      message: t('bondArpTargets', { count: targets.length }),
      remedy: t('bondArpTargetsRemedy'),
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
      message: t('bondOptionMode', { level, name: iface.name, key, mode, modes }),
      remedy: t('bondOptionModeRemedy', { key }),
      fix: remove(t('removeFix', { setting: key }), [...path, key]),
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
      add(key, WITH_ARP.join(', '));
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
      message: t('bondPrimary', { primary, name: iface.name }),
      remedy: t('bondPrimaryRemedy', { ports: alternativeList(iface.ports.map((port) => port.name)) }),
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
      remedy: t('bondActorMulticastRemedy'),
      fix: remove(t('removeFix', { setting: 'ad_actor_system' }), [...path, 'options', 'ad_actor_system']),
    });
  const hash = asText(options.xmit_hash_policy);
  if (asBool(options.balance_slb) && (mode !== 'balance-xor' || (hash !== 'vlan+srcmac' && hash !== '5')))
    report({
      rule: 'bond-balance-slb',
      path: [...path, 'options', 'balance_slb'],
      message: "To enable balance-slb, bond mode should be balance-xor and xmit_hash_policy: 'vlan+srcmac'",
      remedy: t('bondBalanceSlbRemedy'),
      fix: all(
        t('bondBalanceSlbFix'),
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
      remedy: t('bondFailOverMacRemedy'),
      fix: remove(t('removeFix', { setting: 'mac-address' }), [...iface.path, 'mac-address']),
    });
}
