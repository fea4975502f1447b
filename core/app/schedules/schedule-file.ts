import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { type FileFormat, inCurrentFormat, writeInFormat } from '../../base/formats/file-format.ts';
import { type Occasion, occasion, scheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import { editUnderLock } from '../../store/workspace/lock.ts';
import { t } from './messages.ts';

/** Results that the file retains for each schedule. */
const MOST_OCCASIONS = 20;
export const MOST_SCHEDULES = 100;
const MOST_BYTES = 4 * 2 ** 20;

const SCHEDULE = scheduleSettings.extend({
  paused: z.boolean().describe('Whether a user paused it'),
  createdAt: z.string().describe('When it was created'),
  handledTo: z.string().describe('The last window or time that needs no start any more'),
  runNow: z.boolean().optional().describe('A user requested a start'),
  retry: z
    .object({
      occasion: z.string().describe('When the window opened'),
      attempts: z.number().int().nonnegative().describe('Failed attempts'),
      at: z.string().describe('When the next attempt starts'),
      reported: z.boolean().optional().describe('Whether a notice about the failure was sent'),
    })
    .optional()
    .describe('The repetition of a failed start'),
  running: z
    .object({
      occasion: z.string().describe('When the window opened'),
      since: z.string().describe('When the attempt started'),
      attempts: z.number().int().positive().describe('Number of the attempt'),
      reported: z.boolean().optional().describe('Whether a notice about an earlier failure was sent'),
    })
    .optional()
    .describe('The current attempt'),
  occasions: z.array(occasion).max(MOST_OCCASIONS).describe('Results, latest first'),
});
export type Schedule = z.infer<typeof SCHEDULE>;

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `.airlock/schedules.json` of a workspace. */
export const SCHEDULES = z.object({
  format: z.literal(FORMAT.current),
  schedules: z.array(SCHEDULE).max(MOST_SCHEDULES).describe('Schedules in the order of the queue'),
});

/** Returns the path of the lock that the process running the schedules has. */
export function runnerLock(workspace: string): string {
  return airlockDirectory(workspace, 'schedules.lock');
}

function schedulesFile(workspace: string): string {
  return airlockDirectory(workspace, 'schedules.json');
}

/**
 * Returns the schedules of a workspace in the order of the queue; empty without a file.
 * @throws AirlockError `disk`, `config-invalid`, `workspace-format`
 */
export async function readSchedules(workspace: string): Promise<Schedule[]> {
  const file = schedulesFile(workspace);
  const content = await readRegularFile(file, MOST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw asAirlockError(error);
  });
  if (content === undefined) return [];
  const damaged = (fault: string) =>
    new AirlockError('config-invalid', t('fileDamaged', { file, fault }), {
      side: 'local',
      at: { file },
      remedy: t('fileDamagedRemedy'),
    });
  if (content === 'not-regular') throw damaged(t('notRegular'));
  if (content === 'too-large') throw damaged(t('tooLarge', { bytes: MOST_BYTES }));
  let json: unknown;
  try {
    json = JSON.parse(content.toString('utf8'));
  } catch {
    throw damaged('JSON');
  }
  const parsed = SCHEDULES.safeParse(inCurrentFormat(json, file, FORMAT));
  if (!parsed.success) throw damaged(parsed.error.issues[0]!.path.join('.') || 'format');
  return parsed.data.schedules;
}

/**
 * Changes the schedules of a workspace. Another process may change them at the same time.
 * @returns the changed schedules
 * @throws AirlockError `disk`, `disk-full`, `config-invalid`, `workspace-locked`; what `edit` throws
 */
export async function editSchedules(
  workspace: string,
  edit: (schedules: Schedule[]) => Schedule[],
): Promise<Schedule[]> {
  await makeDirectory(airlockDirectory(workspace)).catch((error: unknown) => {
    throw asAirlockError(error);
  });
  return await editUnderLock(airlockDirectory(workspace, 'schedules-edit.lock'), async () => {
    const next = edit(await readSchedules(workspace));
    const text = `${JSON.stringify({ format: FORMAT.current, schedules: next }, undefined, 2)}\n`;
    await writeInFormat(schedulesFile(workspace), text, FORMAT).catch((error: unknown) => {
      throw asAirlockError(error);
    });
    return next;
  });
}

/** Changes one schedule. Does nothing if it was removed meanwhile. */
export async function editSchedule(
  workspace: string,
  name: string,
  edit: (schedule: Schedule) => Schedule,
): Promise<void> {
  await editSchedules(workspace, (schedules) =>
    schedules.map((schedule) => (schedule.name === name ? edit(schedule) : schedule)),
  );
}

/** Changes the schedule whose attempt started then, also after it was renamed. Does nothing if it was removed meanwhile. */
export async function editRunning(
  workspace: string,
  since: string,
  edit: (schedule: Schedule) => Schedule,
): Promise<void> {
  await editSchedules(workspace, (schedules) =>
    schedules.map((schedule) => (schedule.running?.since === since ? edit(schedule) : schedule)),
  );
}

/** Returns a schedule with one more result. */
export function withOccasion(schedule: Schedule, result: Occasion): Schedule {
  return { ...schedule, occasions: [result, ...schedule.occasions].slice(0, MOST_OCCASIONS) };
}
