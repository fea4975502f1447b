import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type Origin, VOUCHED, type Vouched } from './origin.ts';

/** `origins/<SHA-256 of index.json>.json`. */
export const VERIFIED_ORIGIN = z.object({
  format: z.literal(1),
  transfer: z.string().describe('Name of the transfer'),
  indexSha256: z.string().describe("SHA-256 of the transfer's `index.json`"),
  by: VOUCHED.describe('The signer'),
});

/**
 * Notes in the user's state folder that the signature over an index was verified. The note lies there and not with the set,
 * because whoever can replace a set could write a note next to it.
 * @param indexSha256 hex
 * @throws AirlockError `disk`, `disk-full`
 */
export async function noteVerified(
  stateDirectory: string,
  { transfer, indexSha256, by }: { transfer: string; indexSha256: string; by: Vouched },
): Promise<void> {
  try {
    await writeFileAtomic(
      pathOf(stateDirectory, indexSha256),
      `${JSON.stringify({ format: 1, transfer, indexSha256, by } satisfies z.infer<typeof VERIFIED_ORIGIN>)}\n`,
    );
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns what this user verified about an index before: `verified` or `not-verified`. Never throws. */
export async function notedOrigin(stateDirectory: string, indexSha256: string): Promise<Origin> {
  try {
    const noted = VERIFIED_ORIGIN.parse(
      JSON.parse(await readFile(pathOf(stateDirectory, indexSha256), 'utf8')),
    );
    if (noted.indexSha256 === indexSha256) return { state: 'verified', by: noted.by };
  } catch {
    // Never verified here, or unreadable: not verified.
  }
  return { state: 'not-verified' };
}

function pathOf(stateDirectory: string, indexSha256: string): string {
  return join(stateDirectory, 'origins', `${indexSha256}.json`);
}
