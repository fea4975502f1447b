import type { Inventory } from '../../../content/inventory/inventory.ts';
import { withoutSecrets } from '../../../runs/audit/without-secrets.ts';
import type { ClusterChoice } from '../clusters/reach.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { comparedLines } from '../state/line-difference.ts';
import type { ServiceState } from '../state/state.ts';
import { draftImageHandlers } from './drafts-images.ts';
import { createPackageSearch } from './find-packages.ts';
import { t } from './messages.ts';
import { createPackageCards } from './packages.ts';
import { createPlanners } from './planners.ts';
import type { DraftStore } from './store.ts';

export interface Drafts {
  handlers: HandlersOf<'drafts'>;
  /** Closes what planners have open. */
  close(): Promise<void>;
}

/** Returns the handlers of `drafts.*`: edit configurations, plan their size, and start their runs. */
export function createDrafts(state: ServiceState, store: DraftStore): Drafts {
  const planners = createPlanners(state);
  const packages = createPackageCards();
  const find = createPackageSearch(state, store);
  const handlers: Drafts['handlers'] = {
    ...draftImageHandlers(state),
    'drafts.list': async ({ workspace }) => {
      const { drafts, unreadable } = await store.list();
      if (workspace === undefined) return { drafts, unreadable };
      const wanted = absolutePath(workspace, 'workspace');
      return { drafts: drafts.filter((each) => each.workspace === wanted), unreadable };
    },
    'drafts.read': ({ id }) => store.read(id),
    'drafts.save': (draft) => {
      absolutePath(draft.file, 'file');
      if (draft.workspace !== undefined) absolutePath(draft.workspace, 'workspace');
      return store.save(draft);
    },
    'drafts.rename': ({ id, name }) => store.rename(id, name),
    'drafts.remove': async ({ id }) => {
      await store.remove(id);
      return {};
    },

    'drafts.start': async (start, { signal }) => {
      const { startDraft } = await import('./start.ts');
      const planned = (await store.places()).map(({ file }) => file);
      const started = await startDraft(start, state, planners, planned, signal);
      await store.save(started.draft);
      return started;
    },

    'drafts.readInventory': async ({ file, text, cluster }, { signal }) => {
      const { loadInventory, readInventory } = await import('../../../content/inventory/read-inventory.ts');
      const { INVENTORY_COMMAND } = await import('../../../content/inventory/inventory.ts');
      // Without a source, the inventory is empty.
      let inventory: Inventory = { operators: [] };
      if (cluster !== undefined) inventory = await inventoryOfCluster(state, cluster, signal);
      else if (text !== undefined) inventory = readInventory(text, file ?? t('text'));
      else if (file !== undefined) inventory = await loadInventory(absolutePath(file, 'file'));
      return { inventory, command: INVENTORY_COMMAND };
    },

    'drafts.plan': async ({ draft, bytesPerSecond }, { signal }) => {
      const planner = await planners.of(draft.workspace);
      const requested = bytesPerSecond === undefined ? {} : { bytesPerSecond };
      const plan = await planner.plan(draft, { ...requested, signal });
      // Fixes apply to the text of the page, so they are unchanged.
      const problems = plan.problems.map((each) => ({ ...each, message: withoutSecrets(each.message) }));
      return { ...plan, problems };
    },

    'drafts.lookUp': async ({ draft, ids, ticket }, { signal }) => {
      const { fetchLookUps } = await import('./look-ups.ts');
      const planner = await planners.of(draft.workspace);
      using report = state.jobs.request(ticket, { phase: 'lookUp', unit: 'bytes' });
      return await fetchLookUps(draft, ids, planner, {
        signal,
        onProgress: ({ done, total, detail }) => report(done, total, { detail }),
      });
    },

    'drafts.packages': async (query, { signal }) =>
      packages(query, await planners.of(query.draft.workspace), signal),

    'drafts.findPackages': async (query) => find(query),

    'drafts.compare': async ({ draft }) => {
      const { lastConfiguration } = await import('../configurations/last-configuration.ts');
      const workspace = draft.workspace && absolutePath(draft.workspace, 'workspace');
      const last = workspace ? await lastConfiguration(workspace, draft.enclave) : undefined;
      return {
        transfer: last?.transfer,
        lines: last ? comparedLines(last.text, draft.text) : [],
      };
    },

    'drafts.command': async ({ draft }) => {
      const { draftCommand } = await import('./command.ts');
      return draftCommand(draft);
    },
  };
  return { handlers, close: planners.close };
}

/** @throws AirlockError as `connectCluster`, `inspectCluster` and `inventoryOfInspection` */
async function inventoryOfCluster(
  state: ServiceState,
  choice: ClusterChoice,
  signal: AbortSignal,
): Promise<Inventory> {
  const [{ inspectCluster }, { liveSource }, { inventoryOfInspection }, { clusterReach }] = await Promise.all(
    [
      import('../../../cluster/check/inspect.ts'),
      import('../../../cluster/check/object-source.ts'),
      import('../../../content/inventory/read-inventory.ts'),
      import('../clusters/reach.ts'),
    ],
  );
  await using cluster = await clusterReach(state).connect(choice, signal);
  const { facts } = await inspectCluster(await liveSource(cluster, signal), { signal });
  return inventoryOfInspection(facts, facts.server);
}
