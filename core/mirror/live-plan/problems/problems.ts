import { type Fix, lazyFix } from '../../../base/document/edit/fix.ts';
import type { TextEdit } from '../../../base/document/edit/text-edits.ts';
import { pathOf, writtenPath } from '../../../base/document/field-path.ts';
import { placeAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { PARTS } from '../../../base/errors/message-parts.ts';
import { RULE, type RuleId } from '../../../base/errors/rules.ts';
import { minorOf } from '../../../content/operator/openshift-limit.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlannedProblem } from '../../../contract/topics/drafts.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import type { LoadedImageSet } from '../../../image-set/config/load-image-set.ts';
import type { LookUpFailure } from '../known/look-up-failure.ts';
import type { Sums } from '../known/part-sums.ts';
import type { PlannedDraft } from '../known/planner-answers.ts';
import type { DraftParts } from '../parts/draft-parts.ts';
import { packageSizes } from '../parts/package-sizes.ts';
import type { PartsPlanner } from '../parts/parts-planner.ts';
import { currentFailures } from './current-failures.ts';
import { draftHints } from './draft-hints.ts';
import type { FixableProblem } from './fixable-problem.ts';
import { fixOf } from './fixes.ts';
import { selectionProblems } from './operator-problems.ts';
import { operatorWarnings } from './operator-warnings.ts';
import { releaseProblems } from './release-problems.ts';
import { targetProblem } from './target-problem.ts';
import { updateOperatorProblems } from './update-operator.ts';

/**
 * Time limit for fixes in ms. Each fix is tried, which parses a text of a thousand lines again. The remaining problems get
 * theirs after the first ones are fixed.
 */
const FIXING_MS = 80;
const LEAST_FIXES = 3;
/** Rules of loader warnings that the selection reports as errors. */
const CHECKED_TWICE: ReadonlySet<RuleId | undefined> = new Set<RuleId>([
  'full-with-versions',
  'image-reference',
  'name-missing',
  'target-repository',
  'versions-reversed',
]);
const LEVELS = { error: 0, warning: 1, info: 2 };

/**
 * Returns the problems of a draft, the worst first, then in the order of the text, each with an edit of the text if a fix
 * is unambiguous.
 * @throws AirlockError `disk`, `interrupted`
 */
export async function draftProblems(
  draft: PlannedDraft,
  of: {
    stamp: string;
    loaded: LoadedImageSet;
    doc: YamlText;
    /** Errors of the last look-up. */
    failures: readonly LookUpFailure[];
    planner: PartsPlanner;
    content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums };
  },
): Promise<PlannedProblem[]> {
  const { loaded, doc, failures, content, planner, stamp } = of;
  const problems: FixableProblem[] = loaded.problems.map((problem) => withFix(problem, doc));
  if (content) problems.push(...(await contentProblems(draft, doc, content, planner)));
  if (content)
    problems.push(...currentFailures(failures, content.parts).map((failure) => placed(failure, doc)));
  const seen = new Set<string>();
  const errors = new Set(problems.filter(({ level }) => level === 'error').map(ruleText));
  const distinct = problems.filter((problem) => {
    const key = `${problem.line ?? ''} ${problem.message}`;
    const isRejected = CHECKED_TWICE.has(problem[RULE]?.id) && errors.has(ruleText(problem));
    const isNew = !seen.has(key) && (problem.level === 'error' || !isRejected);
    if (isNew) seen.add(key);
    return isNew;
  });
  distinct.sort(
    (a, b) =>
      LEVELS[a.level] - LEVELS[b.level] || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  const planned: PlannedProblem[] = [];
  let fixes = 0;
  const started = performance.now();
  const inTime = () => fixes < LEAST_FIXES || performance.now() - started < FIXING_MS;
  for (const { fix, adds, ...found } of distinct) {
    const problem = withRule(found);
    const edits = fix && inTime() ? editsOf(lazyFix(doc, fix), fix.to !== undefined) : undefined;
    if (!fix || !edits) {
      planned.push(problem);
      continue;
    }
    fixes++;
    const size =
      adds &&
      (
        await packageSizes(adds.catalog, [adds.package], {
          planner,
          stamp,
          file: draft.file,
          content,
        })
      ).get(adds.package);
    planned.push({
      ...problem,
      fix: { label: fix.label, to: fix.to, edits, bytes: size?.unknown ? undefined : size?.adds },
    });
  }
  return planned;
}

async function contentProblems(
  draft: PlannedDraft,
  doc: YamlText,
  { configuration, parts }: { configuration: ImageSetConfiguration; parts: DraftParts },
  { releases: graphs }: PartsPlanner,
): Promise<FixableProblem[]> {
  const { platform } = configuration;
  const problems: FixableProblem[] = [...draftHints(configuration, parts.releases, doc)];
  const saved: UpdateGraph[] = [];
  const used =
    parts.releases.faults.length > 0 || parts.releases.graphs.length === 0
      ? await graphs.cachedQueries()
      : parts.releases.graphs.flatMap(({ query, at }) => (at === undefined ? [] : query));
  for (const query of used)
    saved.push(
      ...(await graphs.graph(query).then(
        (graph) => [graph],
        () => [],
      )),
    );
  const target = targetProblem(draft, platform, parts.releases, saved);
  const ofReleases = platform ? releaseProblems(platform, parts.releases, saved) : [];
  // A channel of a version that doesn't exist has the same cause.
  const isOfTarget = ({ level, path }: FixableProblem) =>
    target?.level === 'error' && level === 'error' && path === target.path;
  problems.push(...ofReleases.filter((problem) => !isOfTarget(problem)));
  if (target) problems.push(target);
  const wanted = {
    target: minorOf(draft.to ?? parts.releases.releases.at(-1)?.version ?? ''),
    inventory: draft.inventory,
    selected: new Set(
      parts.catalogs.flatMap(({ selection }) => selection?.result.packages.map(({ name }) => name) ?? []),
    ),
  };
  problems.push(...(await updateOperatorProblems(configuration, parts)));
  for (const [position, catalog] of parts.catalogs.entries()) {
    problems.push(...selectionProblems(catalog, position));
    problems.push(...(await operatorWarnings(catalog, position, wanted)));
  }
  problems.push(...parts.problems, ...parts.collisions);
  return problems.map((problem) => placed(withFix(problem, doc), doc));
}

function withFix(problem: FixableProblem, doc: YamlText): FixableProblem {
  return { ...problem, fix: problem.fix ?? fixOf(problem, doc) };
}

/** Returns the rule, the affected packages and the plain statement in the form of the contract. */
function withRule(problem: Omit<FixableProblem, 'fix' | 'adds'>): PlannedProblem {
  const rule = problem[RULE];
  const { entry = missingEntry(problem), subject = problem[PARTS]?.subject } = problem;
  const cause = rule?.id ?? problem.code;
  const planned = { ...problem, statement: problem[PARTS]?.statement, cause, entry, subject };
  return rule && 'packages' in rule ? { ...planned, rule: rule.id, packages: [...rule.packages] } : planned;
}

/** Rules of entries whose content doesn't exist, so that removing the entry changes nothing else. */
const MISSING: ReadonlySet<RuleId | undefined> = new Set<RuleId>(['package-unknown', 'channel-unknown']);

/** Returns the path of the entry of a problem if its content doesn't exist. */
function missingEntry({ [RULE]: rule, path }: Problem): string | undefined {
  if (!MISSING.has(rule?.id) || path === undefined) return undefined;
  return /^.*\]/.exec(path)?.[0];
}

/** Returns a key that is equal for problems with the same rule and facts. */
function ruleText(problem: Problem): string | undefined {
  return JSON.stringify(problem[RULE]);
}

/** Adds the line to problems that have only a field. */
function placed(problem: FixableProblem, doc: YamlText): FixableProblem {
  if (problem.line !== undefined || problem.path === undefined || doc.faults.length > 0) return problem;
  const place = placeAt(doc, writtenPath(doc, pathOf(problem.path)));
  return place ? { ...problem, line: place.line, column: place.column } : problem;
}

/**
 * Returns the edits of a fix, or undefined if the text can't be changed or already is.
 * @param changesDraft the fix also changes a field of the draft, so the text may stay the same
 */
function editsOf(fix: Fix, changesDraft: boolean): TextEdit[] | undefined {
  try {
    return fix.edits.length > 0 || changesDraft ? [...fix.edits] : undefined;
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
}
