import type { HostDocument } from '../hosts/host-facts.ts';
import { addToMachineConfig } from '../machine-config/add.ts';
import { readMachineConfig } from '../machine-config/read.ts';
import { machineConfigs } from '../machine-config/write.ts';
import type { NmstateDocument } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import { t } from './messages.ts';
import { HOSTS_NAMESPACE, hostResources, type ResourceOptions, type ScaleOutFile } from './resources.ts';
import { type Step, stepsMarkdown, stepsOf } from './steps.ts';

export interface ScaleOutOptions extends ResourceOptions {
  /** The cluster's MachineConfig for the role, to which the new files are added. */
  machineConfig?: { text: string; file?: string };
  /** Existing hosts of the cluster, for a new MachineConfig that contains them and the new hosts. */
  present?: readonly HostDocument[];
  /** `cluster.yml` of the role, for a new MachineConfig. New hosts with the same document need no file. */
  clusterFile?: NmstateDocument;
  gzip?: boolean;
  openShiftVersion?: string;
  /** The MachineSet to scale. If undefined, the steps describe how to find it. */
  machineSet?: string;
  /** Final number of machines of the MachineSet. Default: one more per new host. */
  replicas?: number;
}

/** Files and steps that add new machines to a cluster. */
export interface ScaleOut {
  role: string;
  hosts: readonly string[];
  files: readonly ScaleOutFile[];
  steps: readonly Step[];
  /** The command of the second to last step. */
  scaleCommand: string;
  /** The steps as Markdown, for README.md in the folder. */
  markdown: string;
  problems: readonly NmstateProblem[];
}

/**
 * Returns the scale-out set of new bare-metal hosts (enhancement configure-ovs-alternative, "Scaleout"): the MachineConfig of
 * their role with their documents, for each host the secrets of its network and its BMC and its BareMetalHost, and the
 * steps. All hosts must have one role. Throws `machine-config` if the given one is for another role.
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
  if (hosts.length === 0) report('no-hosts', t('hostsMissing'), t('hostsMissingRemedy'));
  if (roles.length > 1) report('roles', t('rolesMixed', { roles: roles.join(', ') }), t('rolesMixedRemedy'));
  if (roles.includes('master')) report('role', t('mastersNotScalable'), t('mastersNotScalableRemedy'));
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

/** Returns the updated MachineConfig. Hosts with the same document as `cluster.yml` need no file. */
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

function markdownOf(hosts: readonly string[], steps: readonly Step[]): string {
  return [
    t('instructionsTitle', { hosts: hosts.join(', ') }),
    '',
    t('instructions'),
    '',
    stepsMarkdown(steps),
  ]
    .join('\n')
    .replace(/(?<!\n)\n+$/, '\n');
}
