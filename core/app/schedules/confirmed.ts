import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { scheduleSettings } from '../../contract/topics/schedules/schedules.ts';

const FILE = 'confirmed-schedules.json';
const MOST = 1_000;

/** `confirmed-schedules.json` of a user. */
export const CONFIRMED_SCHEDULES = z.object({
  format: z.literal(1),
  schedules: z
    .array(
      z.object({
        workspace: z.string().describe('Workspace'),
        name: z.string().describe('Name of the schedule'),
        digest: z.string().describe('SHA-256 digest of its settings'),
      }),
    )
    .describe('Schedules that this user created or confirmed, latest first'),
});
type Confirmed = z.infer<typeof CONFIRMED_SCHEDULES>['schedules'];

interface Named {
  name: string;
}

/**
 * Remembers that this user created a schedule. A workspace can come from elsewhere, such as a drive. Its schedules would
 * otherwise use the credentials of whoever opens it.
 */
export async function confirmSchedule(
  configDirectory: string,
  workspace: string,
  schedule: Named,
): Promise<void> {
  const file = join(configDirectory, FILE);
  const others = (await read(configDirectory)).filter(
    (one) => one.workspace !== workspace || one.name !== schedule.name,
  );
  const own = { workspace, name: schedule.name, digest: digestOf(schedule) };
  const schedules = [own, ...others].slice(0, MOST);
  await writeFileAtomic(file, `${JSON.stringify({ format: 1, schedules }, undefined, 2)}\n`, { mode: 0o600 });
}

/** Returns whether this user created a schedule with these settings. */
export async function isConfirmed(
  configDirectory: string,
  workspace: string,
): Promise<(schedule: Named) => boolean> {
  const known = new Map(
    (await read(configDirectory))
      .filter((one) => one.workspace === workspace)
      .map(({ name, digest }) => [name, digest]),
  );
  return (schedule) => known.get(schedule.name) === digestOf(schedule);
}

function digestOf(schedule: Named): string {
  return sha256(Buffer.from(JSON.stringify(scheduleSettings.parse(schedule))));
}

async function read(configDirectory: string): Promise<Confirmed> {
  const text = await readFile(join(configDirectory, FILE), 'utf8').catch(() => '');
  try {
    return CONFIRMED_SCHEDULES.parse(JSON.parse(text)).schedules;
  } catch {
    return [];
  }
}
