import { pathText } from '../../core/contract/documents/document.ts';

/** Returns the problems at a place of a document, and below it. */
export function problemsAt<Problem extends { path?: string | undefined }>(
  problems: readonly Problem[],
  path: readonly (string | number)[],
): Problem[] {
  const own = pathText(path);
  return problems.filter(
    ({ path: at = '' }) => at === own || at.startsWith(`${own}[`) || at.startsWith(`${own}.`),
  );
}
