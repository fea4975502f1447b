import { knownIp } from '../../base/network/addresses.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { byName } from '../machine-config/node-files.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { printYaml } from '../model/print-yaml.ts';
import type { Fields } from '../model/values.ts';
import { firstBootNetwork } from './fold-back.ts';

/** A text that may hold passwords of BMCs. */
export interface InstallerHosts {
  /** What is written to a file; give it mode 0600 when `secret`. */
  text: string;
  /** The same with passwords hidden: the only one to show. */
  preview: string;
  secret: boolean;
  problems: readonly NmstateProblem[];
}

export interface AgentConfigOptions {
  /** Name of the cluster. Default: `cluster`. */
  name?: string;
  /** Default: the first static address of the first master. */
  rendezvousIP?: string;
}

/**
 * agent-config.yaml for the agent-based installer: each host with its NICs by MAC and its network of the first boot
 * (openshift/installer: pkg/types/agent/agent_config_type.go).
 */
export function agentConfig(
  hosts: readonly HostDocument[],
  options: AgentConfigOptions = {},
): InstallerHosts {
  const problems: NmstateProblem[] = [];
  const sorted = inOrder(hosts);
  const entries = sorted.map((entry) => {
    const { host } = entry;
    const interfaces = nicsOf(host);
    if (interfaces.length === 0)
      problems.push(
        missing(
          entry,
          'interfaces',
          `${host.name} has no NIC with name and MAC: at least one interface must be defined for each node`,
          'Add the name and the MAC of a NIC.',
        ),
      );
    return {
      hostname: host.name,
      role: host.role === 'master' || host.role === 'arbiter' ? host.role : 'worker',
      interfaces,
      rootDeviceHints: host.rootDevice === undefined ? undefined : { deviceName: host.rootDevice },
      ...networkOf(entry, problems),
    };
  });
  const rendezvousIP = options.rendezvousIP ?? sorted.map(({ host }) => host).flatMap(staticOfMaster)[0];
  if (rendezvousIP === undefined)
    problems.push({
      code: 'nmstate-hosts',
      level: 'warning',
      message: 'There is no rendezvous IP: no master has a static address',
      remedy: 'Name the address of one of the masters.',
      rule: 'rendezvous',
    });
  const text = printYaml({
    apiVersion: 'v1beta1',
    kind: 'AgentConfig',
    metadata: { name: options.name ?? 'cluster' },
    rendezvousIP,
    hosts: entries,
  });
  return { text, preview: text, secret: false, problems };
}

/**
 * `platform.baremetal.hosts` of install-config.yaml, each host with its network of the first boot, its BMC and the MAC it
 * boots from. Passwords are in it when the hosts have them; certificates of BMCs are accepted unless they are to be
 * verified.
 */
export function installConfigHosts(
  hosts: readonly HostDocument[],
  options: { verifyBmcCertificates?: boolean } = {},
): InstallerHosts {
  const problems: NmstateProblem[] = [];
  const entries = inOrder(hosts).map((entry) => {
    const { host } = entry;
    const bootMAC = bootMacOf(host);
    for (const [field, value] of [
      ['BMC', host.bmc?.address],
      ['MAC', bootMAC],
    ] as const)
      if (!value)
        problems.push(
          missing(
            entry,
            field.toLowerCase(),
            `${host.name} has no ${field}`,
            `Add its ${field} to the table.`,
          ),
        );
    if (host.bmc?.address && (host.bmc.username === undefined || host.bmc.password === undefined))
      problems.push({
        ...missing(
          entry,
          'bmc-credentials',
          `${host.name} has no user and password of its BMC: the installer refuses the host`,
          'Give a file with the credentials of the BMCs, or add them to install-config.yaml.',
        ),
        level: 'warning',
      });
    return {
      name: shortName(host.name),
      role: host.role === 'master' || host.role === 'arbiter' ? host.role : 'worker',
      bmc: host.bmc && {
        ...host.bmc,
        disableCertificateVerification: options.verifyBmcCertificates ? undefined : true,
      },
      bootMACAddress: bootMAC,
      rootDeviceHints: host.rootDevice === undefined ? undefined : { deviceName: host.rootDevice },
      ...networkOf(entry, problems),
    };
  });
  const around = (list: readonly object[]) => printYaml({ platform: { baremetal: { hosts: list } } });
  const hidden = entries.map((entry) =>
    entry.bmc?.password === undefined ? entry : { ...entry, bmc: { ...entry.bmc, password: HIDDEN } },
  );
  return {
    text: around(entries),
    preview: around(hidden),
    secret: entries.some((entry) => entry.bmc?.password !== undefined),
    problems,
  };
}

/** What stands for a password wherever somebody looks. */
export const HIDDEN = '(hidden)';

/** The MAC a machine boots from: the one named for it, or its first. */
export function bootMacOf(host: Host): string | undefined {
  return host.bootMac ?? host.nics.find((nic) => nic.mac !== undefined)?.mac;
}

function inOrder(hosts: readonly HostDocument[]): HostDocument[] {
  const rank = ({ host: { role } }: HostDocument) => (role === 'master' ? 0 : role === 'arbiter' ? 1 : 2);
  return [...hosts].sort((a, b) => rank(a) - rank(b) || byName(a.host.name, b.host.name));
}

function nicsOf(host: Host): { name: string; macAddress: string }[] {
  return host.nics.flatMap(({ name, mac }) =>
    name === undefined || mac === undefined ? [] : [{ name, macAddress: mac }],
  );
}

function staticOfMaster(host: Host): string[] {
  if (host.role !== 'master') return [];
  return host.addresses.map((text) => text.split('/')[0]!).filter((text) => knownIp(text) !== undefined);
}

function networkOf(entry: HostDocument, problems: NmstateProblem[]): { networkConfig?: Fields } {
  const { state, problems: found } = firstBootNetwork(entry);
  problems.push(...found);
  return state ? { networkConfig: state } : {};
}

function missing({ document }: HostDocument, rule: string, message: string, remedy: string): NmstateProblem {
  return {
    code: 'nmstate-hosts',
    level: 'error',
    message,
    remedy,
    file: document.file,
    rule,
  };
}
