import { isLinkLocal, knownIp } from '../../base/network/addresses.ts';
import { BR_EX } from '../br-ex/layout.ts';
import type { JudgedNode, ReportedNode } from '../gather/judge-nodes.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Interface, isOn, modelOf } from '../model/model.ts';
import { asFields, asText } from '../model/values.ts';
import { graphOf } from '../rules/context.ts';
import { uplinksOf } from './day-one-draft.ts';
import { t } from './messages.ts';

type Report = (rule: string, message: string, remedy: string) => void;

/** A name of a node or pool that is safe in commands and paths. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const TYPES = new Set(['ethernet', 'bond', 'vlan']);

/** Returns a problem of a node or of the complete migration. */
export function migrationProblem(
  rule: string,
  message: string,
  remedy: string,
  level: NmstateProblem['level'] = 'error',
): NmstateProblem {
  return { code: 'nmstate-migration', level, message, remedy, rule };
}

/**
 * Returns why br-ex of a node can't be migrated from configure-ovs to NMState. Empty if a document can be written.
 * @param judged the same node
 */
export function obstaclesOf(node: ReportedNode, judged: JudgedNode): NmstateProblem[] {
  const found: NmstateProblem[] = [];
  const add: Report = (rule, message, remedy) => found.push(migrationProblem(rule, message, remedy));
  const { name, pool, state } = node;
  if (!NAME.test(name)) add('node-name', t('nodeNameInvalid', { node: name }), t('nodeNameInvalidRemedy'));
  if (pool === undefined || !NAME.test(pool))
    add('pool', t('poolInvalid', { node: name }), t('poolInvalidRemedy'));
  if (!state) {
    add('report-missing', t('reportMissing', { node: name }), t('reportMissingRemedy'));
    return found;
  }
  for (const { level, message } of judged.findings)
    if (level === 'error')
      add('br-ex-broken', t('brExBroken', { node: name, reason: message }), t('brExBrokenRemedy'));
  const model = modelOf(state);
  const internal = model.interfaces.find((iface) => iface.name === BR_EX && iface.type === 'ovs-interface');
  if (!internal || found.some(({ rule }) => rule === 'br-ex-broken')) return found;
  if (judged.createdBy === 'unknown')
    add(
      'creator',
      t('creatorUnknown', { node: name, profile: asText(internal.fields['profile-name']) ?? BR_EX }),
      t('creatorUnknownRemedy'),
    );
  const { uplinks, chain } = uplinksOf(state);
  if (uplinks.length !== 1)
    add('uplinks', t('uplinksSeveral', { node: name, count: uplinks.length }), t('uplinksSeveralRemedy'));
  const { kernel } = graphOf(model);
  for (const part of chain) link(name, part, kernel.get(part), add);
  if (model.interfaces.some((iface) => iface.type === 'ovs-bridge' && iface.name === 'br-ex1'))
    add('second-bridge', t('secondBridge', { node: name }), t('secondBridgeRemedy'));
  privacyAddress(name, internal, add);
  return found;
}

function link(node: string, name: string, iface: Interface | undefined, add: Report): void {
  if (!iface) {
    add('link-missing', t('linkMissing', { name, node }), t('linkMissingRemedy'));
    return;
  }
  if (!TYPES.has(iface.type ?? ''))
    add(
      'link-type',
      t('typeUnsupported', { name, node, type: iface.type ?? 'unknown' }),
      t('typeUnsupportedRemedy'),
    );
  if (asFields(iface.fields['802.1x']))
    add('802.1x', t('authentication', { name, node }), t('authenticationRemedy'));
}

/** A stable-privacy address depends on the UUID of the connection (RFC 7217, NetworkManager `ipv6.addr-gen-mode`). */
function privacyAddress(node: string, { ipv6 }: Interface, add: Report): void {
  if (!isOn(ipv6) || ipv6.autoconf !== true || ipv6.fields['addr-gen-mode'] !== 'stable-privacy') return;
  const address = ipv6.addresses.find(({ ip, prefixLength, automatic }) => {
    const parsed = knownIp(ip);
    return automatic && prefixLength !== 128 && parsed !== undefined && !isLinkLocal(parsed);
  });
  if (address)
    add('ipv6-address', t('privacyAddress', { node, address: address.ip }), t('privacyAddressRemedy'));
}
