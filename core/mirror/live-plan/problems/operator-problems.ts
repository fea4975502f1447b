import { aboutSubject } from '../../../base/errors/airlock-error.ts';
import { RULE } from '../../../base/errors/rules.ts';
import { dependencyProblems } from '../../../content/operator/catalog-problems.ts';
import { addPackage, setPackage } from '../../../image-set/form/operators.ts';
import { t } from '../messages.ts';
import { type PlannedCatalog, placedIn } from '../parts/operators.ts';
import type { FixableProblem } from './fixable-problem.ts';

/** Returns the problems of the entries of a catalog. @param position among the operators */
export function selectionProblems(
  { operator, title, faults, selection }: PlannedCatalog,
  position: number,
): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const fault of faults) {
    const rule = fault[RULE];
    const isOfTitle = rule?.id === 'image-reference' && rule.reference === title;
    problems.push(placedIn(operator, isOfTitle ? fault : aboutSubject(fault, title)));
  }
  // `skipUnknown` accepts them, so they have no rule and no fix.
  for (const problem of selection?.problems ?? [])
    problems.push({ ...placedIn(operator, problem), [RULE]: undefined });
  for (const need of selection?.missing ?? []) {
    const [problem] = dependencyProblems([need], [], operator.at);
    const by = operator.packages?.find(({ name }) => name === need.requiredBy[0]?.package);
    const add = need.add;
    const channels = add?.channels?.map(({ name, minVersion, maxVersion }) => ({
      name,
      minVersion,
      maxVersion,
    }));
    problems.push({
      ...aboutSubject(problem!, title),
      ...by?.at,
      fix: add && {
        label: t('addFix', { name: add.name }),
        change: (doc) => {
          const added = addPackage(doc, position, add.name, channels);
          const { defaultChannel } = add;
          return defaultChannel ? setPackage(added, position, add.name, { defaultChannel }) : added;
        },
      },
      adds: add && { catalog: operator.catalog, package: add.name },
    });
  }
  return problems;
}
