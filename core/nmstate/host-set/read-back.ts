import { parseIp } from '../../base/network/addresses.ts';
import { brExLayout, chainBelow, mtuOf } from '../br-ex/layout.ts';
import type { NmstateDocument } from '../model/document.ts';
import { isOn } from '../model/model.ts';
import { asFields, asInt } from '../model/values.ts';
import { bondMode } from '../rules/bond-rules.ts';
import { graphOf } from '../rules/context.ts';

/**
 * Returns the answers in a document to the questions of presets, by their IDs: the NICs below br-ex, the bond, the VLAN, the
 * address, the gateway, DNS and MTU. Returns undefined if the document can't be read or has no br-ex.
 */
export function answersIn({ states, yaml }: NmstateDocument): Record<string, string> | undefined {
  const part = states[0];
  if (yaml.faults.length > 0 || !part) return undefined;
  const { state } = part;
  const graph = graphOf(state);
  const { internal, uplinks } = brExLayout(state, graph);
  if (!internal) return undefined;
  const chain = [
    ...new Set(uplinks.flatMap(({ members }) => members.flatMap(({ name }) => chainBelow(graph, name)))),
  ];
  const ofType = (type: string) =>
    chain.map((name) => graph.kernel.get(name)).find((one) => one?.type === type);
  const [bond, vlan] = [ofType('bond'), ofType('vlan')];
  const nics = chain.filter((name) => name !== bond?.name && name !== vlan?.name);
  const found: Record<string, string | undefined> = {
    nic1: nics[0],
    nic2: nics[1],
    bond: bond?.name,
    mode: bond && bondMode(bond),
    vlan: asInt(asFields(vlan?.fields.vlan)?.id)?.toString(),
    mtu: mtuOf(graph, internal.name)?.toString(),
    dns: state.dns?.servers.join(', '),
    search: state.dns?.search.join(', '),
  };
  for (const [family, suffix] of [
    [internal.ipv4, ''],
    [internal.ipv6, '6'],
  ] as const) {
    const address = isOn(family) ? family.addresses.find(({ automatic }) => !automatic) : undefined;
    found[`address${suffix}`] = address?.ip;
    found[`prefix${suffix}`] = address?.prefixLength?.toString();
  }
  for (const { destination, nextHop, absent } of state.routes) {
    if (absent || nextHop === undefined || !parseIp(nextHop)) continue;
    if (destination === '0.0.0.0/0') found.gateway ??= nextHop;
    if (destination === '::/0') found.gateway6 ??= nextHop;
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
