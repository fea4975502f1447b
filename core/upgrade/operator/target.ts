import { wordList } from '../../base/document/words.ts';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import { t } from './messages.ts';
import { bundleNamed } from './named-bundle.ts';
import { type Possibility, similarBundles, withNearest } from './possibilities.ts';
import { type OperatorCatalog, prepareCatalog } from './prepared-catalog.ts';

/** The end of a path. */
export interface Target {
  /** Names of bundles. Catalogs may use different names for the same version. */
  names: ReadonlySet<string>;
  /** The bundle at which the channels of each catalog end. Undefined for unchanged channels. */
  endsAt: (string | undefined)[];
  /** The requested channel. Undefined for any. */
  channel?: string;
}

/** The reason why there is no answer. */
export interface Miss {
  path: null;
  reason: string;
  nearest: Possibility[];
}

export interface TargetQuestion {
  package: string;
  catalogs: readonly OperatorCatalog[];
  from: string;
  subscribed?: string;
  to?: string;
  channel?: string;
}

export function isMiss<T extends object>(value: T | Miss): value is Miss {
  return 'reason' in value;
}

/** Returns the reason for an installed bundle that is neither known nor a version. */
export function unknownInstalled({ package: name, catalogs, from }: TargetQuestion): Miss {
  const nearest = similarBundles(catalogs, from);
  return {
    path: null,
    reason: withNearest(t('installedUnknown', { installed: from, package: name }), nearest),
    nearest,
  };
}

/** Returns the target that `to` and `channel` of a question select in its catalogs. */
export function targetOf(question: TargetQuestion): Target | Miss {
  const { catalogs, channel } = question;
  if (channel !== undefined && !catalogs.some((catalog) => hasChannel(catalog, channel)))
    return unknownChannel(question, channel);
  return question.to === undefined ? headTarget(question) : namedTarget(question, question.to);
}

function hasChannel({ package: found }: OperatorCatalog, channel: string): boolean {
  return found?.channels.some(({ name }) => name === channel) ?? false;
}

function unknownChannel({ package: of, catalogs }: TargetQuestion, channel: string): Miss {
  const all = catalogs.flatMap(({ name: catalog, package: found }) =>
    (found?.channels ?? []).map(({ name }) => ({ catalog, name })),
  );
  const names = [...new Set(all.map(({ name }) => name))];
  const near = nearestNames(channel, names);
  const nearest = (near.length > 0 ? near : names).map((name): Possibility => {
    const { catalog } = all.findLast((each) => each.name === name)!;
    return { kind: 'similar', name, catalog };
  });
  return {
    path: null,
    reason: withNearest(t('channelUnknown', { package: of, channel }), nearest),
    nearest,
  };
}

function headTarget({ package: of, catalogs, channel, subscribed }: TargetQuestion): Target | Miss {
  const last = catalogs.at(-1)!;
  if (!last.package)
    return {
      path: null,
      reason: t('packageRemoved', { catalog: last.name, package: of }),
      nearest: catalogs.flatMap(({ name: catalog, package: found }): Possibility[] => {
        const prepared = prepareCatalog({ name: catalog, package: found });
        const head = prepared.views.get(prepared.defaultChannel)?.head;
        return head === undefined
          ? []
          : [{ kind: 'similar', name: head, channel: prepared.defaultChannel, catalog }];
      }),
    };
  const followed = subscribed !== undefined && hasChannel(last, subscribed) ? subscribed : undefined;
  const wanted = channel ?? followed ?? last.package.defaultChannel;
  const prepared = prepareCatalog(last);
  const view = prepared.views.get(wanted);
  if (view?.withoutBundle.has(view.head))
    return {
      path: null,
      reason: t('headBundleMissing', { catalog: last.name, head: view.head, channel: wanted, package: of }),
      nearest: [],
    };
  if (view) return { names: new Set([view.head]), endsAt: [], channel: wanted };
  const faults = prepared.faults.get(wanted);
  if (!faults) return unknownChannel({ package: of, catalogs: [last], from: '' }, wanted);
  return {
    path: null,
    reason: t('channelUnusable', {
      channel: wanted,
      package: of,
      catalog: last.name,
      faults: faults.join('; '),
    }),
    nearest: [...prepared.views.values()].map(
      (each): Possibility => ({
        kind: 'similar',
        name: each.head,
        channel: each.channel,
        catalog: last.name,
      }),
    ),
  };
}

function namedTarget(
  { package: of, catalogs, channel, subscribed }: TargetQuestion,
  to: string,
): Target | Miss {
  const endsAt = catalogs.map(({ package: found }) => found && bundleNamed(found, to, [channel, subscribed]));
  const names = new Set(endsAt.filter((name) => name !== undefined));
  const channels = channelsWith(catalogs, names);
  if (names.size === 0) {
    const nearest = similarBundles(catalogs, to);
    return {
      path: null,
      reason: withNearest(t('bundleUnknown', { bundle: to, package: of }), nearest),
      nearest,
    };
  }
  if (channels.length === 0)
    return {
      path: null,
      reason: t('bundleInNoChannel', { bundle: to, package: of }),
      nearest: [],
    };
  if (channel === undefined || channels.some(({ name }) => name === channel))
    return { names, endsAt, channel };
  const elsewhere = [...new Set(channels.map(({ name }) => name))];
  return {
    path: null,
    reason: t('bundleInOtherChannels', {
      channel,
      package: of,
      bundle: to,
      channels: wordList(elsewhere),
    }),
    nearest: channels.map(({ name, bundle, catalog }) => ({
      kind: 'similar',
      name: bundle,
      channel: name,
      catalog,
    })),
  };
}

function channelsWith(catalogs: readonly OperatorCatalog[], names: ReadonlySet<string>) {
  return catalogs.flatMap(({ name: catalog, package: found }) =>
    (found?.channels ?? []).flatMap(({ name, entries }) => {
      const entry = entries.find((each) => names.has(each.name));
      return entry ? [{ name, bundle: entry.name, catalog }] : [];
    }),
  );
}
