import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import { notificationChoices, webhook } from '../../contract/topics/schedules/notifications.ts';

const FILE = 'notifications.json';

const FORMAT = { kind: 'state', current: 1, unnumbered: 1 } as const satisfies FileFormat;

/** `notifications.json` of a user. Only the user may read it, because it contains the secrets of the webhook. */
export const NOTIFICATIONS = notificationChoices.extend({
  format: z.literal(FORMAT.current).default(FORMAT.current),
  webhook: webhook.optional().describe('Webhook'),
});
export type NotificationFile = z.infer<typeof NOTIFICATIONS>;

function notificationsFile(configDirectory: string): string {
  return join(configDirectory, FILE);
}

/** Returns the settings of notifications, or the defaults without a valid file. @throws AirlockError `workspace-format` */
export async function readNotifications(configDirectory: string): Promise<NotificationFile> {
  const file = notificationsFile(configDirectory);
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return NOTIFICATIONS.parse(inCurrentFormat(JSON.parse(text), file, FORMAT));
  } catch (cause) {
    rethrowFormat(cause);
    return NOTIFICATIONS.parse({});
  }
}

/** @throws AirlockError `workspace-format`, system errors */
export async function writeNotifications(configDirectory: string, next: NotificationFile): Promise<void> {
  const text = `${JSON.stringify(next, undefined, 2)}\n`;
  await writeInFormat(notificationsFile(configDirectory), text, FORMAT, { mode: 0o600 });
}
