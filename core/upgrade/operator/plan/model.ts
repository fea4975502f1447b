import { compareMinors, type Minor, minorOf } from '../../../content/operator/openshift-limit.ts';
import type { UpgradeSegment } from '../../../contract/topics/upgrades.ts';
import type { OperatorHop } from '../path.ts';
import type { Possibility } from '../possibilities.ts';
import type { OperatorCatalog } from '../prepared-catalog.ts';
import { t } from './messages.ts';

/** A condition of a step, in words. */
export interface PlanCheck {
  ok: boolean;
  text: string;
  /** Whether it is a known risk of an update, which blocks nothing. */
  risk?: true;
}

export interface OperatorToPlan {
  package: string;
  /** A version or the name of a bundle. */
  installed: string;
  /** The channel of the subscription, if known. */
  subscribed?: string;
  /** A version or bundle name. If absent, the head of the channel. */
  to?: string;
  channel?: string;
  /** Updates the operator only where OpenShift requires it. Then `to` and `channel` are ignored. */
  asNeeded?: boolean;
  /** Ascending by OpenShift version. Each is used until the next one, also by minor versions without their own catalog. */
  catalogs: readonly OperatorCatalog[];
}

/** A known risk of an update, with the decision whether it affects the clusters. */
export interface PlanRisk {
  name: string;
  answer?: { applies: boolean; reason: string };
}

export interface PlanQuestion {
  /** The OpenShift versions on the path, the current one first. */
  versions: readonly string[];
  /** Parts in which worker pools are paused, see `eusPath`. */
  segments?: readonly UpgradeSegment[];
  /** The updates on the path with known risks. */
  hops?: readonly { from: string; to: string; risks: readonly PlanRisk[] }[];
  operators: readonly OperatorToPlan[];
}

export type PlanStep =
  | {
      type: 'operator';
      package: string;
      /** The OpenShift version of the cluster at this step. */
      on: string;
      hop: OperatorHop;
      /** Why it is needed now, in words. */
      why: string;
      checks: PlanCheck[];
    }
  | {
      type: 'openshift';
      from: string;
      to: string;
      /** Whether worker pools are paused before it, or resumed after it. */
      pools: ('pause' | 'resume')[];
      checks: PlanCheck[];
    }
  /** From here on, the cluster uses another catalog. */
  | { type: 'catalog'; on: string; catalog: string; packages: string[]; checks: PlanCheck[] };

/** The path of an operator in a plan. */
export interface PlannedOperator {
  package: string;
  /** Names of bundles, as in {@link OperatorHop}. */
  from: string;
  to: string;
  fromVersion?: string;
  toVersion?: string;
  hops: OperatorHop[];
  /** When it is updated, in words: `on 4.16.20, before OpenShift 4.17`, `on 4.18.9`, `not updated`. */
  when: string;
  /** Why at that time. */
  why: string;
}

export interface JointPlan {
  versions: string[];
  /** Every check of a hop or an update succeeds, and every operator reaches its target. */
  possible: boolean;
  steps: PlanStep[];
  operators: PlannedOperator[];
  /** Operators that can't reach their target. */
  problems: { package: string; reason: string; nearest: Possibility[] }[];
}

/** Returns the catalog that a cluster uses with a minor version, or an empty one before the first. */
export function catalogAt({ catalogs }: OperatorToPlan, minor: Minor): OperatorCatalog {
  const isFor = ({ openShift }: OperatorCatalog) => {
    const own = openShift === undefined ? undefined : minorOf(openShift);
    return !own || compareMinors(own, minor) <= 0;
  };
  return catalogs.findLast(isFor) ?? { name: t('noCatalog'), package: undefined };
}
