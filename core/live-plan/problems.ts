import type { ImageSetConfiguration } from '../config/image-set.ts';
import type { LoadedImageSet } from '../config/load-image-set.ts';
import type { PlannedProblem } from '../contract/drafts.ts';
import type { Problem } from '../errors/airlock-error.ts';
import type { DraftParts, PartsPlanner } from './draft-parts.ts';
import type { Sums } from './part-sums.ts';
import type { PlannedDraft } from './planner-answers.ts';

export async function draftProblems(
  _draft: PlannedDraft,
  of: {
    loaded: LoadedImageSet;
    failures: readonly Problem[];
    planner: PartsPlanner;
    content?: { configuration: ImageSetConfiguration; parts: DraftParts; sums: Sums };
  },
): Promise<PlannedProblem[]> {
  return [...of.loaded.problems, ...(of.content?.parts.problems ?? []), ...of.failures];
}
