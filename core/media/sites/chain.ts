import { basename, dirname } from 'node:path';
import { isWithin } from '../../base/files/real-place.ts';
import type { ChainSite, SiteContent, SiteSource } from '../../contract/topics/sites.ts';
import { partsOf } from '../../store/archive/source-layout.ts';
import { setShortId } from '../transfer/acknowledgment-code.ts';
import { type KnownSites, knownSites } from './known-sites.ts';
import { savedReport } from './saved-report.ts';
import { addReported, type KnownTransfer, type SiteNode, setIdentity } from './site-tree.ts';

/** The sites that directories of this host describe. */
export interface SiteTree {
  /** Enclaves that the transfers of this host were created for. */
  enclaves: string[];
  /** Transfers that this host received, newest first. */
  received: KnownTransfer[];
  /** Sites that this host supplies. */
  sites: SiteNode[];
  /** Content that this host can supply other sites with: received sets first, then registries and its own sets. */
  sources: SiteSource[];
}

/**
 * Returns the sites that workspaces, state folders and folders with received transfers describe: who supplies whom, and the
 * content of each. Sites beyond the next ones are known from their reports.
 * @throws AirlockError `workspace-format`, `disk`
 */
export async function siteTree(directories: readonly string[]): Promise<SiteTree> {
  const known: KnownSites[] = [];
  for (const directory of new Set(directories)) known.push(await knownSites(directory));
  // Folders that runs read from have the transfers that this host received.
  const read = new Set(known.flatMap(foldersRead));
  for (const directory of read)
    if (!known.some((each) => each.directory === directory))
      known.push({ ...(await knownSites(directory)), sites: [] });
  const all = known.flatMap(({ sites }) => sites);
  const roots: SiteNode[] = [];
  for (const site of all) ((await supplierOf(site, known))?.below ?? roots).push(site);
  for (const site of all) {
    if (site.kind !== 'enclave') continue;
    const report = await savedReport(site.workspace!, site.enclave!);
    if (report) addReported(site, report, all);
  }
  const received = known.flatMap((each) => each.received);
  const sent = new Set(all.flatMap(({ transfers }) => transfers.map(setIdentity)));
  // On a host of both sides, the receiving site has its own place in the picture.
  const foreign = received.filter((transfer) => !sent.has(setIdentity(transfer)));
  return {
    enclaves: [...new Set(foreign.map(({ enclave }) => enclave))],
    received: foreign.toSorted((a, b) => order(b.createdAt, a.createdAt)),
    sites: roots,
    sources: sourcesOf(known, all),
  };
}

function sourcesOf(known: readonly KnownSites[], sites: readonly SiteNode[]): SiteSource[] {
  const sets = known.filter(({ hasSets }) => hasSets);
  const first = sets.filter(({ received }) => received.length > 0);
  const folder = ({ directory }: KnownSites): SiteSource => ({ kind: 'sets', directory });
  const registries = new Set([
    ...known.flatMap(({ pushed }) => [...pushed.keys()]),
    ...sites.flatMap(({ registry }) => registry ?? []),
  ]);
  return [
    ...first.map(folder),
    ...[...registries].map((registry): SiteSource => ({ kind: 'registry', registry })),
    ...sets.filter((each) => !first.includes(each)).map(folder),
  ];
}

/** Returns the folders whose sets were pushed, or were passed on to another site. */
function foldersRead({ pushed, sites }: KnownSites): string[] {
  const folders = sites.flatMap(({ source }) => (source?.kind === 'sets' ? [source.directory] : []));
  return [...pushed.values(), ...folders].map((folder) =>
    basename(dirname(folder)) === 'transfers' ? dirname(dirname(folder)) : folder,
  );
}

/** Returns the site that supplies another one, or undefined if this host does. */
async function supplierOf(site: SiteNode, known: readonly KnownSites[]): Promise<SiteNode | undefined> {
  const { source } = site;
  if (!source) return undefined;
  const all = known.flatMap(({ sites }) => sites);
  const filled =
    source.kind === 'registry'
      ? all.find((each) => each !== site && each.kind === 'registry' && each.registry === source.registry)
      : undefined;
  if (filled && !isAbove(site, filled)) return filled;
  const folder = folderOf(source, known);
  // The sets of a workspace supply the next site from here.
  if (
    folder === undefined ||
    known.some(({ directory, sites }) => sites.length > 0 && isWithin(folder, directory))
  )
    return undefined;
  const sets = await setsIn(folder);
  return all.find(
    (each) =>
      each !== site && !isAbove(site, each) && each.transfers.some((one) => sets.has(setIdentity(one))),
  );
}

