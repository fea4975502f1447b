import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { foreignSets, importForeign } from './foreign.ts';
import { t } from './messages.ts';
import { Reception, type ReceptionControl, type ReceptionState } from './reception.ts';

export interface ImportRequest {
  /** Gets `transfers/`; made when it is not there. */
  directory: string;
  /** Media, or folders that were copied from them; in any order, partial, repeated. */
  from: string[];
  /** Enclave that sets of other tools are numbered for; Airlock's own name theirs. */
  enclave: string;
  /** Name and version of this program. */
  tool: string;
}

/** What an import has come to; `ok`: everything it met is whole and right. */
export interface ImportResult extends ReceptionState {
  ok: boolean;
}

/**
 * Imports media into a folder: Airlock's own pieces and sets, sets of oc-mirror, and directories as `oc` makes them.
 * Media are only read. Run again with the same or other media it goes on where it stopped, also after it was killed.
 * @throws AirlockError `usage` when there is nothing to import, `workspace-invalid`, `workspace-locked`, `disk` when a medium is
 *   gone, `disk-full`, `interrupted`, and the first refusal when nothing but refusals was found
 */
export async function importMedia(
  { directory, from, enclave, tool }: ImportRequest,
  control: ReceptionControl,
): Promise<ImportResult> {
  const reception = new Reception(directory, control);
  try {
    const foreign = [];
    for (const path of from) foreign.push(...(await reception.takeFolder(path)));
    await reception.takeWaiting();
    await reception.finishComplete();
    const state = await reception.state();
    for (const set of foreign) await control.admitForeign?.(set.directory);
    for (const set of await foreignSets(foreign))
      state.transfers.push(await importForeign(directory, set, { enclave, tool, ...control }));
    const nothing = state.transfers.length + state.waiting.length + state.damage.length === 0;
    if (nothing && state.rejected[0]) throw state.rejected[0];
    if (nothing)
      throw new AirlockError('usage', t('nothingToImport', { paths: from.join(', ') }), {
        remedy: t('nothingToImportRemedy'),
      });
    control.emit({ type: 'phase', phase: 'done' });
    return { ...state, ok: isOk(state) };
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await reception.close();
  }
}

/** Whether a reception has all of what it met. */
export function isOk({ transfers, rejected, waiting }: ReceptionState): boolean {
  return transfers.every(({ complete }) => complete) && waiting.length === 0 && rejected.length === 0;
}
