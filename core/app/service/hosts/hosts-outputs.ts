import { firstWords } from '../../../base/document/words.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { present } from '../../../base/objects/present.ts';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import type { SavedHostSet } from '../../../contract/topics/hosts.ts';
import { adoptDayOne } from '../../../nmstate/day2/adopt-day-one.ts';
import { agentConfig, installConfigHosts } from '../../../nmstate/first-boot/installer-hosts.ts';
import { documentsOf } from '../../../nmstate/host-set/documents.ts';
import type { HostDocument } from '../../../nmstate/hosts/host-facts.ts';
import { machineConfigs } from '../../../nmstate/machine-config/write.ts';
import { type ClusterNetwork, readClusterNetwork } from '../../../nmstate/model/cluster-network.ts';
import { type Bmc, nodeFileName, shortName } from '../../../nmstate/model/host.ts';
import { scaleOut } from '../../../nmstate/scale-out/scale-out.ts';
import { plain } from './hosts-import.ts';
import { t } from './messages.ts';

/** A file that is generated from hosts. `text` may contain secrets, `preview` never does. */
export interface OutputFile {
  file: string;
  about: string;
  text: string;
  preview: string;
  secret: boolean;
}

export interface GeneratedOutputs {
  files: readonly OutputFile[];
  problems: RequestOutput<'hosts.outputs'>['problems'];
  steps: RequestOutput<'hosts.outputs'>['steps'];
}

/** Returns the BMC password of a host by its short name, and the user if the set has none; undefined if there is none. */
export type BmcCredentials = (name: string) => Pick<Bmc, 'username' | 'password'> | undefined;

type Output = RequestParsed<'hosts.outputs'>['output'];

/**
 * Generates the files of a host set.
 * @throws AirlockError `config-invalid` for the cluster's file, `machine-config` for one of another role
 */
export async function makeOutputs(
  set: SavedHostSet,
  output: Output,
  credentials: BmcCredentials,
): Promise<GeneratedOutputs> {
  const hosts = documentsOf(set).map(({ host, document }): HostDocument => {
    const given = host.bmc && credentials(shortName(host.name));
    if (!given) return { host, document };
    return {
      host: { ...host, bmc: { ...given, ...present(host.bmc!), password: given.password } },
      document,
    };
  });
  const version = set.openShiftVersion === '' ? {} : { openShiftVersion: set.openShiftVersion };
  switch (output.kind) {
    case 'machine-configs':
      return machineConfigFiles(hosts, { ...output, ...version });
    case 'scale-out':
      return scaleOutFiles(hosts, output, version);
    case 'agent-config': {
      const { name } = clusterOf(set);
      const { text, preview, secret, problems } = agentConfig(hosts, name === undefined ? {} : { name });
      return {
        files: [
          {
            file: 'agent-config.yaml',
            about: t('agentConfigFile'),
            text,
            preview,
            secret,
          },
        ],
        problems: problems.map(plain),
        steps: [
          {
            text: t('agentConfigStep'),
            command: 'openshift-install agent create image',
          },
        ],
      };
    }
    case 'install-config': {
      const { text, preview, secret, problems } = installConfigHosts(hosts, output);
      return {
        files: [
          {
            file: 'install-config-hosts.yaml',
            about: 'platform.baremetal.hosts of install-config.yaml',
            text,
            preview,
            secret,
          },
        ],
        problems: problems.map(plain),
        steps: [{ text: t('platformStep') }],
      };
    }
    case 'documents':
      return {
        files: hosts.map(({ host, document: { yaml } }) => ({
          file: nodeFileName(host),
          about: t('networkFile', { host: host.name }),
          ...{ text: yaml.text, preview: yaml.text, secret: false },
        })),
        problems: [],
        steps: [{ text: t('networkStep'), command: 'airlock nmstate validate DIR' }],
      };
    case 'policies':
      return policyFiles(hosts, set, version);
  }
}

