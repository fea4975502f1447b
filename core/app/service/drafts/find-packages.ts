import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import { createReadCatalogs } from '../../sources/read-catalogs.ts';
import type { ServiceState } from '../state/state.ts';
import { rankOf } from './packages.ts';
import type { DraftStore } from './store.ts';

/** Returns the handler of `drafts.findPackages`. It reads only indexes of catalogs on this host. */
export function createPackageSearch(
  { host, knownRoots }: Pick<ServiceState, 'host' | 'knownRoots'>,
  drafts: Pick<DraftStore, 'places'>,
) {
  const read = createReadCatalogs(host);
  return async ({
    search,
    preferred,
    except,
    limit,
  }: RequestParsed<'drafts.findPackages'>): Promise<RequestOutput<'drafts.findPackages'>> => {
    const listed = (await knownRoots()).flatMap(({ root, kind }) => (kind === 'workspace' ? root : []));
    const edited = (await drafts.places()).flatMap(({ workspace }) => workspace ?? []);
    const all = await read([...new Set([...listed, ...edited])], preferred);
    const place = (reference: string) => {
      const at = preferred.indexOf(reference);
      return at === -1 ? preferred.length : at;
    };
    const catalogs = all
      .filter(({ reference }) => reference !== except)
      .sort((a, b) => place(a.reference) - place(b.reference) || (a.reference < b.reference ? -1 : 1));
    const found = catalogs
      .flatMap(({ reference: catalog, packages }) =>
        packages.flatMap((each) => {
          const rank = rankOf(each, search);
          return rank === undefined ? [] : [{ catalog, each, rank }];
        }),
      )
      .sort((a, b) => a.rank - b.rank);
    return {
      catalogs: catalogs.length,
      matching: found.length,
      packages: found.slice(0, limit).map(({ catalog, each: { name, displayName, provider, summary } }) => ({
        catalog,
        package: name,
        displayName: displayName || undefined,
        provider: provider || undefined,
        description: summary || undefined,
      })),
    };
  };
}
