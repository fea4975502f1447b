import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageContentReader, WritableFiles } from '../../../base/collected/collected.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import type { ContentSource } from '../../../base/image/content.ts';
import { type Digest, hexOf } from '../../../base/image/digest.ts';
import { type CatalogIndex, openCatalogIndex } from '../../../content/catalog/index/open-index.ts';
import { type KnownTags, openKnownTags } from '../../../content/plan/known-tags.ts';
import { manifestFrom } from '../../../content/plan/manifest-origin.ts';
import { PAYLOAD_RECORDS } from '../../../content/release/saved-payload.ts';
import type { BlobCache } from '../../../store/workspace/blob-cache.ts';
import type { Ledger } from '../../../store/workspace/ledger.ts';
import { openPlanningSpace } from '../../../store/workspace/planning-space.ts';
import { workingFiles } from '../../../store/workspace/working-files.ts';
import { savedAnswers } from '../../../upgrade/sources/saved-answers.ts';
import { type StoredContent, storedContent } from '../../copy/stored-content.ts';
import type { HostFacts } from '../../run/request.ts';
import { userCacheDirectory } from '../../run/user-cache.ts';
import { t } from '../messages.ts';
import { type ContentTable, contentTable } from './content-table.ts';
import { type KnownContents, knownContents } from './known-contents.ts';
import { type Layouts, layouts } from './layouts.ts';
import { type NewestFiles, newestFiles } from './newest-files.ts';
import { rememberedIndex } from './remembered-index.ts';

/** All local data of one workspace, or of drafts without one. Sends no requests. */
export interface StatePlace {
  /** The workspace, or a folder of the user's cache instead. */
  directory: string;
  cacheDirectory: string;
  /** The newest copy of each file of `working-dir/`, of look-ups and of responses of the update service. */
  files: NewestFiles;
  /** Files of Airlock's state. */
  state: WritableFiles;
  /** Records of payloads whose manifests are in `files`: those of runs and of look-ups. */
  payloadRecords: NewestFiles;
  table: ContentTable;
  tags: KnownTags;
  contents: KnownContents;
  /** Checks for data of other processes. Data cached in memory for an older stamp may be outdated. */
  refresh(): Promise<string>;
  /** Images in folders of this host. */
  layouts: Layouts;
  /** Reads local images. Every call may throw AirlockError `content-missing`. */
  content: ImageContentReader;
  cache(): BlobCache;
  /** Responses of the update service that all workspaces of the host share. */
  graphFiles: WritableFiles;
  /** Content of the workspace's archive sets. */
  stored(): Promise<StoredContent>;
  ledger(enclave: string): Promise<Ledger>;
  catalogIndex(digest: Digest): Promise<CatalogIndex | undefined>;
  /** Opens the index again at its next use. */
  forgetCatalog(digest: Digest): void;
  /** Folder for layers while they are built. Changes in it are ignored. */
  building: string;
  /** Folder for indexes of catalogs. */
  indexes: string;
  close(): Promise<void>;
}

