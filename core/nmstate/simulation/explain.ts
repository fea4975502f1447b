import { mentionsBrEx } from '../br-ex/layout.ts';
import { CLUSTER_FILE, NODE_FOLDER, nodeFileOf } from '../machine-config/node-files.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { type NmstateDocument, readNmstate, type StatePart } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { type NodeService, serviceOf } from '../model/node-release.ts';
import { type StateSummary, summaryOf } from '../validation/summary.ts';
import { validateNmstate } from '../validation/validate.ts';
import { type NodeFile, nodeFileName, pickFile } from './pick-file.ts';

export interface ExplainOptions {
  /** Release of the node, e.g. `4.18`; unknown counts as the newest. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** What was applied before (/etc/nmstate/openshift/applied): a later boot. Absent: the first boot. */
  applied?: string;
}

/**
 * What becomes of the node: `applied`, br-ex as the document says; `configure-ovs`, br-ex as the cluster's script guesses
 * it; `no-br-ex`, none at all, and the node does not join; `kept`, what was applied before.
 */
export type Outcome = 'applied' | 'configure-ovs' | 'no-br-ex' | 'kept';

export interface Explanation {
  /** As it was asked, and as `hostname -s` says on the node. */
  host: string;
  shortName: string;
  /** Name of the file the node takes. */
  file: string | undefined;
  /** Why that one, or why none. */
  reason: string;
  /** Every file that might be meant for this host, with what the node does about it. */
  considered: readonly { file: string; taken: boolean; why: string }[];
  outcome: Outcome;
  /** What happens, in order. */
  steps: readonly string[];
  /** What the node ends up with; undefined unless the document is applied. */
  state: StateSummary | undefined;
  document: NmstateDocument | undefined;
  problems: readonly NmstateProblem[];
}

/**
 * What a node does with the documents it got, and what it has afterwards: the rules of the service on the node
 * (machine-config-operator: templates/common/_base/files/nmstate-configuration.yaml), the document's summary, and
 * everything that would go wrong. Never throws.
 * @param host name or machine; a machine's NICs and role are checked against the document
 */
export function explainHost(
  files: readonly NodeFile[],
  host: string | Host,
  options: ExplainOptions = {},
): Explanation {
  const name = typeof host === 'string' ? host : host.name;
  const short = shortName(name);
  const service = serviceOf(options.openShiftVersion);
  const picked = pickFile(files, short, name, service);
  const problems = [...picked.problems, ...releaseProblems(service)];
  const base = {
    host: name,
    shortName: short,
    file: picked.taken && nodeFileName(picked.taken),
    reason: picked.reason,
    considered: picked.considered,
  };
  if (!picked.taken)
    return {
      ...base,
      outcome: 'configure-ovs',
      steps: service.reads
        ? [
            `nmstate-configuration.service looks for ${NODE_FOLDER}${short}.yml, then for ${CLUSTER_FILE}.yml, and goes away.`,
            'ovs-configuration.service makes br-ex on the interface of the default route, as its script guesses.',
          ]
        : [
            'ovs-configuration.service makes br-ex on the interface of the default route, as its script guesses.',
          ],
      state: undefined,
      document: undefined,
      problems,
    };
  const { taken: accepted } = picked;
  const document = readNmstate(accepted.text, { file: accepted.path });
  if (options.applied !== undefined && (service.again === 'once' || options.applied === accepted.text))
    return { ...base, ...saved(service, options.applied === accepted.text), document, problems };
  const own = typeof host !== 'string' && isOwn(accepted, short) ? host : undefined;
  const found = validateNmstate(document, {
    purpose: 'day1',
    host: own,
    role: own?.role,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
  });
  problems.push(...found, ...whatHinders(document, short));
  const [part] = document.states;
  const errors = found.filter(({ level }) => level === 'error');
  const rejected = errors.some(({ code, rule }) => code !== 'nmstate-br-ex' || REFUSED.has(rule));
  const without = part === undefined || !builds(part) || errors.some(({ rule }) => INCOMPLETE.has(rule));
  const outcome: Outcome = rejected || without ? 'no-br-ex' : 'applied';
  return {
    ...base,
    outcome,
    steps: [
      ...copies(nodeFileName(accepted), short, service, options.applied !== undefined),
      ...ends(outcome, rejected),
    ],
    state: part && outcome === 'applied' ? summaryOf(part.state) : undefined,
    document,
    problems,
  };
}

