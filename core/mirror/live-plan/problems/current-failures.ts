import { pathText } from '../../../base/document/field-path.ts';
import { sourceText } from '../../../content/plan/planned-image.ts';
import type { LookUpFailure } from '../known/look-up-failure.ts';
import type { DraftParts } from '../parts/draft-parts.ts';
import { type PlannedCatalog, placedIn } from '../parts/operators.ts';
import type { FixableProblem } from './fixable-problem.ts';

/**
 * Returns the failures of look-ups that still concern the draft, each at the entry that selects the content. Content
 * that was removed from the draft, or that was found since, has no failure.
 */
export function currentFailures(
  failures: readonly LookUpFailure[],
  parts: Pick<DraftParts, 'parts' | 'unknown' | 'catalogs' | 'charts'>,
): FixableProblem[] {
  const missing = new Set(parts.unknown.map(sourceText));
  const entries = new Map(
    parts.parts.flatMap(({ kind, name, path }) => (kind === 'additional' && path ? [[name, path]] : [])),
  );
  return failures.flatMap(({ problem, image, catalog, chart }): FixableProblem[] => {
    if (image) {
      const subject = sourceText(image);
      if (!missing.has(subject)) return [];
      const path = entries.get(image.origin);
      const entry = path && pathText(path);
      return [{ ...problem, subject, path: entry ?? problem.path, entry }];
    }
    if (catalog !== undefined) return ofCatalog(problem, catalog, parts.catalogs);
    return chart === undefined || parts.charts.unknown.includes(chart) ? [problem] : [];
  });
}

function ofCatalog(
  problem: FixableProblem,
  reference: string,
  catalogs: readonly PlannedCatalog[],
): FixableProblem[] {
  return catalogs
    .filter(({ operator, index }) => operator.catalog === reference && !index)
    .map(({ operator }) => {
      const placed = placedIn(operator, problem);
      return { ...placed, subject: reference, entry: placed.path };
    });
}
