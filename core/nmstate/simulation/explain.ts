import { mentionsBrEx } from '../br-ex/layout.ts';
import { CLUSTER_FILE, NODE_FOLDER, nodeFileOf } from '../machine-config/node-files.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { type NmstateDocument, readNmstate, type StatePart } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type Host, shortName } from '../model/host.ts';
import { type NodeService, serviceOf } from '../model/node-release.ts';
import { type StateSummary, summaryOf } from '../validation/summary.ts';
import { validateNmstate } from '../validation/validate.ts';
import { t } from './messages.ts';
import { type NodeFile, nodeFileName, pickFile } from './pick-file.ts';

export interface ExplainOptions {
  /** Release of the node, for example `4.18`. Default: the newest. */
  openShiftVersion?: string;
  cluster?: ClusterNetwork;
  /** At a later boot, the content of /etc/nmstate/openshift/applied. Undefined at the first boot. */
  applied?: string;
}

/**
 * The result on the node: `applied`, br-ex of the document; `configure-ovs`, br-ex of the cluster's script; `no-br-ex`, no
 * br-ex, so that the node can't join; `unchanged`, the state that was applied before.
 */
export type Outcome = 'applied' | 'configure-ovs' | 'no-br-ex' | 'unchanged';

export interface Explanation {
  /** The requested name. `shortName` is what `hostname -s` returns on the node. */
  host: string;
  shortName: string;
  /** Name of the file that the node uses. */
  file: string | undefined;
  /** Why the node uses that file, or none. */
  reason: string;
  /** Every file that may be meant for this host, and why the node uses it or not. */
  considered: readonly { file: string; used: boolean; why: string }[];
  outcome: Outcome;
  /** What happens, in order. */
  steps: readonly string[];
  /** The resulting state; undefined unless the document is applied. */
  state: StateSummary | undefined;
  document: NmstateDocument | undefined;
  problems: readonly NmstateProblem[];
}

/**
 * Returns what a node does with its documents: the file it selects by the rules of its service (machine-config-operator:
 * templates/common/_base/files/nmstate-configuration.yaml), the steps, the resulting state and all problems. Never throws.
 * @param host name or machine; the NICs and role of a machine are checked against the document
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
    file: picked.used && nodeFileName(picked.used),
    reason: picked.reason,
    considered: picked.considered,
  };
  if (!picked.used)
    return {
      ...base,
      outcome: 'configure-ovs',
      steps: service.reads
        ? [t('searchStep', { folder: NODE_FOLDER, short }), t('defaultBridgeStep')]
        : [t('defaultBridgeStep')],
      state: undefined,
      document: undefined,
      problems,
    };
  const { used: accepted } = picked;
  const document = readNmstate(accepted.text, { file: accepted.path });
  if (options.applied !== undefined && (service.again === 'once' || options.applied === accepted.text))
    return { ...base, ...unchanged(service, options.applied === accepted.text), document, problems };
  const own = typeof host !== 'string' && isOwn(accepted, short) ? host : undefined;
  const found = validateNmstate(document, {
    purpose: 'day1',
    host: own,
    role: own?.role,
    cluster: options.cluster,
    openShiftVersion: options.openShiftVersion,
  });
  problems.push(...found, ...documentProblems(document, short));
  const [part] = document.states;
  const errors = found.filter(({ level }) => level === 'error');
  const rejected = errors.some(({ code, rule }) => code !== 'nmstate-br-ex' || NMSTATE_RULES.has(rule));
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

/** Requirements of br-ex that are also rules of NMState. */
const NMSTATE_RULES: ReadonlySet<string> = new Set(['BR05', 'BR07', 'BR18']);
/** Requirements without which OVN-Kubernetes can't use br-ex. */
const INCOMPLETE: ReadonlySet<string> = new Set(['BR01', 'BR02', 'BR03']);

/** The copy of the document that the service applied last. */
const APPLIED = `${NODE_FOLDER}applied`;

function copies(file: string, short: string, service: NodeService, later: boolean): string[] {
  return [
    t('selectStep', { path: `${NODE_FOLDER}${file}`, short }),
    ...(later ? [t('changedStep')] : []),
    t('bridgesStep'),
    service.again === 'once' ? t('copyOnceStep', { file }) : t('copyStep', { file }),
    service.again === 'once' ? t('markStep', { path: APPLIED }) : t('saveStep', { path: APPLIED }),
  ];
}

function ends(outcome: Outcome, rejected: boolean): string[] {
  return outcome === 'applied'
    ? [t('applyStep'), t('keepBridgeStep'), t('waitStep')]
    : [rejected ? t('rejectStep') : t('applyWithoutBridgeStep'), t('noBridgeStep')];
}

function unchanged(service: NodeService, same: boolean): Pick<Explanation, 'outcome' | 'steps' | 'state'> {
  const key = service.again !== 'once' ? 'unchangedStep' : same ? 'markedStep' : 'markedChangedStep';
  return {
    outcome: 'unchanged',
    steps: [t(key, { path: APPLIED }), t('networkStep')],
    state: undefined,
  };
}

/** Returns the problems of the whole document. */
function documentProblems(document: NmstateDocument, short: string): NmstateProblem[] {
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
      ? [report('error', 'no-br-ex', t('bridgeMissing'), t('bridgeMissingRemedy'))]
      : []),
    ...(document.states.length > 1 || (part && part.wrapper !== 'plain')
      ? [report('error', 'one-state', t('statePlain'), t('statePlainRemedy'))]
      : []),
    ...(nodeFileOf(file).name === CLUSTER_FILE
      ? []
      : [report('info', 'host-name', t('hostnameRequired', { short }), t('hostnameRequiredRemedy'))]),
  ];
}

function releaseProblems(service: NodeService): NmstateProblem[] {
  if (service.note === undefined) return [];
  return [
    {
      code: 'machine-config',
      level: service.reads ? 'info' : 'error',
      message: service.note,
      remedy: service.reads ? t('releaseFirstBootRemedy') : t('releaseRemedy'),
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