function folderOf(source: SiteSource, known: readonly KnownSites[]): string | undefined {
  if (source.kind === 'sets') return source.directory;
  for (const { pushed } of known) {
    const folder = pushed.get(source.registry);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** Whether a site supplies another one, directly or not. */
function isAbove(site: SiteNode, other: SiteNode): boolean {
  return site === other || site.below.some((each) => isAbove(each, other));
}

async function setsIn(folder: string): Promise<Set<string>> {
  const parts = await partsOf(folder).catch(() => []);
  return new Set(
    parts.flatMap((part) =>
      part.kind === 'set'
        ? [setIdentity({ name: part.index.transfer, shortId: setShortId(part.index) })]
        : [],
    ),
  );
}

/**
 * Returns the chain of sites for the app and `transfers sites`, the suppliers before the sites they supply, and what this host
 * can supply others with. This host has the ID `here`.
 * @throws AirlockError as {@link siteTree}
 */
export async function siteChain(
  directories: readonly string[],
): Promise<{ sites: ChainSite[]; sources: SiteSource[] }> {
  const tree = await siteTree(directories);
  const { received } = tree;
  const sites: ChainSite[] = [];
  if (received.length > 0)
    sites.push({ id: 'sender', kind: 'sender', name: '', ...contentsOf([]), transfers: [] });
  sites.push({
    id: 'here',
    kind: 'here',
    name: tree.enclaves.join(', '),
    parent: received.length > 0 ? 'sender' : undefined,
    ...hostContents(tree),
    transfers: received.map(lineOf),
  });
  const add = (nodes: readonly SiteNode[], parent: string): void => {
    for (const [index, { below, reported, transfers, ...node }] of nodes.entries()) {
      const id = `${parent}/${index}`;
      const times = transfers.flatMap(({ acknowledgedAt }) => acknowledgedAt ?? []);
      sites.push({
        ...{ ...node, id, parent, reportedAt: reported },
        ...contentsOf(transfers),
        transfers: transfers.map(lineOf),
        lastAcknowledgedAt: times.toSorted(order).at(-1),
      });
      add(below, id);
    }
  };
  add(tree.sites, 'here');
  return { sites, sources: tree.sources };
}

function lineOf({ number: _number, shortId: _shortId, code: _code, ...line }: KnownTransfer): KnownLine {
  return line;
}
type KnownLine = Omit<KnownTransfer, 'number' | 'shortId' | 'code'>;

/** Returns the content of this host: what it received, or else what it created transfers of. */
function hostContents({ received, sites }: SiteTree): ReturnType<typeof contentsOf> {
  if (received.length > 0) return contentsOf(received);
  const own = sites.flatMap(({ transfers }) => transfers);
  return { ...contentsOf([]), content: sorted(contentOf(own)) };
}

/** Returns what arrived, what is in transit and what is waiting, each only with what the one before doesn't contain. */
function contentsOf(
  transfers: readonly KnownTransfer[],
): Pick<ChainSite, 'content' | 'inTransit' | 'waiting'> {
  const among = (...states: KnownTransfer['state'][]) =>
    transfers.filter(({ state }) => states.includes(state));
  const content = contentOf(among('arrived', 'incomplete'));
  const inTransit = contentOf(among('in-transit'), content);
  const waiting = contentOf(among('waiting'), content, inTransit);
  return { content: sorted(content), inTransit: sorted(inTransit), waiting: sorted(waiting) };
}

interface Content extends Pick<SiteContent, 'images' | 'bytes'> {
  names: Set<string>;
}

function contentOf(transfers: readonly KnownTransfer[], ...except: Content[]): Content {
  const names = new Set(transfers.flatMap(({ deliverables }) => deliverables));
  return {
    names: new Set([...names].filter((name) => !except.some((each) => each.names.has(name)))),
    images: transfers.reduce((sum, { images }) => sum + images, 0),
    bytes: transfers.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function sorted({ names, images, bytes }: Content): SiteContent {
  const all = [...names].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const named = (start: string) =>
    all.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  const [releases, operators] = [named('release '), named('operator ')];
  const other = all.filter((name) => !/^(?:release|operator) /.test(name));
  return { releases, operators, other, images, bytes };
}

function order(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
