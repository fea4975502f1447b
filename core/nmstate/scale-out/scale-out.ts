import type { HostDocument } from '../hosts/host-facts.ts';
import { addToMachineConfig } from '../machine-config/add.ts';
import { readMachineConfig } from '../machine-config/read.ts';
import { machineConfigs } from '../machine-config/write.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { HOSTS_NAMESPACE, hostResources, type ResourceOptions, type ScaleOutFile } from './resources.ts';
import { type ScaleOutStep, stepsOf } from './steps.ts';

export interface ScaleOutOptions extends ResourceOptions {
  /** The MachineConfig that the cluster has for the role: only the new files are added to it. */
  machineConfig?: { text: string; file?: string };
  /** Without `machineConfig`: the hosts that the cluster has already; a MachineConfig is written for them and the new ones. */
  present?: readonly HostDocument[];
  /** Without `machineConfig`: `cluster.yml` of the role. New hosts with the same document need no file. */
  clusterFile?: NmstateDocument;
  gzip?: boolean;
  openShiftVersion?: string;
  /** The MachineSet to scale; unknown: the steps say how to find it. */
  machineSet?: string;
  /** Machines wanted afterwards, of the MachineSet; unknown: one more for each new host. */
  replicas?: number;
}

/** Everything that brings new machines into a cluster, and in which order. */
export interface ScaleOut {
  role: string;
  hosts: readonly string[];
  files: readonly ScaleOutFile[];
  steps: readonly ScaleOutStep[];
  /** The command of the last step but one. */
  scaleCommand: string;
  /** The steps as Markdown, for the folder's README.md. */
  markdown: string;
  problems: readonly NmstateProblem[];
}

/**
 * The scale-out set of new bare-metal hosts (enhancement configure-ovs-alternative, "Scaleout"): the MachineConfig of
 * their role with their documents, for each host the secrets of its network and its BMC and its BareMetalHost, and the
 * steps. All hosts must have one role. Fails with `machine-config` when the given one is for another role.
 */
export async function scaleOut(
  hosts: readonly HostDocument[],
  options: ScaleOutOptions = {},
): Promise<ScaleOut> {
  const problems: NmstateProblem[] = [];
  const report = (rule: string, message: string, remedy: string) =>
    problems.push({ code: 'nmstate-hosts', level: 'error', message, remedy, rule });
  const roles = [...new Set(hosts.map(({ host }) => host.role))];
  const role = roles[0] ?? 'worker';
  if (hosts.length === 0) report('no-hosts', 'There is no host to be added', 'Name the new hosts.');
  if (roles.length > 1)
    report(
      'roles',
      `The new hosts are ${roles.join(' and ')}`,
      'Make one set for each role: each pool has a MachineConfig of its own.',
    );
  if (roles.includes('master'))
    report(
      'role',
      'Masters are not added by scaling a MachineSet',
      'Follow the procedure for replacing a control plane node.',
    );
  const networks = await networksOf(hosts, role, options);
  problems.push(...networks.problems);
  const resources = hosts.map((entry) => hostResources(entry, options));
  problems.push(...resources.flatMap((one) => one.problems));
  const files = [...networks.files, ...resources.flatMap((one) => one.files)].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const { steps, scaleCommand } = stepsOf({
    role,
    hosts: hosts.map(({ host }) => shortName(host.name)),
    files,
    namespace: options.namespace ?? HOSTS_NAMESPACE,
    replaces: options.machineConfig !== undefined || (options.present?.length ?? 0) > 0,
    covered: networks.covered,
    machineSet: options.machineSet,
    replicas: options.replicas,
  });
  return {
    role,
    hosts: hosts.map(({ host }) => host.name),
    files,
    steps,
    scaleCommand,
    markdown: markdownOf(
      hosts.map(({ host }) => host.name),
      steps,
    ),
    problems,
  };
}

/** The updated MachineConfig. Hosts whose document is that of `cluster.yml` are covered by it. */
async function networksOf(
  hosts: readonly HostDocument[],
  role: string,
  options: ScaleOutOptions,
): Promise<{ files: ScaleOutFile[]; problems: readonly NmstateProblem[]; covered: boolean }> {
  const { machineConfig, present = [], clusterFile, gzip, openShiftVersion } = options;
  const known = machineConfig && (await readMachineConfig(machineConfig.text, fileOf(machineConfig)));
  const shared = known ? known.clusterFiles.find((one) => one.role === role)?.document : clusterFile;
  const needed = hosts.filter(({ document }) => document.yaml.text !== shared?.yaml.text);
  if (needed.length === 0) return { files: [], problems: [], covered: true };
  if (machineConfig) {
    const { text, added, replaced, problems } = await addToMachineConfig(
      machineConfig.text,
      needed,
      fileOf(machineConfig),
    );
    const names = known!.machineConfigs.map(({ name }) => name);
    const name = names.length === 1 ? names[0]! : `machineconfig-${role}`;
    const changed = added.length + replaced.length > 0;
    return { files: changed ? [manifest(`${name}.yaml`, text)] : [], problems, covered: !changed };
  }
  const { manifests, problems } = await machineConfigs([...present, ...needed], {
    role,
    clusterFile,
    gzip: gzip || undefined,
    openShiftVersion,
  });
  return { files: manifests.map(({ file, text }) => manifest(file, text)), problems, covered: false };
}

function fileOf({ file }: { file?: string }): { file?: string } {
  return file === undefined ? {} : { file };
}

function manifest(file: string, text: string): ScaleOutFile {
  return { name: `1-${file}`, kind: 'MachineConfig', host: undefined, text, preview: text, secret: false };
}

function markdownOf(hosts: readonly string[], steps: readonly ScaleOutStep[]): string {
  const lines = steps.flatMap(({ title, why, commands }, index) => [
    `## ${index + 1}. ${title}`,
    '',
    why,
    '',
    ...(commands.length === 0 ? [] : ['```sh', ...commands, '```', '']),
  ]);
  return [
    `# Add ${hosts.join(', ')}`,
    '',
    'Run the commands in the folder of these files, in this order.',
    '',
    ...lines,
  ]
    .join('\n')
    .replace(/(?<!\n)\n+$/, '\n');
}
