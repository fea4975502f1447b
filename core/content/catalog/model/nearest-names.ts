import { nearest } from '../../../base/document/spelling.ts';

const MOST = 3;

/**
 * Returns the names that an unknown name may refer to: misspellings first, then names with the same beginning (a bundle
 * instead of its package), then names with the same first word or a misspelling of it.
 */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  const found = new Set<string>();
  for (let near = nearest(name, candidates); near !== undefined && found.size < MOST; ) {
    found.add(near);
    near = nearest(
      name,
      candidates.filter((candidate) => !found.has(candidate)),
    );
  }
  const [word = name] = name.split(/[-.]/);
  const alike = candidates
    .filter((candidate) => name.startsWith(candidate) || candidate.startsWith(name))
    .sort((a, b) => b.length - a.length);
  const sharing = candidates.filter((candidate) => word.length > 2 && candidate.split(/[-.]/).includes(word));
  const misspelled = candidates.filter(
    (candidate) => word.length > 2 && nearest(word, candidate.split(/[-.]/)) !== undefined,
  );
  for (const candidate of [...alike, ...sharing, ...misspelled]) if (found.size < MOST) found.add(candidate);
  return [...found];
}
