import type { Inventory } from '../inventory/inventory.ts';
import { absolutePath } from './absolute-path.ts';
import { createDraftStore } from './draft-store.ts';
import { draftImageHandlers } from './drafts-images.ts';
import type { HandlersOf } from './handlers.ts';
import { comparedLines } from './line-difference.ts';
import type { ServiceState } from './state.ts';

/** `drafts.*`: configurations that are being written, what they cost, and the run that they ask for. */
export function draftHandlers(state: ServiceState): HandlersOf<'drafts'> {
  const store = createDraftStore(state.options.configDirectory);
  return {
    ...draftImageHandlers(state),
    'drafts.list': async ({ workspace }) => {
      const drafts = await store.list();
      if (workspace === undefined) return { drafts };
      const wanted = absolutePath(workspace, 'workspace');
      return { drafts: drafts.filter((each) => each.workspace === wanted) };
    },
    'drafts.read': ({ id }) => store.read(id),
    'drafts.save': (draft) => {
      absolutePath(draft.file, 'file');
      if (draft.workspace !== undefined) absolutePath(draft.workspace, 'workspace');
      return store.save(draft);
    },
    'drafts.remove': async ({ id }) => {
      await store.remove(id);
      return {};
    },

    'drafts.start': async (start) => {
      const { startDraft } = await import('./draft-start.ts');
      const started = await startDraft(start, state);
      await store.save(started.draft);
      return started;
    },

    'drafts.readInventory': async ({ file, text }) => {
      const [{ loadInventory, readInventory }, { INVENTORY_COMMAND }] = await Promise.all([
        import('../inventory/read-inventory.ts'),
        import('../inventory/inventory.ts'),
      ]);
      // Without either it is asked what to run.
      let inventory: Inventory = { operators: [] };
      if (text !== undefined) inventory = readInventory(text, file ?? 'the text');
      else if (file !== undefined) inventory = await loadInventory(absolutePath(file, 'file'));
      return { inventory, command: INVENTORY_COMMAND };
    },

    'drafts.compare': async ({ draft }) => {
      const { lastConfiguration } = await import('./last-configuration.ts');
      const workspace = draft.workspace && absolutePath(draft.workspace, 'workspace');
      const last = workspace ? await lastConfiguration(workspace, draft.enclave) : undefined;
      return {
        ...(last && { transfer: last.transfer }),
        lines: last ? comparedLines(last.text, draft.text) : [],
      };
    },

    'drafts.command': async ({ draft }) => {
      const { draftCommand } = await import('./draft-command.ts');
      return draftCommand(draft);
    },
  };
}
