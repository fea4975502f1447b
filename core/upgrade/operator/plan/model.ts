import { compareMinors, type Minor, minorOf } from '../../../content/operator/openshift-limit.ts';
import type { UpgradeSegment } from '../../../contract/topics/upgrades.ts';
import type { OperatorHop } from '../path.ts';
import type { Possibility } from '../possibilities.ts';
import type { OperatorCatalog } from '../prepared-catalog.ts';
import { t } from './messages.ts';

/** Something that must hold for a step, in words. */
export interface PlanCheck {
  ok: boolean;
  text: string;
}

export interface OperatorToPlan {
  package: string;
  /** A version or the name of a bundle. */
  installed: string;
  /** The channel that the cluster follows now, where it is known. */
  subscribed?: string;
  /** A version or the name of a bundle; absent: the head of the channel. */
  to?: string;
  channel?: string;
  /** It is updated only where OpenShift demands it; then `to` and `channel` do not count. */
  asNeeded?: boolean;
  /** From the oldest OpenShift on. One without `openShift` serves until the next; a minor without its own keeps the one before. */
  catalogs: readonly OperatorCatalog[];
}

export interface PlanQuestion {
  /** The versions of OpenShift that the cluster goes through, the one it is on first. */
  versions: readonly string[];
  /** Parts in which worker pools are paused; see `eusPath`. */
  segments?: readonly UpgradeSegment[];
  operators: readonly OperatorToPlan[];
}

export type PlanStep =
  | {
      type: 'operator';
      package: string;
      /** The OpenShift that the cluster is on. */
      on: string;
      hop: OperatorHop;
      /** In words: what demands it, and what demands it now. */
      why: string;
      checks: PlanCheck[];
    }
  | {
      type: 'openshift';
      from: string;
      to: string;
      /** Worker pools are paused before it, or follow after it. */
      pools: ('pause' | 'resume')[];
      checks: PlanCheck[];
    }
  /** From here on the cluster has another catalog. */
  | { type: 'catalog'; on: string; catalog: string; packages: string[]; checks: PlanCheck[] };

/** What becomes of an operator. */
export interface PlannedOperator {
  package: string;
  /** Names of bundles, as in {@link OperatorHop}. */
  from: string;
  to: string;
  fromVersion?: string;
  toVersion?: string;
  hops: OperatorHop[];
  /** When it moves, in words: `before OpenShift 4.17`, `on 4.18.9`, `stays`. */
  when: string;
  /** Why then. */
  why: string;
}

export interface JointPlan {
  versions: string[];
  /** Every check of a hop or an update holds, and every operator gets where it is to get. */
  possible: boolean;
  steps: PlanStep[];
  operators: PlannedOperator[];
  /** Operators that cannot get there. */
  problems: { package: string; reason: string; nearest: Possibility[] }[];
}

/** The catalog that a cluster has on a minor; an empty one before the first. */
export function catalogAt({ catalogs }: OperatorToPlan, minor: Minor): OperatorCatalog {
  const isFor = ({ openShift }: OperatorCatalog) => {
    const own = openShift === undefined ? undefined : minorOf(openShift);
    return !own || compareMinors(own, minor) <= 0;
  };
  return catalogs.findLast(isFor) ?? { name: t('noCatalog'), package: undefined };
}
