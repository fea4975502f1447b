import type { Problem } from '../../../base/errors/airlock-error.ts';
import { nearestNames } from '../../../content/catalog/model/nearest-names.ts';
import { dependencyProblems, inCatalog } from '../../../content/operator/catalog-problems.ts';
import { addPackage, setPackage } from '../../../image-set/form/operators.ts';
import { putField } from '../../../image-set/form/place-field.ts';
import { pathOf } from '../parts/field-path.ts';
import { type PlannedCatalog, placedIn } from '../parts/operators.ts';
import type { Mend, MendableProblem } from './mend.ts';

/** A problem with the package that mending it would add. */
export interface OperatorProblem extends MendableProblem {
  adds?: { catalog: string; package: string };
}

/** What is wrong with the entries of a catalog, each with what mends it. @param position among the operators */
export async function selectionProblems(
  catalog: PlannedCatalog,
  position: number,
): Promise<OperatorProblem[]> {
  const { operator, title, faults, selection } = catalog;
  const problems: OperatorProblem[] = [];
  for (const fault of faults) {
    const mend = await faultMend(catalog, fault, position);
    const told = fault.message.startsWith(title) ? fault : inCatalog(fault, title);
    problems.push({ ...placedIn(operator, told), ...(mend && { mend }) });
  }
  for (const problem of selection?.problems ?? []) problems.push(placedIn(operator, problem));
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
      ...inCatalog(problem!, title),
      ...by?.at,
      ...(add && {
        mend: {
          label: `Add ${add.name}`,
          apply: (doc) => {
            const added = addPackage(doc, position, add.name, channels);
            const { defaultChannel } = add;
            return defaultChannel ? setPackage(added, position, add.name, { defaultChannel }) : added;
          },
        },
        adds: { catalog: operator.catalog, package: add.name },
      }),
    });
  }
  return problems;
}

async function faultMend(
  { index, operator }: PlannedCatalog,
  fault: Problem,
  position: number,
): Promise<Mend | undefined> {
  const within = pathOf(fault.path ?? '');
  const at = within[1];
  const entry = typeof at === 'number' ? operator.packages?.[at] : undefined;
  if (!index || !entry) return undefined;
  const path = [...pathOf(operator.at?.path ?? `mirror.operators[${position}]`), ...within];
  const write = (name: string | undefined, ...field: (string | number)[]): Mend | undefined =>
    name === undefined
      ? undefined
      : { label: `Write ${name}`, apply: (doc) => putField(doc, [...path, ...field], name) };
  if (/has no package/.test(fault.message)) {
    const names = index.packages.map(({ name }) => name);
    return write(nearestNames(entry.name, names)[0], 'name');
  }
  const channel = /has no channel "(.+)"/.exec(fault.message)?.[1];
  if (channel !== undefined) {
    const found = await index.package(entry.name);
    const near = nearestNames(channel, found?.channels.map(({ name }) => name) ?? []);
    return write(near[0] ?? found?.defaultChannel, 'name');
  }
  if (fault.message.includes('invalid default channel configuration')) {
    const first = entry.channels?.[0]?.name;
    const mend = write(first, 'defaultChannel');
    return mend && { ...mend, label: `Make ${first} the default channel` };
  }
  return undefined;
}
