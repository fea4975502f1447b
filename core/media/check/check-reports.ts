import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { CheckCommand } from './check-command.ts';

/** `checks/<key>/sha256-<hex>.json`. */
export const CHECK_REPORT = z.object({
  format: z.literal(2),
  digest: z.string().describe('Digest of the image or file'),
  program: z.string().describe('Name of the program'),
  version: z.string().describe('Version of the program'),
  at: z.string().describe('Time of the check'),
  exitCode: z.number().int().describe('Exit code of the command'),
  report: z.string().describe('Output of the command'),
});

/** The saved result of a check command for one digest. */
export type SavedReport = z.infer<typeof CHECK_REPORT>;

/** Returns the folder for reports in a workspace, or in the folder of the importing side. */
export function reportsFolder(directory: string): string {
  return airlockDirectory(directory, 'checks');
}

/** Returns the path of a report. */
export function reportPath(folder: string, { key }: Pick<CheckCommand, 'key'>, digest: Digest): string {
  return join(folder, key, `sha256-${hexOf(digest)}.json`);
}

/** Returns the result of exactly this command and version for a digest, or undefined without a readable one. */
export async function savedReport(
  folder: string,
  command: Pick<CheckCommand, 'key'>,
  digest: Digest,
): Promise<SavedReport | undefined> {
  const path = reportPath(folder, command, digest);
  try {
    const report = CHECK_REPORT.parse(openSealedJson(await readFile(path), path));
    return report.digest === digest ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Saves a result. @throws AirlockError `disk`, `disk-full` */
export async function keepReport(
  folder: string,
  command: CheckCommand,
  digest: Digest,
  answer: { exitCode: number; report: string },
): Promise<SavedReport> {
  const { program, version } = command;
  const saved: SavedReport = { format: 2, digest, program, version, at: new Date().toISOString(), ...answer };
  try {
    await writeFileAtomic(reportPath(folder, command, digest), sealedJson(saved));
  } catch (error) {
    throw asAirlockError(error);
  }
  return saved;
}
