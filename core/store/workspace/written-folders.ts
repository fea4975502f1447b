import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { isWithin, realPlace } from '../../base/files/real-place.ts';

/**
 * Returns the folder that Airlock writes to in a workspace and that contains a place, also by other names of the same place.
 * Media must not be there.
 * @returns the folder's name in the workspace; undefined if the place is in none
 */
export async function writtenFolderAround(directory: string, place: string): Promise<string | undefined> {
  const real = await realPlace(place);
  for (const folder of ['transfers', 'working-dir', airlockDirectory('')])
    if (isWithin(real, await realPlace(join(directory, folder)))) return folder;
  return undefined;
}
