import { knownIp } from '../../base/network/addresses.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import { byName } from '../machine-config/node-files.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { printYaml } from '../model/print-yaml.ts';
import type { Fields } from '../model/values.ts';
import { firstBootNetwork } from './fold-back.ts';
import { t } from './messages.ts';

/** A text that may contain passwords of BMCs. */
export interface InstallerHosts {
  /** Content of the file. If `secret`, the file needs mode 0600. */
  text: string;
  /** The text with hidden passwords, for output. */
  preview: string;
  secret: boolean;
  problems: readonly NmstateProblem[];
}

export interface AgentConfigOptions {
  /** Name of the cluster. Default: `cluster`. */
  name?: string;
  /** Default: the first static address of the first control plane host. */
  rendezvousIP?: string;
}

/**
 * Returns agent-config.yaml for the agent-based installer, with the NICs and first boot network of each host
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
        missing(entry, 'interfaces', t('nicMissing', { name: host.name }), t('nicMissingRemedy')),
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
      message: t('rendezvousIpMissing'),
      remedy: t('rendezvousIpMissingRemedy'),
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
 * Returns `platform.baremetal.hosts` of install-config.yaml, with the first boot network, BMC and boot MAC address of each
 * host. It contains the passwords that the hosts have. Certificates of BMCs are verified unless `skipBmcVerification` is set
 * (openshift/installer: pkg/types/baremetal/platform.go, `disableCertificateVerification` defaults to false).
 */
export function installConfigHosts(
  hosts: readonly HostDocument[],
  options: { skipBmcVerification?: boolean } = {},
): InstallerHosts {
  const problems: NmstateProblem[] = [];
  const entries = inOrder(hosts).map((entry) => {
    const { host } = entry;
    const bootMAC = bootMacOf(host);
    for (const [rule, field, value] of [
      ['bmc', 'BMC address', host.bmc?.address],
      ['mac', 'MAC address', bootMAC],
    ] as const)
      if (!value)
        problems.push(
          missing(
            entry,
            rule,
            t('fieldMissing', { field, name: host.name }),
            t('fieldMissingRemedy', { field }),
          ),
        );
    if (host.bmc?.address && (host.bmc.username === undefined || host.bmc.password === undefined))
      problems.push({
        ...missing(
          entry,
          'bmc-credentials',
          t('bmcCredentialsMissing', { name: host.name }),
          t('bmcCredentialsMissingRemedy'),
        ),
        level: 'warning',
      });
    return {
      name: shortName(host.name),
      role: host.role === 'master' || host.role === 'arbiter' ? host.role : 'worker',
      bmc: host.bmc && {
        ...host.bmc,
        disableCertificateVerification: options.skipBmcVerification || undefined,
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

/** Shown instead of a password. */
export const HIDDEN = '(hidden)';

/** Returns the boot MAC address of a machine, otherwise its first MAC address. */
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
