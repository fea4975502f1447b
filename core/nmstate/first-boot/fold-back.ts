import { BR_EX, brExLayout, chainBelow } from '../br-ex/layout.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import type { Nic } from '../model/host.ts';
import type { Interface } from '../model/model.ts';
import { printYaml } from '../model/print-yaml.ts';
import { asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { graphOf, parseVf } from '../rules/context.ts';
import { t } from './messages.ts';

/** A network that reaches the cluster without br-ex, until Ignition has run. */
export interface FirstBootNetwork {
  /** Undefined if it can't be created. The reasons are in the problems. */
  state: Fields | undefined;
  /** The network as YAML text. */
  text: string | undefined;
  problems: readonly NmstateProblem[];
}

/**
 * Returns the document without br-ex (docs/guides/hosts.md#first-boot-network). Addresses, MTU and routes of br-ex move to
 * its uplink. Everything of Open vSwitch and OVN is omitted. Bonds, VLANs and DNS are unchanged, and so is a document without
 * br-ex.
 */
export function firstBootNetwork({ host, document }: HostDocument): FirstBootNetwork {
  const problems: NmstateProblem[] = [];
  const report = (level: NmstateProblem['level'], rule: string, message: string, remedy: string) => {
    problems.push({ code: 'nmstate-br-ex', level, message, remedy, ...placed(document), rule });
  };
  const [part] = document.states;
  if (!part) {
    report('error', 'no-state', t('stateMissing', { name: host.name }), t('stateMissingRemedy'));
    return { state: undefined, text: undefined, problems };
  }
  const graph = graphOf(part.state);
  const { bridge, internal, uplinks } = brExLayout(part.state, graph);
  const uplink = uplinks[0]?.members[0]?.name;
  if ((bridge || internal) && uplink === undefined) {
    report('error', 'BR04', t('uplinkMissing', { name: host.name }), t('uplinkMissingRemedy'));
    return { state: undefined, text: undefined, problems };
  }
  const vf = uplink === undefined ? undefined : chainBelow(graph, uplink).find(parseVf);
  if (vf !== undefined) {
    report(
      'error',
      'first-boot-uplink',
      t('uplinkIsVf', { name: host.name, uplink: vf }),
      t('uplinkIsVfRemedy'),
    );
    return { state: undefined, text: undefined, problems };
  }
  if (uplinks[0]?.ovsBond)
    report(
      'info',
      'first-boot-uplink',
      t('ovsBondAtFirstBoot', { bond: uplinks[0].name, name: host.name, uplink: uplink! }),
      t('ovsBondAtFirstBootRemedy'),
    );
  const state = folded(part, internal, uplink, host.nics);
  return { state, text: printYaml(state), problems };
}

const OPEN_VSWITCH = ['ovs-bridge', 'ovs-interface'];

function folded(
  { state }: StatePart,
  internal: Interface | undefined,
  uplink: string | undefined,
  nics: readonly Nic[],
): Fields {
  const removed = new Set(
    state.interfaces
      .filter((iface) => OPEN_VSWITCH.includes(iface.type ?? '') && iface.name !== BR_EX)
      .map((iface) => iface.name),
  );
  const move = internal && uplink !== undefined ? ipOf(internal.fields) : {};
  const saved = asList(state.fields.interfaces).flatMap((item) => {
    const fields = asFields(item);
    if (!fields || OPEN_VSWITCH.includes(asText(fields.type) ?? '')) return [];
    const own = withMac(fields, nics);
    return [complete(asText(fields.name) === uplink ? { ...own, ...move } : own)];
  });
  const known = saved.some((fields) => fields.name === uplink);
  const interfaces =
    uplink === undefined || known
      ? saved
      : [{ name: uplink, type: 'ethernet', state: 'up', ...complete(move) }, ...saved];
  const routes = asList(asFields(state.fields.routes)?.config).flatMap((item) => {
    const fields = asFields(item);
    const by = asText(fields?.['next-hop-interface']);
    if (!fields || (by !== undefined && removed.has(by))) return [];
    return [by === BR_EX && uplink !== undefined ? { ...fields, 'next-hop-interface': uplink } : fields];
  });
  const { interfaces: _interfaces, routes: _routes, ovn: _ovn, 'ovs-db': _db, ...rest } = state.fields;
  return { interfaces, ...rest, routes: routes.length > 0 ? { config: routes } : undefined };
}

/** Settings of br-ex that move to its uplink: addresses and MTU. */
function ipOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => ['ipv4', 'ipv6', 'mtu'].includes(key)));
}

/**
 * Replaces `copy-mac-from` with the MAC address of that NIC if it is known: the installer converts the network without a
 * running host, so nmstate can't read it.
 */
function withMac({ 'copy-mac-from': source, ...fields }: Fields, nics: readonly Nic[]): Fields {
  if (source === undefined) return fields;
  const mac = nics.find(({ name }) => name !== undefined && name === asText(source))?.mac;
  return mac === undefined || fields['mac-address'] !== undefined
    ? fields
    : { ...fields, 'mac-address': mac.toUpperCase() };
}

/** The installer requires a number where NMState also accepts `"1500"`. */
function complete(fields: Fields): Fields {
  const mtu = asInt(fields.mtu);
  return mtu === undefined ? fields : { ...fields, mtu };
}

function placed({ file }: NmstateDocument): { file?: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}