/** Requirements of br-ex that are rules of NMState as well. */
const REFUSED: ReadonlySet<string> = new Set(['BR05', 'BR07', 'BR18']);
/** Without these there is no br-ex that OVN-Kubernetes could use. */
const INCOMPLETE: ReadonlySet<string> = new Set(['BR01', 'BR02', 'BR03']);

function copies(file: string, short: string, service: NodeService, later: boolean): string[] {
  const from = `${NODE_FOLDER}${file}`;
  return [
    `nmstate-configuration.service takes ${from} (hostname -s says ${short}).`,
    ...(later ? ['It differs from what was applied before, so it goes on.'] : []),
    'It removes the Open vSwitch bridges br-ex and br0, if they are there.',
    `It copies the file to /etc/nmstate/${file}${service.again === 'once' ? '; if that is there already, the service fails' : ''}.`,
    service.again === 'once'
      ? `It leaves the mark ${NODE_FOLDER}applied: from then on the document is never looked at again.`
      : `It keeps a copy as ${NODE_FOLDER}applied; another document is applied at the next boot.`,
  ];
}

function ends(outcome: Outcome, rejected: boolean): string[] {
  return outcome === 'applied'
    ? [
        'nmstate.service applies it.',
        'ovs-configuration.service sees the mark and leaves br-ex as it is.',
        'wait-for-node-ip.service waits until the addresses of the node can be used.',
      ]
    : [
        rejected
          ? 'nmstate.service: NMState refuses the whole document. The unit succeeds all the same, and does not try again before the next boot.'
          : 'nmstate.service applies it: it makes no br-ex.',
        'ovs-configuration.service sees the mark and makes no br-ex either: the node does not join the cluster.',
      ];
}

function saved(service: NodeService, same: boolean): Pick<Explanation, 'outcome' | 'steps' | 'state'> {
  return {
    outcome: 'kept',
    steps: [
      service.again === 'once'
        ? `nmstate-configuration.service sees ${NODE_FOLDER}applied and goes away${same ? '' : ', though the document is another one now'}.`
        : `nmstate-configuration.service compares the document with ${NODE_FOLDER}applied: they are equal, and it goes away.`,
      'The node keeps the network it has.',
    ],
    state: undefined,
  };
}

/** What is told of no single line. */
function whatHinders(document: NmstateDocument, short: string): NmstateProblem[] {
  const file = document.file!;
  const report = (
    level: NmstateProblem['level'],
    rule: string,
    message: string,
    remedy: string,
  ): NmstateProblem => ({
    code: 'machine-config',
    level,
    message,
    remedy,
    file,
    line: 1,
    column: 1,
    rule,
  });
  const [part] = document.states;
  return [
    ...(part && !mentionsBrEx(part.state)
      ? [
          report(
            'error',
            'no-br-ex',
            'The document makes no br-ex, and because it is there the cluster makes none: the node does not join',
            'Add br-ex, or leave the file out.',
          ),
        ]
      : []),
    ...(document.states.length > 1 || (part && part.wrapper !== 'plain')
      ? [
          report(
            'error',
            'one-state',
            'The file holds more than the plain state of one host: NMState reads nothing else',
            'Write `interfaces:` and what belongs to them, without a resource around it.',
          ),
        ]
      : []),
    ...(nodeFileOf(file).name === CLUSTER_FILE
      ? []
      : [
          report(
            'info',
            'host-name',
            `The node must be called ${short} before its network is set up: by DHCP, reverse DNS or /etc/hostname. While it is still localhost, only cluster.yml counts`,
            'See that the name is known at first boot.',
          ),
        ]),
  ];
}

function releaseProblems(service: NodeService): NmstateProblem[] {
  if (service.note === undefined) return [];
  return [
    {
      code: 'machine-config',
      level: service.reads ? 'info' : 'error',
      message: service.note,
      remedy: service.reads
        ? 'Nothing is to be done for a first boot.'
        : 'Update first, or leave br-ex to the cluster.',
      rule: 'release',
    },
  ];
}

function builds({ wrapper, root, state }: StatePart): boolean {
  return wrapper === 'plain' && root.length === 0 && mentionsBrEx(state);
}

function isOwn(file: NodeFile, short: string): boolean {
  return nodeFileOf(file.path).name === short;
}