/** Opens the local data. @throws AirlockError `workspace-format` */
export async function openStatePlace(host: HostFacts, workspace: string | undefined): Promise<StatePlace> {
  const shared = userCacheDirectory(host);
  // Look-ups of drafts without a workspace are stored there.
  const directory = workspace ?? join(shared, 'planning');
  const workingDir = join(directory, 'working-dir');
  const own = airlockDirectory(directory);
  const cacheDirectory = join(own, 'cache');
  const lookedUp = join(cacheDirectory, 'looked-up');
  const graphs = savedAnswers(join(shared, 'graphs'), host.env.UPDATE_URL_OVERRIDE, () => {});
  const indexes = join(cacheDirectory, 'catalogs');
  const table = contentTable();
  const folders = layouts(table);
  let space = await openPlanningSpace(directory);
  const tags = openKnownTags(cacheDirectory);
  const contents = knownContents(join(cacheDirectory, 'known-images.jsonl'), table);
  const catalogs = openedIndexes([indexes, join(shared, 'catalogs')]);
  const ledgers = new Map<string, { stamp: string; ledger: Promise<Ledger> }>();
  let opened: { stamp: string; content: Promise<StoredContent> } | undefined;
  let stamp = '';
  let listed = '';

  /** Returns the store of local content. If it is missing, content of other processes in the cache is listed too. */
  const storeOf = async (digest: Digest): Promise<ContentSource> => {
    const find = async () => [space.cache, await stored()].find((store) => store.size(digest) !== undefined);
    let found = await find();
    if (!found && listed !== stamp) {
      listed = stamp;
      space = await openPlanningSpace(directory);
      found = await find();
    }
    if (found) return found;
    throw new AirlockError('content-missing', t('contentMissing', { digest }), { side: 'local' });
  };
  const stored = async (): Promise<StoredContent> => {
    const now = await stampOf([directory, join(directory, 'transfers')]);
    if (opened?.stamp !== now) {
      const before = opened?.content;
      opened = { stamp: now, content: storedContent(directory, () => {}) };
      await before?.then((content) => content.close());
    }
    return opened.content;
  };
  const { folder } = graphs;
  return {
    directory,
    cacheDirectory,
    layouts: folders,
    files: newestFiles([lookedUp, workingDir], [graphs]),
    state: workingFiles(own, { colons: true }),
    payloadRecords: newestFiles([lookedUp, own], []),
    table,
    tags,
    contents,
    indexes,
    building: join(cacheDirectory, 'building'),
    graphFiles: graphs.files,
    cache: () => space.cache,
    stored,
    async refresh() {
      tags.refresh();
      await contents.refresh();
      const graphFiles = [lookedUp, workingDir, folder].map((each) =>
        join(each, 'hold-release', 'cincinnati-graph-data'),
      );
      stamp = await stampOf([
        ...graphFiles,
        join(cacheDirectory, 'known-tags.json'),
        join(cacheDirectory, 'known-images.jsonl'),
        join(own, PAYLOAD_RECORDS),
        join(lookedUp, PAYLOAD_RECORDS),
        join(workingDir, 'airlock', 'helm'),
        join(lookedUp, 'airlock', 'helm'),
        indexes,
        join(shared, 'catalogs'),
      ]);
      return stamp;
    },
    content: {
      async manifest(source) {
        const digest = source.digest ?? tags.get(source)?.digest;
        if (!digest)
          throw new AirlockError(
            'content-missing',
            t('digestUnknown', { image: `${source.registry}/${source.repository}:${source.tag}` }),
            { side: 'local' },
          );
        return manifestFrom(digest, await (await storeOf(digest)).bytes(digest));
      },
      async *blob(_source, { digest }, signal) {
        yield* (await storeOf(digest)).read(digest, signal ? { signal } : {});
      },
    },
    async ledger(enclave) {
      const now = await stampOf([join(own, 'enclaves', enclave, 'ledger.jsonl')]);
      const known = ledgers.get(enclave);
      if (known?.stamp === now) return known.ledger;
      const ledger = space.ledger(enclave);
      ledgers.set(enclave, { stamp: now, ledger });
      ledger.catch(() => ledgers.delete(enclave));
      return ledger;
    },
    catalogIndex: catalogs.of,
    forgetCatalog: catalogs.forget,
    async close() {
      await folders.close();
      await opened?.content.then((content) => content.close());
      opened = undefined;
    },
  };
}

/** Returns the indexes of catalogs, each opened once from the first place that contains it. */
function openedIndexes(places: readonly string[]): {
  of(digest: Digest): Promise<CatalogIndex | undefined>;
  forget(digest: Digest): void;
} {
  const opened = new Map<Digest, CatalogIndex>();
  return {
    async of(digest) {
      const known = opened.get(digest);
      if (known) return known;
      for (const place of places) {
        const found = await openCatalogIndex(join(place, hexOf(digest)));
        if (!found) continue;
        const index = rememberedIndex(found);
        opened.set(digest, index);
        return index;
      }
      return undefined;
    },
    forget: (digest) => void opened.delete(digest),
  };
}

async function stampOf(paths: string[]): Promise<string> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return found.map((each) => (each ? `${each.ino} ${each.mtimeMs} ${each.size}` : '-')).join(' | ');
}
