import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { VOUCHED } from '../../content/signature/origin.ts';
import { recordsFolder } from '../record/record-files.ts';
import type { IndexSignature } from './index-signature.ts';

/** `signature.json` of a transfer's records. */
export const STORED_SIGNATURE = z.object({
  format: z.literal(1),
  indexSha256: z.string().describe('SHA-256 of the `index.json` that was signed'),
  name: z.enum(['index.json.asc', 'index.json.sig']).describe('File name of the signature on drives'),
  by: VOUCHED.describe('The signer'),
  content: z.base64().describe('The signature in base64'),
});

/** Saves a signature, so that later drives get it without another use of a smart card. @throws AirlockError `disk` */
export async function keepSignature(
  directory: string,
  transfer: string,
  indexSha256: string,
  { name, by, content }: IndexSignature,
): Promise<void> {
  const saved: z.infer<typeof STORED_SIGNATURE> = {
    format: 1,
    indexSha256,
    name,
    by,
    content: content.toString('base64'),
  };
  try {
    await writeFileAtomic(pathOf(directory, transfer), `${JSON.stringify(saved)}\n`);
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns the saved signature of exactly this index, or undefined without one. */
export async function savedSignature(
  directory: string,
  transfer: string,
  indexSha256: string,
): Promise<IndexSignature | undefined> {
  try {
    const saved = STORED_SIGNATURE.parse(JSON.parse(await readFile(pathOf(directory, transfer), 'utf8')));
    if (saved.indexSha256 !== indexSha256) return undefined;
    return { name: saved.name, by: saved.by, content: Buffer.from(saved.content, 'base64') };
  } catch {
    return undefined;
  }
}

function pathOf(directory: string, transfer: string): string {
  return join(recordsFolder(directory, transfer), 'signature.json');
}
