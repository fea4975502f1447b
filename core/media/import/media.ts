import { alternativeList, firstWords } from '../../base/document/words.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { checkApart } from './apart.ts';
import { foreignSets, importForeign } from './foreign.ts';
import { t } from './messages.ts';
import { Reception, type ReceptionControl, type ReceptionState } from './reception.ts';

export interface ImportRequest {
  /** `transfers/` is created in it. Created when missing. */
  directory: string;
  /** Media, or folders that were copied from them: in any order, partial or repeated. */
  from: string[];
  /**
   * Enclave whose numbering is used for sets of other tools. Default: the name of the tool, so that their names never collide
   * with those of Airlock's own sets.
   */
  enclave?: string;
  /** Name and version of this program. */
  tool: string;
}

/** Result of an import; `ok`: everything it found is complete and valid. */
export interface ImportResult extends ReceptionState {
  ok: boolean;
}

/**
 * Imports media into a folder: Airlock's own volumes and sets, sets of oc-mirror, and directories that `oc` wrote. Only
 * reads from media. Another run with the same or other media resumes where this one stopped, even if it was killed.
 * @throws AirlockError `usage` when there is nothing to import or the directory is on a source, `workspace-invalid`, `workspace-locked`, `disk` when a
 *   drive is disconnected, `disk-full`, `interrupted`, and the first rejection when everything was rejected
 */
export async function importMedia(
  { directory, from, enclave, tool }: ImportRequest,
  control: ReceptionControl,
): Promise<ImportResult> {
  await checkApart(directory, from);
  const reception = new Reception(directory, control);
  try {
    const foreign = [];
    const unreadable: string[] = [];
    for (const path of from) {
      const found = await reception.takeFolder(path);
      foreign.push(...found.foreign);
      unreadable.push(...found.unreadable);
    }
    await reception.takeWaiting();
    await reception.finishComplete();
    const state = await reception.state();
    for (const set of foreign) await control.admitForeign?.(set.directory);
    for (const set of await foreignSets(foreign))
      state.transfers.push(await importForeign(directory, set, { enclave, tool, ...control }));
    const nothing = state.transfers.length + state.waiting.length + state.damage.length === 0;
    if (nothing && state.rejected[0]) throw state.rejected[0];
    if (nothing) throw nothingFound(from, unreadable);
    control.emit({ type: 'phase', phase: 'done' });
    return { ...state, ok: isOk(state) };
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await reception.close();
  }
}

/** @param unreadable skipped directories, which could contain the transfer */
function nothingFound(from: readonly string[], unreadable: readonly string[]): AirlockError {
  const paths = alternativeList(from);
  if (unreadable.length === 0)
    return new AirlockError('usage', t('nothingToImport', { paths }), { remedy: t('nothingToImportRemedy') });
  return new AirlockError('usage', t('nothingReadable', { paths, directories: firstWords(unreadable, 3) }), {
    remedy: t('nothingReadableRemedy'),
  });
}

/** Checks whether everything that a reception found arrived. */
export function isOk({ transfers, rejected, waiting }: ReceptionState): boolean {
  return transfers.every(({ complete }) => complete) && waiting.length === 0 && rejected.length === 0;
}
