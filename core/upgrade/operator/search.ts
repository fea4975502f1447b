import TinyQueue from 'tinyqueue';
import { allowsOpenShift, type Minor, type OpenShiftLimit } from '../../content/operator/openshift-limit.ts';
import { directUpdates, type EdgeKind, type Installed, nextUpdate, type Update } from './edges.ts';
import type { PreparedCatalog } from './prepared-catalog.ts';

/** A period in which a cluster has one OpenShift version and one catalog. */
export interface Phase {
  /** If absent, no limit of a bundle is checked when this phase begins. */
  openShift?: Minor;
  catalog: PreparedCatalog;
}

/** One update by OLM. */
export interface FoundHop {
  phase: number;
  channel: string;
  /** The cluster followed another channel before. */
  switched: boolean;
  from: Installed;
  to: Installed & { name: string };
  by: EdgeKind;
}

export interface SearchState {
  phase: number;
  installed: Installed;
  /** The channel of the subscription. Undefined before the first hop if unknown. */
  channel: string | undefined;
  cost: readonly number[];
  previous?: SearchState;
  /** Absent if the step from the previous state leads into the next phase. */
  hop?: FoundHop;
}

export interface Search {
  phases: readonly Phase[];
  from: Installed;
  subscribed?: string;
  /** Channel to prefer among equal costs. */
  preferred?: string;
  /** The main cost: switches of the channel, or bundles. */
  fewest: 'switches' | 'bundles';
  /** Each update may have its own catalog whose channel ends at it, so that OLM makes any directly possible update. */
  inStages?: boolean;
  isGoal(state: SearchState): boolean;
}

export interface Explored {
  goal?: SearchState;
  /** The cheapest path to every reached state, cheapest first. */
  reached: SearchState[];
}

/**
 * Finds the cheapest path of updates that OLM makes in sequence. The next update is fixed for each phase and channel, so
 * only the channel and the start of the next phase can be chosen. Costs: switches of the channel, then bundles (or the
 * reverse on request), then bundles before the last phase, then hops in other channels than the preferred one. A phase
 * begins only if the installed bundle supports its OpenShift version.
 */
export function explore(search: Search): Explored {
  const { phases, from, subscribed } = search;
  const limitAt = limitsOf(phases);
  const open = costQueue();
  const reached: SearchState[] = [];
  const done = new Set<string>();
  open.push({ phase: 0, installed: from, channel: subscribed, cost: [0, 0, 0, 0] });
  for (let state = open.pop(); state; state = open.pop()) {
    const key = keyOf(state);
    if (done.has(key)) continue;
    done.add(key);
    reached.push(state);
    if (search.isGoal(state)) return { goal: state, reached };
    const { phase, installed } = state;
    for (const [channel, view] of phases[phase]!.catalog.views) {
      const next = search.inStages ? undefined : nextUpdate(view, installed);
      const updates = search.inStages ? directUpdates(view, installed) : next ? [next] : [];
      for (const update of updates) open.push(hopIn(state, channel, update, search));
    }
    const coming = phases[phase + 1];
    if (!coming) continue;
    const limit = limitAt(phase, installed.name);
    if (coming.openShift && !allowsOpenShift(limit, coming.openShift)) continue;
    open.push({ phase: phase + 1, installed, channel: state.channel, cost: state.cost, previous: state });
  }
  return { reached };
}

/** Returns the limit of a bundle in the oldest catalog up to a phase that contains it. */
export function limitsOf(
  phases: readonly Phase[],
): (phase: number, name: string | undefined) => OpenShiftLimit | undefined {
  return (phase, name) => {
    if (name === undefined) return undefined;
    for (let at = 0; at <= phase; at++) {
      const { catalog } = phases[at]!;
      if (catalog.bundles.has(name)) return catalog.limits.get(name);
    }
    return undefined;
  };
}

/** Returns the hops that lead to a state, in order. */
export function hopsTo(state: SearchState): FoundHop[] {
  const hops: FoundHop[] = [];
  for (let at: SearchState | undefined = state; at; at = at.previous) if (at.hop) hops.unshift(at.hop);
  return hops;
}

function hopIn(state: SearchState, channel: string, update: Update, search: Search): SearchState {
  const { phases, preferred, fewest } = search;
  const { phase, installed } = state;
  const { name, version } = update.entry;
  const switched = state.channel !== undefined && state.channel !== channel;
  const [first = 0, second = 0, early = 0, adjacent = 0] = state.cost;
  const more = fewest === 'switches' ? [Number(switched), 1] : [1, Number(switched)];
  return {
    phase,
    installed: { name, version },
    channel,
    cost: [
      first + more[0]!,
      second + more[1]!,
      early + phases.length - 1 - phase,
      adjacent + Number(preferred !== undefined && channel !== preferred),
    ],
    previous: state,
    hop: {
      phase,
      channel,
      switched,
      from: installed,
      to: { name, version },
      by: update.by,
    },
  };
}

function keyOf({ phase, installed, channel }: SearchState): string {
  return JSON.stringify([phase, installed.name ?? null, channel ?? null]);
}

/** Compares states by cost, then by order of discovery, so that answers are the same in every run. */
function costQueue() {
  const queue = new TinyQueue<{ state: SearchState; order: number }>([], (one, other) => {
    for (const [position, cost] of one.state.cost.entries()) {
      const difference = cost - other.state.cost[position]!;
      if (difference !== 0) return difference;
    }
    return one.order - other.order;
  });
  let pushed = 0;
  return {
    push: (state: SearchState) => queue.push({ state, order: pushed++ }),
    pop: () => queue.pop()?.state,
  };
}
