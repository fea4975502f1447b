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
import { t } from './messages.ts';
import { templateVariables } from './template.ts';

export interface ValidateOptions {
  /** The default depends on the options and the document, see `purposeOf`. */
  purpose?: Purpose;
  /** Pool whose MachineConfig contains the document. */
  role?: string;
  host?: Host;
  cluster?: ClusterNetwork;
  /** Release for rules that depend on it, for example `4.18`. */
  openShiftVersion?: string;
}

/**
 * Returns all problems of a document, in the order of its lines: invalid YAML, the schema (`nmstate-schema`), NMState's own
 * rules (`nmstate-rule`), and the requirements of OVN-Kubernetes for br-ex (`nmstate-br-ex`, BR01 to BR20). Never throws.
 */
export function validateNmstate(document: NmstateDocument, options: ValidateOptions = {}): NmstateProblem[] {
  const file = document.file === undefined ? {} : { file: document.file };
  if (document.yaml.faults.length > 0)
    return document.yaml.faults.map(({ message, line, column }) => ({
      code: 'nmstate-schema' satisfies ErrorCode,
      level: 'error',
      message: `Invalid YAML string: ${message}`,
      remedy: t('yamlInvalidRemedy'),
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
        message: stateMissing(document),
        remedy: t('stateMissingRemedy'),
        ...file,
        line: 1,
        column: 1,
        rule: 'no-state',
      },
    ];
  const problems = unrendered(document);
  for (const part of document.states) {
    if (problems.length > MOST_PROBLEMS) break;
    problems.push(...validatePart(document, part, options));
  }
  const listed = sorted(problems.slice(0, MOST_PROBLEMS));
  if (problems.length > MOST_PROBLEMS)
    listed.push({
      code: 'nmstate-schema',
      level: 'error',
      message: t('problemsCut', { count: MOST_PROBLEMS }),
      remedy: t('problemsCutRemedy'),
      ...file,
      line: 1,
      column: 1,
      rule: 'problems',
    });
  return listed;
}

/** Reports variables of a template without values, which NMState would apply unchanged. */
function unrendered({ yaml, file }: NmstateDocument): NmstateProblem[] {
  // Columns at which the comment of each line starts.
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
      message: t('variableUnrendered', { name }),
      remedy: t('variableUnrenderedRemedy'),
      file,
      line,
      column,
      rule: 'template-variable',
      [RULE]: { id: 'variable-unset', variable: name },
    }));
}

function stateMissing({ others, file = t('documentText') }: NmstateDocument): string {
  const kinds = [...new Set(others.flatMap(({ kind }) => kind ?? []))];
  return kinds.length === 0
    ? t('stateMissing', { file })
    : t('stateMissingKinds', { file, kinds: kinds.join(', ') });
}

/** Returns the default purpose of a state: policies are for running nodes, plain documents with br-ex for a first boot. */
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
  // A report describes the node, possibly with fields of later versions, so nothing in it is an error.
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

/** Removes duplicate problems: requirements of br-ex take precedence over rules of NMState for the same place. */
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

/** Rules of NMState that a requirement of br-ex also covers. */
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
