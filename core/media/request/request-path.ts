import { airlockDirectory } from '../../base/files/airlock-directory.ts';

/** Returns the copy of an accepted request in a workspace. */
export function requestFile(directory: string, id: string): string {
  return airlockDirectory(directory, 'requests', `${id}.json`);
}
