import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
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
    const isWritten = ['transfers', '.airlock'].some((name) => isWithin(from, join(destination, name)));
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

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(join(directory, '/'));
}

/** Returns the path without links. Its last parts don't have to exist. */
async function realPlace(path: string): Promise<string> {
  const absolute = resolve(path);
  const parent = dirname(absolute);
  return realpath(absolute).catch(async () =>
    parent === absolute ? absolute : join(await realPlace(parent), basename(absolute)),
  );
}
