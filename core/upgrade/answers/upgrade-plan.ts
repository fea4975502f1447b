import type { ViewedCatalog } from '../../content/operator/look-at-catalog.ts';
import { type CarriedRelease, configurationFor, type PathConfiguration } from '../ocp/configuration-for.ts';
import type { EusPath } from '../ocp/eus-path.ts';
import type { OcpGraph } from '../ocp/graph.ts';
import type { PathFound } from '../ocp/hops.ts';
import { type PlanConfiguration, planConfiguration } from '../operator/plan/configuration.ts';
import { jointPlan } from '../operator/plan/joint-plan.ts';
import type { JointPlan, OperatorToPlan } from '../operator/plan/model.ts';
import { imageSetOf, type PathImageSet } from './image-set-of.ts';
import { t } from './messages.ts';
import { catalogsWith, packageInCatalogs, referenceNote } from './operator-catalogs.ts';

/** An operator that a cluster runs. */
export interface NamedOperator {
  package: string;
  /** A version or the name of a bundle. */
  installed: string;
  /** The channel that the cluster follows. */
  subscribed?: string | undefined;
}

/** A plan for OpenShift and operators, with what to mirror for it. */
export interface UpgradePlan {
  plan: JointPlan;
  /** Absent if no channels that are completely in the graph contain the path. */
  releases: PathConfiguration | undefined;
  catalogs: PlanConfiguration['catalogs'];
  /** The configuration with both. */
  configuration: PathImageSet;
  /** Releases and bundles that are selected although no step needs them. */
  extra: { releases: readonly CarriedRelease[]; bundles: PlanConfiguration['extra'] };
  notes: string[];
}

/**
 * Plans a path of OpenShift together with operators.
 * @param viewed the catalogs that the operators come from, the oldest OpenShift first
 * @throws AirlockError as `packageInCatalogs`, `jointPlan` and `planConfiguration`
 */
export async function planUpgrade(
  graph: OcpGraph,
  found: PathFound & Partial<Pick<EusPath, 'segments'>>,
  {
    installed,
    viewed,
    asNeeded,
    architecture,
  }: {
    installed: readonly NamedOperator[];
    viewed: readonly ViewedCatalog[];
    /** Updates operators only where OpenShift requires it. */
    asNeeded: boolean | undefined;
    architecture: string;
  },
  signal: AbortSignal,
  unknown: Parameters<typeof packageInCatalogs>[3],
): Promise<UpgradePlan> {
  const operators: OperatorToPlan[] = [];
  for (const each of installed) {
    const catalogs = await packageInCatalogs(viewed, each.package, signal, unknown);
    operators.push({ ...each, catalogs: catalogsWith(catalogs), asNeeded });
  }
  const plan = jointPlan({ versions: found.path, segments: found.segments, hops: found.hops, operators });
  const releases = await configurationFor(graph, found);
  const { catalogs, extra, notes } = await planConfiguration(plan, operators);
  return {
    plan,
    releases,
    catalogs,
    configuration: imageSetOf({ architecture, channels: releases?.channels, operators: catalogs }),
    extra: { releases: releases?.extra ?? [], bundles: extra },
    notes: [
      ...(releases ? [] : [t('releasesNotMirrored')]),
      ...notes,
      ...catalogs.flatMap(({ catalog }) => referenceNote(catalog) ?? []),
    ],
  };
}
