import type { ErrorCode } from '../../base/errors/codes.ts';
import { MOST_PROBLEMS } from '../../base/errors/most-problems.ts';
import { RULE } from '../../base/errors/rules.ts';
import { mentionsBrEx } from '../br-ex/layout.ts';
import { checkBrEx } from '../br-ex/requirements.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { NmstateDocument, StatePart } from '../model/document.ts';
import { type Finding, locate, type NmstateProblem } from '../model/finding.ts';
import type { Host } from '../model/host.ts';
import { checkRules } from '../rules/check-rules.ts';
import { graphOf, type Purpose, type RuleContext } from '../rules/context.ts';
import { checkMacNames } from '../rules/mac-name-rules.ts';
import { checkPolicy } from '../rules/policy-rules.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { templateVariables } from './template.ts';

export interface ValidateOptions {
  /** Default: told by what is given and what the document holds, see `purposeOf`. */
  purpose?: Purpose;
  /** Pool whose MachineConfig carries the document. */
  role?: string;
  host?: Host;
  cluster?: ClusterNetwork;
  /** E.g. `4.18`, for what differs by release. */
  openShiftVersion?: string;
}

/**
 * All problems of a document, in the order of its lines: what is no YAML, the schema (`nmstate-schema`), NMState's own rules
 * (`nmstate-rule`), and what OVN-Kubernetes needs of br-ex (`nmstate-br-ex`, rules BR01 to BR20). Never throws.
 */
export function validateNmstate(document: NmstateDocument, options: ValidateOptions = {}): NmstateProblem[] {
  const file = document.file === undefined ? {} : { file: document.file };
  if (document.yaml.faults.length > 0)
    return document.yaml.faults.map(({ message, line, column }) => ({
      code: 'nmstate-schema' satisfies ErrorCode,
      level: 'error',
      message: `Invalid YAML string: ${message}`,
      remedy: 'Mend the line that is named: until then nothing of the document can be checked.',
      ...file,
      line,
      column,
      rule: 'yaml',
    }));
  if (document.states.length === 0)
    return [
      {
        code: 'nmstate-schema' satisfies ErrorCode,
        level: document.others.some(({ kind }) => kind !== undefined) ? 'info' : 'error',
        message: `There is no network state in ${document.file ?? 'the text'}${kinds(document)}`,
        remedy:
          'Name a file with `interfaces:`, a NodeNetworkConfigurationPolicy, an NMStateConfig or a NodeNetworkState.',
        ...file,
        line: 1,
        column: 1,
        rule: 'no-state',
      },
    ];
  const problems = unfilled(document);
  for (const part of document.states) {
    if (problems.length > MOST_PROBLEMS) break;
    problems.push(...validatePart(document, part, options));
  }
  const listed = sorted(problems.slice(0, MOST_PROBLEMS));
  if (problems.length > MOST_PROBLEMS)
    listed.push({
      code: 'nmstate-schema',
      level: 'error',
      message: `the text has more than ${MOST_PROBLEMS} problems; only ${MOST_PROBLEMS} are listed`,
      remedy: 'Fix the listed problems, then check the text again.',
      ...file,
      line: 1,
      column: 1,
      rule: 'problems',
    });
  return listed;
}

