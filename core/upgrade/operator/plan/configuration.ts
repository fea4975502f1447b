import { configurationsFor, type PackageConfiguration } from '../configuration-for.ts';
import type { JointPlan, OperatorToPlan } from './model.ts';

export interface PlanConfiguration {
  /** One for each catalog with an update, in the order of use. */
  catalogs: { catalog: string; packages: PackageConfiguration['package'][] }[];
  /** Selected bundles that no update needs. */
  extra: { package: string; catalog: string; name: string; version?: string }[];
  notes: string[];
}

/**
 * Returns the content to mirror for the operators of a plan.
 * @throws AirlockError `catalog-invalid` or `operator-selection` if nothing of a package can be selected
 */
export async function planConfiguration(
  plan: JointPlan,
  operators: readonly OperatorToPlan[],
): Promise<PlanConfiguration> {
  const catalogs = new Map<string, PackageConfiguration['package'][]>();
  const extra: PlanConfiguration['extra'] = [];
  const notes: string[] = [];
  for (const { package: name, hops } of plan.operators) {
    const offered = operators.find((each) => each.package === name)!.catalogs;
    for (const { catalog, ...configuration } of await configurationsFor(offered, hops)) {
      catalogs.set(catalog, [...(catalogs.get(catalog) ?? []), configuration.package]);
      extra.push(...configuration.extra.map((each) => ({ package: name, catalog, ...each })));
      notes.push(...configuration.notes.map((note) => `${catalog}: ${note}`));
    }
  }
  return {
    catalogs: [...catalogs].map(([catalog, packages]) => ({ catalog, packages })),
    extra,
    notes,
  };
}
