import { editsBetween } from '../../../base/document/edit/text-edits.ts';
import { placeAt, type YamlText } from '../../../base/document/yaml-text.ts';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { minorOf } from '../../../content/operator/openshift-limit.ts';
import type { UpdateGraph } from '../../../content/release/update-graph.ts';
import type { PlannedProblem } from '../../../contract/topics/drafts.ts';
import type { ImageSetConfiguration } from '../../../image-set/config/image-set.ts';
import type { LoadedImageSet } from '../../../image-set/config/load-image-set.ts';
import { spelled } from '../../../image-set/form/spelling.ts';
import type { Sums } from '../known/part-sums.ts';
import type { PlannedDraft } from '../known/planner-answers.ts';
import type { DraftParts } from '../parts/draft-parts.ts';
import { pathOf } from '../parts/field-path.ts';
import { packageSizes } from '../parts/package-sizes.ts';
import type { PartsPlanner } from '../parts/parts-planner.ts';
import { draftHints } from './draft-hints.ts';
import { loaderProblems, mendByWords } from './mends-of-text.ts';
import { type OperatorProblem, selectionProblems } from './operator-problems.ts';
import { operatorWarnings } from './operator-warnings.ts';
import { releaseProblems } from './release-problems.ts';

/**
 * Each fix is an edit that is tried, and a text of a thousand lines is read again for it. So after a while, in ms, the
 * other problems go without; they get theirs when the first are gone.
 */
const FIXING_MS = 80;
const LEAST_FIXES = 3;
const LEVELS = { error: 0, warning: 1, info: 2 };

/**
 * Everything that is wrong or odd about a draft, the worst first, then in the order of the text; each with an edit of
 * the text where it is clear what mends it.
 * @throws AirlockError `disk`, `interrupted`
 */
export async function draftProblems(
  draft: PlannedDraft,
  of: {
    stamp: string;
    loaded: LoadedImageSet;
    doc: YamlText;
    /** Of what was looked up last. */
    failures: readonly Problem[];
    planner: PartsPlanner;
    content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums };
  },
): Promise<PlannedProblem[]> {
  const { loaded, doc, failures, content, planner, stamp } = of;
  const problems: OperatorProblem[] = [...loaderProblems(loaded, doc)];
  if (content) problems.push(...(await contentProblems(draft, doc, content, planner)));
  problems.push(...failures);
  const seen = new Set<string>();
  const errors = problems.filter(({ level }) => level === 'error');
  const distinct = problems.filter(({ message, line, level }) => {
    const key = `${line ?? ''} ${message}`;
    // What the loader doubts, selecting may have refused in longer words.
    const isNew =
      !seen.has(key) && (level === 'error' || !errors.some((error) => error.message.endsWith(message)));
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
  for (const { mend, adds, ...problem } of distinct) {
    const edits = mend && inTime() ? editsOf(doc, mend.apply) : undefined;
    if (!mend || !edits) {
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
          ...(content && { content }),
        })
      ).get(adds.package);
    planned.push({ ...problem, fix: { label: mend.label, edits, ...(size && { bytes: size.adds }) } });
  }
  return planned;
}

async function contentProblems(
  draft: PlannedDraft,
  doc: YamlText,
  { configuration, parts }: { configuration: ImageSetConfiguration; parts: DraftParts },
  { releases: graphs }: PartsPlanner,
): Promise<OperatorProblem[]> {
  const { platform } = configuration;
  const problems: OperatorProblem[] = [...draftHints(configuration, parts.releases, doc)];
  const kept: UpdateGraph[] = [];
  const used =
    parts.releases.faults.length > 0
      ? await graphs.kept()
      : parts.releases.graphs.flatMap(({ query, at }) => (at === undefined ? [] : query));
  for (const query of used)
    kept.push(
      ...(await graphs.graph(query).then(
        (graph) => [graph],
        () => [],
      )),
    );
  if (platform) problems.push(...releaseProblems(platform, parts.releases, kept, draft.to));
  const wanted = {
    target: minorOf(draft.to ?? parts.releases.releases.at(-1)?.version ?? ''),
    inventory: draft.inventory,
    selected: new Set(
      parts.catalogs.flatMap(({ selection }) => selection?.result.packages.map(({ name }) => name) ?? []),
    ),
  };
  for (const [position, catalog] of parts.catalogs.entries()) {
    problems.push(...(await selectionProblems(catalog, position)));
    problems.push(...(await operatorWarnings(catalog, position, wanted)));
  }
  problems.push(...parts.problems, ...parts.collisions);
  return problems.map((problem) => {
    const mend = problem.mend ?? mendByWords(problem, doc);
    return { ...placed(problem, doc), ...(mend && { mend }) };
  });
}

/** Problems that know only the field get its line. */
function placed(problem: OperatorProblem, doc: YamlText): OperatorProblem {
  if (problem.line !== undefined || problem.path === undefined || doc.faults.length > 0) return problem;
  const place = placeAt(doc, spelled(doc, pathOf(problem.path)));
  return place ? { ...problem, line: place.line, column: place.column } : problem;
}

/** Undefined when the text cannot be changed so, or is so already. */
function editsOf(
  doc: YamlText,
  apply: (doc: YamlText) => YamlText,
): ReturnType<typeof editsBetween> | undefined {
  try {
    const edits = editsBetween(doc.text, apply(doc).text);
    return edits.length > 0 ? edits : undefined;
  } catch (error) {
    if (error instanceof AirlockError) return undefined;
    throw error;
  }
}