/** Variables of a template that nobody filled in: NMState would take them as they are. */
function unfilled({ yaml, file }: NmstateDocument): NmstateProblem[] {
  // Columns from which on a line is a comment.
  const comments = yaml.text.split('\n').map((line) => {
    const [found] = line.matchAll(/(?:^|\s)#/g);
    return found ? found.index + found[0].length : Number.POSITIVE_INFINITY;
  });
  return templateVariables(yaml.text)
    .filter(({ line, column }) => column <= comments[line - 1]!)
    .slice(0, MOST_PROBLEMS + 1)
    .map(({ name, line, column }) => ({
      code: 'nmstate-template' satisfies ErrorCode,
      level: 'error',
      message: `The variable \`${name}\` of a template is not filled in`,
      remedy: 'Make the documents of the hosts from the template and the table, and check those.',
      file,
      line,
      column,
      rule: 'template-variable',
      [RULE]: { id: 'variable-unset', variable: name },
    }));
}

function kinds({ others }: NmstateDocument): string {
  const names = [...new Set(others.flatMap(({ kind }) => kind ?? []))];
  return names.length === 0 ? '' : `: it holds ${names.join(', ')}`;
}

/** What a state is for, when nobody says: policies are for running nodes, plain documents with br-ex for a first boot. */
function purposeOf(part: StatePart, options: ValidateOptions = {}): Purpose {
  if (part.wrapper === 'node-state') return 'report';
  if (options.purpose) return options.purpose;
  if (part.wrapper === 'policy') return 'day2';
  if (part.wrapper === 'nmstate-config' || part.wrapper === 'host-config') return 'first-boot';
  if (part.capture) return 'day2';
  return options.host || options.role !== undefined || mentionsBrEx(part.state) ? 'day1' : 'plain';
}

function validatePart(
  document: NmstateDocument,
  part: StatePart,
  options: ValidateOptions,
): NmstateProblem[] {
  const purpose = purposeOf(part, options);
  const found: { code: ErrorCode; finding: Finding; part: StatePart }[] = [];
  const reporter =
    (code: ErrorCode, of: StatePart = part) =>
    (finding: Finding) => {
      if (found.length <= MOST_PROBLEMS) found.push({ code, finding, part: of });
    };
  checkSchema(part.state.fields, reporter('nmstate-schema'), {
    quotedMtu: part.wrapper === 'host-config' || part.wrapper === 'nmstate-config',
    policy: part.root.length === 0,
  });
  // What a node reports is what is: fields of versions to come are no fault of anyone, and there is nothing to obey.
  if (purpose === 'report')
    return sorted(
      found.map(({ code, finding }) => locate(document, part, code, { ...finding, level: 'info' })),
    );
  const context: RuleContext = {
    state: part.state,
    purpose,
    nics: options.host?.nics,
    graph: graphOf(part.state),
  };
  if (part.wrapper === 'policy' || part.capture)
    checkPolicy(part, reporter('nmstate-rule', { ...part, root: part.base }));
  checkMacNames(part, reporter('nmstate-rule', { ...part, root: part.base }));
  if (purpose === 'day1' || (purpose === 'day2' && mentionsBrEx(part.state)))
    checkBrEx(
      {
        context,
        host: options.host,
        cluster: options.cluster,
        role: options.role,
        file: document.file,
        openShiftVersion: options.openShiftVersion,
      },
      reporter('nmstate-br-ex'),
    );
  checkRules(context, reporter('nmstate-rule'));
  return sorted(onceEach(found).map(({ code, finding, part: of }) => locate(document, of, code, finding)));
}

/** One thing, one problem: requirements of br-ex come first, and what NMState says of the same place is left out. */
function onceEach<Found extends { finding: Finding }>(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ finding }) => {
    const place = finding.path.join('\0');
    const subject = SUBJECTS[finding.rule];
    const keys = [`${place}\0${finding.message}`, ...(subject ? [`${place}\0${subject}`] : [])];
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
}

/** Rules of NMState that a requirement of br-ex has taken up. */
const SUBJECTS: Readonly<Record<string, string>> = {
  BR10: 'copy-mac-from',
  'copy-mac-from': 'copy-mac-from',
  BR18: 'port-overbooked',
  'port-overbooked': 'port-overbooked',
  BR04: 'unknown-port',
  'unknown-port': 'unknown-port',
};

const LEVELS = { error: 0, warning: 1, info: 2 } as const;

function sorted(problems: NmstateProblem[]): NmstateProblem[] {
  return problems.sort(
    (a, b) => a.line! - b.line! || LEVELS[a.level] - LEVELS[b.level] || a.column! - b.column!,
  );
}
