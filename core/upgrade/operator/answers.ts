import { minorOf } from '../../content/operator/openshift-limit.ts';
import type { Installed } from './edges.ts';
import { t } from './messages.ts';
import { namedInstalled } from './named-bundle.ts';
import { noPath } from './no-path.ts';
import { type OperatorPath, pathOf } from './path.ts';
import type { Possibility } from './possibilities.ts';
import { type OperatorCatalog, prepareCatalog } from './prepared-catalog.ts';
import { explore, type FoundHop, hopsTo, type Phase, type Search } from './search.ts';
import { isMiss, type Target, targetOf, unknownInstalled } from './target.ts';

export interface OperatorQuestion {
  package: string;
  /**
   * The package in the catalogs that a cluster uses in sequence, for example those of 4.16 and 4.18. At least one. Bundles
   * must support the next OpenShift version.
   */
  catalogs: readonly OperatorCatalog[];
  /** The installed version or bundle name, in a catalog or not. */
  from: string;
  /** The channel of the subscription, if known. Another channel is a switch. */
  subscribed?: string;
  /** A version or bundle name. If absent, the head of the channel in the last catalog. */
  to?: string;
  /** If absent, the channel of the subscription, or else the default channel of the last catalog. */
  channel?: string;
}

export type OperatorAnswer =
  | (OperatorPath & {
      /** A path with fewer bundles but more switches of the channel. */
      smaller?: OperatorPath;
      /** Notes on the path, in words. */
      notes: string[];
    })
  | {
      path: null;
      /** In words. */
      reason: string;
      /** The best first. Empty if nothing is similar. */
      nearest: Possibility[];
      /**
       * The updates that lead to the target if each has its own catalog whose channel ends at it (`configurationFor` of one
       * hop), for channels whose head prevents these updates.
       */
      stages?: OperatorPath;
    };

/**
 * Returns the updates from the installed bundle to a version or head, as OLM (v0) makes them with catalogs that end at
 * that version: in each channel to the bundle nearest to the head that may replace the installed one. Among several paths,
 * chooses the one with the fewest switches of the channel, then the fewest bundles, then updates as late as possible.
 */
export function operatorPath(question: OperatorQuestion): OperatorAnswer {
  const { catalogs, from, subscribed, channel } = question;
  if (catalogs.every(({ package: found }) => !found))
    return {
      path: null,
      reason: t(catalogs.length > 1 ? 'packageMissingInAll' : 'packageMissing', {
        package: question.package,
      }),
      nearest: [],
    };
  const installed = namedInstalled(from, catalogs, [subscribed, channel]);
  if (!installed) return unknownInstalled(question);
  const target = targetOf(question);
  if (isMiss(target)) return target;
  const phases = catalogs.map((catalog, position): Phase => {
    const openShift = catalog.openShift === undefined ? undefined : minorOf(catalog.openShift);
    return {
      openShift,
      catalog: prepareCatalog(catalog, target.endsAt[position]),
    };
  });
  const { name, version } = installed;
  const search = searchFor(question, phases, { name, version }, target);
  const { goal, reached } = explore(search);
  if (!goal) return noPath({ packageName: question.package, search, reached, target });
  const hops = hopsTo(goal);
  const fewest = explore({ ...search, fewest: 'bundles' }).goal;
  const smaller = fewest ? hopsTo(fewest) : hops;
  return {
    ...pathOf(search, hops),
    smaller: smaller.length < hops.length ? pathOf(search, smaller) : undefined,
    notes: notesOf(question, installed, target, hops),
  };
}

function searchFor(
  { subscribed }: OperatorQuestion,
  phases: Phase[],
  from: Installed,
  target: Target,
): Search {
  return {
    phases,
    from,
    subscribed,
    preferred: target.channel,
    fewest: 'switches',
    isGoal: ({ phase, installed }) =>
      phase === phases.length - 1 && installed.name !== undefined && target.names.has(installed.name),
  };
}

function notesOf(
  question: OperatorQuestion,
  installed: ReturnType<typeof namedInstalled>,
  target: Target,
  hops: readonly FoundHop[],
): string[] {
  const notes: string[] = [];
  if (installed?.catalog === undefined)
    notes.push(
      t(
        installed?.name === undefined
          ? 'installedNameUnknown'
          : installed.version
            ? 'installedVersionUnlisted'
            : 'installedUnlisted',
        { installed: question.from },
      ),
    );
  const last = hops.at(-1);
  const complete = last && question.catalogs[last.phase]!;
  const view = complete && prepareCatalog(complete).views.get(last.channel);
  if (question.to !== undefined && last && view && view.head !== last.to.name)
    notes.push(t('channelContinues', { channel: last.channel, head: view.head, bundle: last.to.name }));
  if (target.channel !== undefined && last && last.channel !== target.channel)
    notes.push(t('channelDiffers', { channel: last.channel, wanted: target.channel }));
  return notes;
}
