import type { ScaleOutFile } from './resources.ts';

/** One step of a scale-out. */
export interface ScaleOutStep {
  title: string;
  why: string;
  /** Names of the files that it applies. */
  files: readonly string[];
  /** In the folder of the files; the last ones wait until it is done. */
  commands: readonly string[];
}

export interface StepFacts {
  role: string;
  /** Short names. */
  hosts: readonly string[];
  files: readonly ScaleOutFile[];
  namespace: string;
  /** Whether the cluster has the MachineConfig already. */
  replaces: boolean;
  /** Whether no MachineConfig is needed. */
  covered: boolean;
  machineSet?: string;
  replicas?: number;
}

/**
 * What is applied in which order (enhancement configure-ovs-alternative, "Scaleout"), as commands that can be run as
 * they are.
 */
export function stepsOf(facts: StepFacts): { steps: ScaleOutStep[]; scaleCommand: string } {
  const { role, hosts, files, namespace, replaces, covered, machineSet } = facts;
  const named = (kind: ScaleOutFile['kind']) =>
    files.filter((file) => file.kind === kind).map(({ name }) => name);
  const [configs, secrets, machines] = [named('MachineConfig'), named('Secret'), named('BareMetalHost')];
  const scaleCommand = `oc scale machineset ${machineSet ?? '"$MACHINESET"'} -n ${namespace} --replicas=${replicasOf(facts)}`;
  const steps: ScaleOutStep[] = [
    {
      title: 'Network documents',
      why: covered
        ? 'The MachineConfig of the role covers the new hosts already: nothing is to be done.'
        : `The node takes its document at its first boot, so it must be there before. No node of the pool is drained or restarted by it.`,
      files: configs,
      commands: covered
        ? []
        : [
            // Not `apply`: it repeats the whole object in an annotation, which may not be that long.
            ...configs.map((name) => `oc ${replaces ? 'replace' : 'create'} -f ${name}`),
            // The pool says that it is updated until it has noticed; a change that is through at once was too quick to see.
            `oc wait mcp/${role} --for=condition=Updating=True --timeout=2m || true`,
            `oc wait mcp/${role} --for=condition=Updated=True --timeout=30m`,
          ],
    },
    {
      title: 'Secrets',
      why: 'The network that the machine has while it fetches Ignition, and the credentials of its BMC. Delete the files afterwards.',
      files: secrets,
      commands: secrets.map((name) => `oc create -f ${name}`),
    },
    {
      title: 'BareMetalHosts',
      why: 'The machine is inspected with the network of its secret, and then available. The MAC it boots from cannot be changed later.',
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
      title: 'Scale',
      why: 'A machine is made for each BareMetalHost that is available.',
      files: [],
      commands: [
        ...(machineSet === undefined
          ? [
              `oc get machinesets -n ${namespace}`,
              'MACHINESET=      # the name of the one that makes these machines',
            ]
          : []),
        scaleCommand,
      ],
    },
    {
      title: 'Nodes',
      why: 'With the document of step 1 the node has br-ex, and joins.',
      files: [],
      commands: hosts.map((name) => `oc wait node/${name} --for=condition=Ready --timeout=60m`),
    },
  ];
  return { steps, scaleCommand };
}

/** The number, or an expression of the shell that adds the new hosts to what is there. */
function replicasOf({ replicas, machineSet, namespace, hosts }: StepFacts): string {
  if (replicas !== undefined) return String(replicas);
  const set = machineSet ?? '"$MACHINESET"';
  return `$(( $(oc get machineset ${set} -n ${namespace} -o jsonpath='{.spec.replicas}') + ${hosts.length} ))`;
}
