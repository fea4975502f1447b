import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type FileFormat, inCurrentFormat, rethrowFormat } from '../../base/formats/file-format.ts';

const NAME = 'delete.json';
const FORMAT = { kind: 'state', current: 2 } as const satisfies FileFormat;
const count = z.number().int().nonnegative();

/** `delete.json` of an audit record. */
export const DELETE_RESULT = z.object({
  format: z.literal(FORMAT.current),
  images: z
    .object({ total: count, deleted: count, absent: count, retained: count, failed: count })
    .describe('Number of names in the list, by outcome'),
  bytesFreed: z.number().nonnegative().describe('Bytes that garbage collection can free'),
  verified: z
    .object({ images: count, manifests: count, blobs: count, broken: count })
    .optional()
    .describe(
      'Number of images, manifests and blobs that remain in the registry and were verified. `broken` must be 0',
    ),
  garbageCollection: z.array(z.string()).describe('How to free the space in the registry'),
  restore: z.array(z.string()).describe('How to restore the content'),
  restoreFrom: z.string().optional().describe('Workspace to restore from, if it contains all of the content'),
  registry: z.object({ host: z.string(), namespace: z.string() }).describe('The registry'),
});

/** The result of a deletion, stored next to its audit record, so that it can be shown after the process has ended. */
export type DeleteResultFile = Omit<z.infer<typeof DELETE_RESULT>, 'format'>;

/** Writes it into the folder of the record. @throws AirlockError `disk`, `disk-full` */
export async function writeDeleteResult(record: string, result: DeleteResultFile): Promise<void> {
  await writeFileAtomic(
    join(record, NAME),
    `${JSON.stringify({ format: FORMAT.current, ...result }, undefined, 2)}\n`,
  );
}

/** Returns undefined if there is none, because the run is still active, or ended before it deleted anything. */
export async function readDeleteResult(record: string): Promise<DeleteResultFile | undefined> {
  const file = join(record, NAME);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  });
  if (text === undefined) return undefined;
  try {
    const { format: _format, ...result } = DELETE_RESULT.parse(
      inCurrentFormat(JSON.parse(text), file, FORMAT),
    );
    return result;
  } catch (cause) {
    rethrowFormat(cause);
    return undefined;
  }
}
