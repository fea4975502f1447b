import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { scheduleSettings } from '../../contract/topics/schedules/schedules.ts';

const FILE = 'confirmed-schedules.json';
const MOST = 1_000;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `confirmed-schedules.json` of a user. */
export const CONFIRMED_SCHEDULES = z.object({
  format: z.literal(FORMAT.current),
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
  const text = `${JSON.stringify({ format: FORMAT.current, schedules }, undefined, 2)}\n`;
  await writeInFormat(file, text, FORMAT, { mode: 0o600 });
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
  const file = join(configDirectory, FILE);
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return CONFIRMED_SCHEDULES.parse(inCurrentFormat(JSON.parse(text), file, FORMAT)).schedules;
  } catch (cause) {
    rethrowFormat(cause);
    return [];
  }
}
