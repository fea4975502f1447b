import { AirlockError } from '../../base/errors/airlock-error.ts';
import { isWithin, realPlace } from '../../base/files/real-place.ts';
import { writtenFolderAround } from '../../store/workspace/written-folders.ts';
import { t } from './messages.ts';

/**
 * Checks that received content isn't written to its source, also by other names of the same place. A source may be below the
 * directory, where nothing is written to it, unless it is a folder that Airlock writes to.
 * @throws AirlockError `usage` of side `local`
 */
export async function checkApart(directory: string, sources: readonly string[]): Promise<void> {
  const destination = await realPlace(directory);
  for (const source of sources) {
    const from = await realPlace(source);
    const isWritten = (await writtenFolderAround(directory, source)) !== undefined;
    if (!isWithin(destination, from) && !isWritten) continue;
    const message =
      destination === from
        ? t('sourceIsDestination', { directory })
        : t(isWritten ? 'sourceInDestination' : 'destinationInSource', { directory, source });
    throw new AirlockError('usage', message, {
      side: 'local',
      remedy: t('sourceIsDestinationRemedy'),
    });
  }
}