function policyFiles(
  hosts: readonly HostDocument[],
  set: SavedHostSet,
  version: { openShiftVersion?: string },
): GeneratedOutputs {
  const cluster = set.cluster.trim() === '' ? undefined : readClusterNetwork(set.cluster);
  const { policies, problems } = adoptDayOne(hosts, [], { ...version, cluster });
  return {
    files: policies.map(({ file, policy, hosts: names }) => ({
      file,
      about: t('policyFile', { count: names.length, host: names[0] ?? '' }),
      ...{ text: policy, preview: policy, secret: false },
    })),
    problems: uniqueProblems(problems.map(plain)),
    steps: [{ text: t('policyStep'), command: policies.map(({ file }) => `oc apply -f ${file}`).join('\n') }],
  };
}

/** One for each role, in the order masters, arbiters, workers, other pools. */
async function machineConfigFiles(
  hosts: readonly HostDocument[],
  options: { extension: 'yml' | 'yaml'; gzip: boolean; oneFile: boolean; openShiftVersion?: string },
): Promise<GeneratedOutputs> {
  const order = ['master', 'arbiter', 'worker'];
  const rank = (role: string) => (order.indexOf(role) + order.length + 1) % (order.length + 1);
  const roles = [...new Set(hosts.map(({ host }) => host.role))].sort(
    (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  );
  const made = await Promise.all(roles.map((role) => machineConfigs(hosts, { ...options, role })));
  const files = made.flatMap(({ manifests }, index) =>
    manifests.map(({ file, text, hosts: names }) => ({
      file,
      about: `${roles[index]}: ${names.length === 0 ? 'cluster.yml' : names.length === 1 ? names[0] : `${names.length} hosts`}`,
      ...{ text, preview: text, secret: false },
    })),
  );
  return {
    files,
    problems: uniqueProblems(made.flatMap(({ problems }) => problems.map(plain))),
    steps: [
      {
        text: t('newClusterStep'),
        command: 'openshift-install create manifests --dir DIR',
      },
      ...(files.length === 0
        ? []
        : [
            {
              text: t('runningClusterStep'),
              command: files.map(({ file }) => `oc apply -f ${file}`).join('\n'),
            },
          ]),
    ],
  };
}

async function scaleOutFiles(
  hosts: readonly HostDocument[],
  output: Extract<Output, { kind: 'scale-out' }>,
  version: { openShiftVersion?: string },
): Promise<GeneratedOutputs> {
  const wanted = new Set(output.hosts);
  const fresh = hosts.filter(({ host }) => wanted.has(host.name));
  const roles = new Set(fresh.map(({ host }) => host.role));
  const others = hosts.filter(({ host }) => !wanted.has(host.name) && roles.has(host.role));
  const machineConfig = output.machineConfig?.trim() ? { text: output.machineConfig } : undefined;
  const { files, steps, markdown, problems } = await scaleOut(fresh, {
    ...version,
    bmcTlsVerify: output.bmcTlsVerify,
    machineConfig,
    present: machineConfig ? undefined : others,
  });
  return {
    files: [
      { file: 'README.md', about: t('readmeFile'), text: markdown, preview: markdown, secret: false },
      ...files.map(({ name, kind, host, text, preview, secret }) => ({
        file: name,
        about:
          host === undefined
            ? kind
            : kind === 'Secret'
              ? t('secretsFile', { host })
              : t('objectFile', { kind, host }),
        ...{ text, preview, secret },
      })),
    ],
    problems: uniqueProblems(problems.map(plain)),
    steps: steps.map(({ title, why, commands }) => ({
      text: `${title}. ${why}`,
      command: commands.length > 0 ? commands.join('\n') : undefined,
    })),
  };
}

function clusterOf({ cluster }: SavedHostSet): Partial<ClusterNetwork> {
  return cluster.trim() === '' ? {} : readClusterNetwork(cluster);
}

function uniqueProblems<P extends { message: string; file?: string }>(problems: readonly P[]): P[] {
  const seen = new Set<string>();
  return problems.filter(({ message, file = '' }) => {
    const key = `${file}\0${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** @throws AirlockError `usage` when hosts that need a password don't have one */
export function needAll(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new AirlockError('usage', t('passwordsMissing', { hosts: firstWords(names, 3) }), {
    side: 'local',
    remedy: t('passwordsMissingRemedy'),
  });
}
