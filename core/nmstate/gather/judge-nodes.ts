import { isLinkLocal, knownIp } from '../../base/network/addresses.ts';
import { BR_EX, brExLayout, chainBelow, mtuOf } from '../br-ex/layout.ts';
import { withoutOvnAddresses } from '../day2/ovn-addresses.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { type Interface, isOn, isUp, modelOf } from '../model/model.ts';
import { asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { type Graph, graphOf } from '../rules/context.ts';
import { t } from './messages.ts';

/** A node and the state that it reports. */
export interface ReportedNode {
  name: string;
  role: string | undefined;
  /** The MachineConfigPool that configures it. */
  pool?: string | undefined;
  /** `status.currentState` of its NodeNetworkState. Absent if it has none. */
  state?: Fields | undefined;
}

/** The program that created br-ex. */
export type BrExCreator = 'configure-ovs' | 'nmstate' | 'unknown';

export interface NodeFinding {
  level: 'error' | 'warning';
  message: string;
}

/** br-ex of one node. */
export interface JudgedNode {
  name: string;
  role: string | undefined;
  ok: boolean;
  createdBy: BrExCreator;
  /** The uplink and what is below it: `bond0.100`, `bond0`, `eno1`, `eno2`. Empty if there is none. */
  uplink: string[];
  /** In CIDR form, without link-local addresses and those of OVN-Kubernetes. */
  addresses: string[];
  automatic: boolean;
  mtu: number | undefined;
  findings: NodeFinding[];
}

/** Bytes that OVN-Kubernetes adds to each packet between nodes (Geneve). */
const GENEVE = 100;

/**
 * Judges br-ex of all nodes by the states that they report: whether it works for OVN-Kubernetes, and whether the nodes agree.
 * Nodes without a report are errors. The order of the nodes is retained.
 */
export function judgeNodes(
  nodes: readonly ReportedNode[],
  cluster: Pick<ClusterNetwork, 'clusterMtu' | 'masquerade'> = {},
): JudgedNode[] {
  const judged = nodes.map((node) => judgeNode(node, cluster));
  const reported = judged.filter(({ createdBy }) => createdBy !== 'unknown');
  const differ = (values: readonly unknown[]) => new Set(values).size > 1;
  const warn = (node: JudgedNode, message: string) => node.findings.push({ level: 'warning', message });
  if (differ(reported.map(({ createdBy }) => createdBy)))
    for (const node of reported.filter(({ createdBy }) => createdBy === 'configure-ovs'))
      warn(node, t('creatorsDiffer'));
  const withMtu = judged.filter(({ mtu }) => mtu !== undefined);
  const largest = Math.max(...withMtu.map(({ mtu }) => mtu!));
  for (const node of withMtu)
    if (node.mtu! < largest) warn(node, t('mtusDiffer', { mtu: node.mtu!, largest }));
  return judged;
}

function judgeNode(
  { name, role, state }: ReportedNode,
  { clusterMtu, masquerade = {} }: Pick<ClusterNetwork, 'clusterMtu' | 'masquerade'>,
): JudgedNode {
  const findings: NodeFinding[] = [];
  const error = (message: string) => findings.push({ level: 'error', message });
  const none = { createdBy: 'unknown' as const, uplink: [], addresses: [], automatic: false, mtu: undefined };
  if (!state) {
    error(t('reportMissing'));
    return { name, role, ok: false, ...none, findings };
  }
  const model = modelOf(withoutOvnAddresses(state, masquerade));
  const graph = graphOf(model);
  const { bridge, internal, uplinks } = brExLayout(model, graph);
  const up = internal && isUp(internal) ? internal : undefined;
  if (!bridge) error(t('bridgeMissing'));
  else if (!isUp(bridge)) error(t('bridgeDown'));
  if (bridge && !internal) error(t('internalMissing'));
  else if (internal && !up) error(t('internalDown'));
  // OVN-Kubernetes connects br-ex with br-int by a patch port.
  const ports = uplinks.flatMap(({ members }) => members).filter(({ name }) => !/^patch-/.test(name));
  const chain = ports.flatMap((port) => chainBelow(graph, port.name));
  const uplink = [...new Set(chain)];
  if (bridge && uplink.length === 0) error(t('uplinkMissing'));
  for (const part of uplink) {
    const iface = graph.kernel.get(part);
    if (iface && isUp(iface)) continue;
    const inBond = graph.controllers.get(part)?.some(({ controller }) => controller.type === 'bond');
    findings.push({ level: inBond ? 'warning' : 'error', message: t('uplinkDown', { name: part }) });
  }
  const addresses = up ? addressesOf(up) : [];
  if (up && addresses.length === 0) error(t('addressMissing'));
  const gateway = defaultInterfaces(state);
  if (up && gateway.length === 0) error(t('gatewayMissing'));
  else if (up && !gateway.includes(BR_EX)) error(t('gatewayElsewhere', { name: gateway.join(', ') }));
  judgeMtu(up, uplink, graph, clusterMtu, error);
  return {
    ...{ name, role, ok: findings.every(({ level }) => level !== 'error'), uplink, addresses, findings },
    createdBy: creatorOf(internal),
    automatic: up !== undefined && [up.ipv4, up.ipv6].some((ip) => isOn(ip) && isAutomatic(ip.fields)),
    mtu: up?.mtu,
  };
}

function judgeMtu(
  internal: Interface | undefined,
  uplink: readonly string[],
  graph: Graph,
  clusterMtu: number | undefined,
  error: (message: string) => void,
): void {
  const { mtu } = internal ?? {};
  if (mtu === undefined) return;
  if (clusterMtu !== undefined && mtu < clusterMtu + GENEVE)
    error(t('mtuTooSmall', { mtu, least: clusterMtu + GENEVE, cluster: clusterMtu }));
  for (const name of uplink) {
    const lower = mtuOf(graph, name);
    if (lower !== undefined && lower < mtu) error(t('uplinkMtuTooSmall', { name, lower, mtu }));
  }
}

/** Returns addresses in CIDR form. Link-local ones don't make a node reachable. */
function addressesOf({ ipv4, ipv6 }: Interface): string[] {
  return [ipv4, ipv6].flatMap((family) =>
    isOn(family)
      ? family.addresses.flatMap(({ ip: text, prefixLength }) => {
          const ip = knownIp(text);
          return ip && !isLinkLocal(ip) ? [`${text}/${prefixLength ?? ''}`] : [];
        })
      : [],
  );
}

function isAutomatic(fields: Fields): boolean {
  return fields.dhcp === true || fields.autoconf === true;
}

/** The routing table of the kernel without policy routing. */
const MAIN_TABLE = 254;

/** Returns the interfaces of the default routes of the node itself, without those of other tables, such as of VRFs. */
function defaultInterfaces(state: Fields): string[] {
  const running = asList(asFields(state.routes)?.running).map(asFields);
  const found = running.flatMap((route) => {
    const to = asText(route?.destination);
    if ((asInt(route?.['table-id']) ?? MAIN_TABLE) !== MAIN_TABLE) return [];
    return to === '0.0.0.0/0' || to === '::/0' ? [asText(route?.['next-hop-interface']) ?? ''] : [];
  });
  return [...new Set(found)].filter(Boolean);
}

/**
 * Returns the creator of br-ex by the name of its connection: `ovs-if-br-ex` from configure-ovs.sh
 * (machine-config-operator: templates/common/_base/files/configure-ovs-network.yaml), or `br-ex-if` from NMState
 * (nmstate 2.2: rust/src/lib/nm/settings/connection.rs). Reports contain it as `profile-name` (nm/show.rs).
 */
function creatorOf(internal: Interface | undefined): BrExCreator {
  const profile = asText(internal?.fields['profile-name']);
  if (profile === `ovs-if-${BR_EX}`) return 'configure-ovs';
  return profile === `${BR_EX}-if` ? 'nmstate' : 'unknown';
}
