import { t } from './messages.ts';
import type { ScaleOutFile } from './resources.ts';

/** One step of a procedure with files. */
export interface Step {
  title: string;
  why: string;
  /** Names of the files that the step applies. */
  files: readonly string[];
  /** Commands to run in the folder of the files. The last ones wait for completion. */
  commands: readonly string[];
}

export interface StepFacts {
  role: string;
  /** Short names. */
  hosts: readonly string[];
  files: readonly ScaleOutFile[];
  namespace: string;
  /** Whether the cluster already has the MachineConfig. */
  replaces: boolean;
  /** Whether no MachineConfig is needed. */
  covered: boolean;
  machineSet?: string;
  replicas?: number;
}

/**
 * Returns the ordered steps of a scale-out (enhancement configure-ovs-alternative, "Scaleout") with complete commands.
 */
export function stepsOf(facts: StepFacts): { steps: Step[]; scaleCommand: string } {
  const { role, hosts, files, namespace, replaces, covered, machineSet } = facts;
  const named = (kind: ScaleOutFile['kind']) =>
    files.filter((file) => file.kind === kind).map(({ name }) => name);
  const [configs, secrets, machines] = [named('MachineConfig'), named('Secret'), named('BareMetalHost')];
  const scaleCommand = `oc scale machineset ${machineSet ?? '"$MACHINESET"'} -n ${namespace} --replicas=${replicasOf(facts)}`;
  const steps: Step[] = [
    {
      title: t('documentsTitle'),
      why: covered ? t('documentsUnchanged') : t('documentsReason'),
      files: configs,
      commands: covered
        ? []
        : [
            // Not `apply`, because it repeats the complete object in an annotation with limited length.
            ...configs.map((name) => `oc ${replaces ? 'replace' : 'create'} -f ${name}`),
            // The pool reports Updated until it notices the change. A very fast change may never be visible as Updating.
            `oc wait mcp/${role} --for=condition=Updating=True --timeout=2m || true`,
            `oc wait mcp/${role} --for=condition=Updated=True --timeout=30m`,
          ],
    },
    {
      title: t('secretsTitle'),
      why: t('secretsReason'),
      files: secrets,
      commands: secrets.map((name) => `oc create -f ${name}`),
    },
    {
      title: t('bareMetalHostsTitle'),
      why: t('bareMetalHostsReason'),
      files: machines,
      commands: [
        ...machines.map((name) => `oc create -f ${name}`),
        ...hosts.map(
          (name) =>
            `oc wait bmh/${name} -n ${namespace} --for=jsonpath='{.status.provisioning.state}'=available --timeout=60m`,
        ),
      ],
    },
    {
      title: t('scaleTitle'),
      why: t('scaleReason'),
      files: [],
      commands: [
        ...(machineSet === undefined ? [`oc get machinesets -n ${namespace}`, t('machineSetVariable')] : []),
        scaleCommand,
      ],
    },
    {
      title: t('nodesTitle'),
      why: t('nodesReason'),
      files: [],
      commands: hosts.map((name) => `oc wait node/${name} --for=condition=Ready --timeout=60m`),
    },
  ];
  return { steps, scaleCommand };
}

/** Returns the number of replicas, or a shell expression that adds the new hosts to the current number. */
function replicasOf({ replicas, machineSet, namespace, hosts }: StepFacts): string {
  if (replicas !== undefined) return String(replicas);
  const set = machineSet ?? '"$MACHINESET"';
  return `$(( $(oc get machineset ${set} -n ${namespace} -o jsonpath='{.spec.replicas}') + ${hosts.length} ))`;
}

/** Returns steps as Markdown sections with numbers. @param level of the headings */
export function stepsMarkdown(steps: readonly Step[], level = 2): string {
  return steps
    .flatMap(({ title, why, commands }, index) => [
      `${'#'.repeat(level)} ${index + 1}. ${title}`,
      '',
      why,
      '',
      ...(commands.length === 0 ? [] : ['```sh', ...commands, '```', '']),
    ])
    .join('\n');
}
