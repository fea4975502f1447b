import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../../base/files/atomic-file.ts';
import { whyNotPrivate } from '../../../base/files/private-directory.ts';

const PRACTICE_FILE = 'practice.json';

const DAMAGE = z.object({
  drive: z.string().describe('Label of the drive'),
  path: z.string().describe('Path of the damaged volume'),
  volume: z.number().int().describe('Number of the volume'),
  offset: z.number().int().describe('First changed byte'),
  bytes: z.string().describe('The changed bytes as they are on the drive, in hexadecimal'),
});

export const PRACTICE = z.object({
  format: z.literal(2),
  directory: z.string().describe('Directory of the practice world'),
  port: z.number().int().describe('First of three consecutive ports'),
  process: z
    .object({ pid: z.number().int(), started: z.string() })
    .describe(
      'Process that serves the practice registries. `started` distinguishes the process from a later one with the same PID',
    ),
  environment: z.record(z.string(), z.string()).describe('Environment variables for commands'),
  upstream: z.string().describe('Registry of the connected side'),
  destination: z.string().describe('Registry of the disconnected side'),
  versions: z.array(z.string()).describe('OpenShift versions in the practice registries'),
  applied: z.boolean().describe('Whether manifests of the mirror were applied to the simulated cluster'),
  damage: DAMAGE.optional().describe('Bytes that practice changed on a drive'),
});

/** The practice world in the form that the next engine process reads. */
export type PracticeFile = z.infer<typeof PRACTICE>;

/**
 * Returns the last practice world, or undefined when there is none, or its directory is gone or can be changed by another
 * user: it is in the shared temporary directory, which a restart of the host empties. Never throws.
 */
export async function readPracticeFile(configDirectory: string): Promise<PracticeFile | undefined> {
  try {
    const saved = PRACTICE.parse(JSON.parse(await readFile(join(configDirectory, PRACTICE_FILE), 'utf8')));
    return whyNotPrivate(saved.directory) === undefined ? saved : undefined;
  } catch {
    return undefined;
  }
}

export async function writePracticeFile(configDirectory: string, saved: PracticeFile): Promise<void> {
  await writeFileAtomic(join(configDirectory, PRACTICE_FILE), `${JSON.stringify(saved, undefined, 2)}\n`);
}

export async function removePracticeFile(configDirectory: string): Promise<void> {
  await rm(join(configDirectory, PRACTICE_FILE), { force: true });
}
