import { readFile } from 'node:fs/promises';
import { type FileFormat, inCurrentFormat } from './file-format.ts';

/** Format 1 has no number and a `name`. Format 2 has `names`. Format 3 has a `count`, too. */
export const MADE_UP: FileFormat = {
  kind: 'state',
  current: 3,
  unnumbered: 1,
  migrations: {
    1: ({ name, ...others }) => ({ ...others, names: [name] }),
    2: (fields) => ({ ...fields, count: (fields.names as unknown[]).length }),
  },
};

/** Returns the text of a file in the current format. */
export async function migrated(file: string): Promise<string> {
  return JSON.stringify(inCurrentFormat(JSON.parse(await readFile(file, 'utf8')), file, MADE_UP));
}
