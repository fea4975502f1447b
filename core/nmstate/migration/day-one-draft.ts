import { BR_EX, brExLayout, chainBelow } from '../br-ex/layout.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { entries, type Interface, modelOf } from '../model/model.ts';
import { printYaml } from '../model/print-yaml.ts';
import { asFields, asText, type Fields } from '../model/values.ts';
import { graphOf } from '../rules/context.ts';
import { type Decide, type Decision, listed } from './decision.ts';
import { addressParts } from './draft-addresses.ts';
import { linkOf } from './draft-links.ts';
import { routeParts } from './draft-routes.ts';
import { t } from './messages.ts';
import { nicWithMac } from './permanent-mac.ts';

/** The day-1 document of a node. */
export interface DayOneDraft {
  text: string;
  decisions: readonly Decision[];
  /** Static addresses of br-ex in CIDR form. A document with any is for one host. */
  addresses: readonly string[];
}

/** Returns the interfaces below br-ex from the top: its uplink, without patch ports of OVN-Kubernetes. */
export function uplinksOf(report: Fields): { uplinks: string[]; chain: string[] } {
  const model = modelOf(report);
  const graph = graphOf(model);
  const uplinks = brExLayout(model, graph)
    .uplinks.flatMap(({ members }) => members.map(({ name }) => name))
    .filter((name) => !isPatch(name));
  return { uplinks, chain: [...new Set(uplinks.flatMap((name) => chainBelow(graph, name)))] };
}

/**
 * Returns the day-1 document with the br-ex of a report and the interfaces below it, without the parts that OVN-Kubernetes
 * adds. The report must have no obstacles (`obstaclesOf`).
 */
export function dayOneDraft(report: Fields, cluster: Partial<ClusterNetwork> = {}): DayOneDraft {
  const model = modelOf(report);
  const { kernel } = graphOf(model);
  const { bridge, internal } = brExLayout(model, graphOf(model));
  const { uplinks, chain } = uplinksOf(report);
  const decisions: Decision[] = [];
  const decide: Decide = (kind, what, why) => {
    decisions.push({ kind, what, why });
  };
  // NICs first, as in presets.
  const links = chain.map((name) => kernel.get(name)!).sort((a, b) => rank(a) - rank(b));
  const nics = links.filter(({ type }) => type === 'ethernet');
  decide('included', t('bridgeIncluded', { uplink: uplinks[0]! }), t('bridgeIncludedReason'));
  const lower = links.map((iface) => linkOf(iface, nics, decide));
  const ip = addressParts(internal!, cluster, decide);
  const { routes, dns } = routeParts(report, { cluster, nodes: ip.own }, decide);
  const upper = [bridgeOf(bridge!, uplinks[0]!, decide), internalOf(internal!, nics, ip.families, decide)];
  omissions(report, new Set([...chain, BR_EX]), decide);
  const state = { interfaces: [...lower, ...upper], 'dns-resolver': dns, routes };
  return {
    text: `# ${t('documentComment')}\n${printYaml(JSON.parse(JSON.stringify(state)) as object)}`,
    decisions: decisions.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)),
    addresses: ip.own,
  };
}

const KINDS: Decision['kind'][] = ['included', 'added', 'omitted'];

function rank({ type = '' }: Interface): number {
  return ['ethernet', 'bond', 'vlan'].indexOf(type);
}

function bridgeOf({ fields, ports = [] }: Interface, uplink: string, decide: Decide): Fields {
  const patches = ports.filter(({ name }) => isPatch(name)).map(({ name }) => name);
  if (patches.length > 0)
    decide('omitted', t('patchesOmitted', { ports: patches.join(', ') }), t('patchesOmittedReason'));
  const options = asFields(asFields(fields.bridge)?.options);
  if (options?.['mcast-snooping-enable'] !== true)
    decide('added', t('snoopingAdded'), t('snoopingAddedReason'));
  const vlan = ports.find(({ name }) => name === uplink)?.fields.vlan;
  return {
    ...{ name: BR_EX, type: 'ovs-bridge', state: 'up' },
    bridge: {
      options: { 'mcast-snooping-enable': true },
      port: [{ name: uplink, vlan }, { name: BR_EX }],
    },
  };
}

function internalOf(
  { mac, mtu, fields }: Interface,
  nics: readonly Interface[],
  families: Fields,
  decide: Decide,
): Fields {
  const source = nicWithMac(nics, mac);
  if (source) decide('included', t('macCopied', { name: source.name }), t('macCopiedReason'));
  else if (mac !== undefined)
    decide('included', t('macFixed', { mac: mac.toLowerCase() }), t('macFixedReason'));
  if (mtu !== undefined) decide('included', t('mtuIncluded', { mtu }), t('mtuIncludedReason'));
  const wait = fields['wait-ip'];
  return {
    ...{ name: BR_EX, type: 'ovs-interface', state: 'up', mtu },
    'copy-mac-from': source?.name,
    'mac-address': source ? undefined : mac?.toLowerCase(),
    'wait-ip': wait === 'any' ? undefined : wait,
    ...families,
  };
}

/** Explains the parts of a report that no document contains. */
function omissions(report: Fields, used: ReadonlySet<string>, decide: Decide): void {
  const interfaces = entries(report.interfaces, []).map(([fields]) => fields);
  const profiles = interfaces.flatMap((iface) => {
    const profile = asText(iface['profile-name']);
    return used.has(asText(iface.name) ?? '') && profile !== undefined ? profile : [];
  });
  if (profiles.length > 0)
    decide('omitted', t('profilesOmitted', { profiles: listed(profiles) }), t('profilesOmittedReason'));
  const names = interfaces.map(({ name }) => asText(name) ?? '').filter((name) => !used.has(name));
  const ovn = names.filter((name) => OVN.test(name));
  if (ovn.length > 0)
    decide('omitted', t('interfacesOmitted', { names: listed(ovn) }), t('interfacesOmittedReason'));
  const others = names.filter((name) => !OVN.test(name) && !isPatch(name) && name !== 'lo' && name !== '');
  if (others.length > 0)
    decide('omitted', t('otherLinksOmitted', { names: listed(others) }), t('otherLinksOmittedReason'));
  const mappings = entries(asFields(report.ovn)?.['bridge-mappings'], []);
  const localnets = mappings.flatMap(([{ localnet }]) => asText(localnet) ?? []);
  if (localnets.length > 0)
    decide('omitted', t('mappingsOmitted', { localnets: listed(localnets) }), t('mappingsOmittedReason'));
}

const OVN = /^(?:br-int|ovs-system|genev_sys_\d+|ovn-k8s-mp\d+(?:_0)?)$/;

function isPatch(name: string): boolean {
  return /^patch-/.test(name);
}
