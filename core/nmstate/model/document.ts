import { nearest } from '../../base/document/spelling.ts';
import { readYaml, valueAt, type YamlText } from '../../base/document/yaml-text.ts';
import { modelOf, type NetworkState, type Path } from './model.ts';
import { asFields, asList, asText, type Fields } from './values.ts';

/**
 * The container of a state: the file itself, a NodeNetworkConfigurationPolicy, an NMStateConfig, the report of a node, or
 * `networkConfig` of a host of agent-config or install-config.
 */
export type Wrapper = 'plain' | 'policy' | 'nmstate-config' | 'node-state' | 'host-config';

/** One state within a file. */
export interface StatePart {
  wrapper: Wrapper;
  /** Position of the YAML document in the file, from 0. */
  document: number;
  /** Path of its resource in that document; empty unless the resource is an item of a List. */
  base: Path;
  /** Path of the state in that document; empty for a plain one. */
  root: Path;
  /** `metadata.name` of a resource, or the host of a `networkConfig`. */
  name: string | undefined;
  /** Selects the node: node selector of a policy, or MAC addresses by name of an NMStateConfig or host. */
  nodeSelector: Readonly<Record<string, string>> | undefined;
  macs: readonly { name: string; mac: string }[];
  /** Captures of a policy: expressions by name. */
  capture: Fields | undefined;
  /** The entire resource, for fields outside of the state. */
  owner: Fields;
  state: NetworkState;
}

/** A file with its states. The text is authoritative, and unknown fields remain in it. */
export interface NmstateDocument {
  yaml: YamlText;
  file: string | undefined;
  states: readonly StatePart[];
  /** Documents without a state: other kinds of resources, empty ones, and values that aren't mappings. */
  others: readonly { document: number; kind: string | undefined; empty: boolean }[];
}

/**
 * Reads text with network states in any container. Never throws. `yaml.faults` contains errors of the YAML, which
 * `validateNmstate` reports as problems.
 */
export function readNmstate(text: string, options: { file?: string } = {}): NmstateDocument {
  return nmstateOf(readYaml(text), options);
}

/** Reads a text like `readNmstate` if core/base/document has already parsed it, for example after an edit. */
export function nmstateOf(yaml: YamlText, options: { file?: string } = {}): NmstateDocument {
  const states: StatePart[] = [];
  const others: { document: number; kind: string | undefined; empty: boolean }[] = [];
  for (let document = 0; document < yaml.documents; document++) {
    const value = valueAt(yaml, [], document);
    const found = partsOf(value, document);
    states.push(...found);
    if (found.length === 0)
      others.push({
        document,
        kind: asText(asFields(value)?.kind),
        empty: value === undefined || value === null,
      });
  }
  return { yaml, file: options.file, states, others };
}

const STATE_KEYS = [
  'interfaces',
  'routes',
  'route-rules',
  'dns-resolver',
  'hostname',
  'ovs-db',
  'ovn',
  'capture',
];

function partsOf(value: unknown, document: number, base: Path = []): StatePart[] {
  const owner = asFields(value);
  if (!owner) return [];
  const spec = asFields(owner.spec);
  const name = asText(asFields(owner.metadata)?.name);
  const part = (wrapper: Wrapper, root: Path, state: unknown, more: Partial<StatePart> = {}): StatePart => ({
    wrapper,
    document,
    base,
    root: [...base, ...root],
    name,
    nodeSelector: undefined,
    macs: [],
    capture: undefined,
    owner,
    state: modelOf(state),
    ...more,
  });
  switch (asText(owner.kind)) {
    case 'NodeNetworkConfigurationPolicy': {
      const selector = asFields(spec?.nodeSelector);
      return [
        part('policy', ['spec', 'desiredState'], spec?.desiredState, {
          nodeSelector: selector && wordsOf(selector),
          capture: asFields(spec?.capture),
        }),
      ];
    }
    case 'NMStateConfig':
      return [part('nmstate-config', ['spec', 'config'], spec?.config, { macs: macsOf(spec?.interfaces) })];
    case 'NodeNetworkState':
      return [
        part('node-state', ['status', 'currentState'], asFields(owner.status)?.currentState, {
          nodeSelector: name === undefined ? undefined : { 'kubernetes.io/hostname': name },
        }),
      ];
    // The format of `oc get -o yaml`.
    case 'List':
      return base.length > 0
        ? []
        : asList(owner.items).flatMap((item, index) => partsOf(item, document, ['items', index]));
    case 'AgentConfig':
      return hostParts(owner.hosts, ['hosts'], part);
    case undefined: {
      const hosts = asFields(asFields(owner.platform)?.baremetal)?.hosts;
      if (hosts) return hostParts(hosts, ['platform', 'baremetal', 'hosts'], part);
      // agent-config.yaml without a kind, and nodes-config.yaml, which has none.
      if (Array.isArray(owner.hosts)) return hostParts(owner.hosts, ['hosts'], part);
      const inner = ['desiredState', 'desired'].find((key) => asFields(owner[key]));
      if (inner) return [part('plain', [inner], owner[inner], { capture: asFields(owner.capture) })];
      // A file whose only key is misspelled (`interface:`) is also meant as a state.
      const meant = Object.keys(owner).some((key) => STATE_KEYS.includes(key) || nearest(key, STATE_KEYS));
      if (!meant) return [];
      return [part('plain', [], owner, { capture: asFields(owner.capture) })];
    }
    default:
      return [];
  }
}

function hostParts(
  hosts: unknown,
  path: Path,
  part: (wrapper: Wrapper, root: Path, state: unknown, more: Partial<StatePart>) => StatePart,
): StatePart[] {
  return asList(hosts).flatMap((item, index) => {
    const host = asFields(item);
    if (!asFields(host?.networkConfig)) return [];
    const boot = asText(host?.bootMACAddress);
    const macs = macsOf(host?.interfaces);
    return part('host-config', [...path, index, 'networkConfig'], host?.networkConfig, {
      name: asText(host?.hostname) ?? asText(host?.name),
      macs: macs.length === 0 && boot ? [{ name: 'boot', mac: boot }] : macs,
    });
  });
}

function macsOf(list: unknown): { name: string; mac: string }[] {
  return asList(list).flatMap((item) => {
    const fields = asFields(item);
    const mac = asText(fields?.macAddress);
    return mac === undefined ? [] : [{ name: asText(fields?.name) ?? '', mac }];
  });
}

function wordsOf(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, asText(value) ?? '']));
}

/** Returns a path as text, for example `spec.desiredState.interfaces[0].mtu`. */
export function printPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const word = /^[\w-]+$/.test(step) ? step : JSON.stringify(step);
    return text ? `${text}.${word}` : word;
  }, '');
}
