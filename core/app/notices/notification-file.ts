import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { notificationChoices, webhook } from '../../contract/topics/schedules/notifications.ts';

const FILE = 'notifications.json';

/** `notifications.json` of a user. Only the user may read it, because it contains the secrets of the webhook. */
export const NOTIFICATIONS = notificationChoices.extend({
  format: z.literal(1).default(1),
  webhook: webhook.optional().describe('Webhook'),
});
export type NotificationFile = z.infer<typeof NOTIFICATIONS>;

function notificationsFile(configDirectory: string): string {
  return join(configDirectory, FILE);
}

/** Returns the settings of notifications, or the defaults without a valid file. */
export async function readNotifications(configDirectory: string): Promise<NotificationFile> {
  const text = await readFile(notificationsFile(configDirectory), 'utf8').catch(() => '{}');
  try {
    return NOTIFICATIONS.parse(JSON.parse(text));
  } catch {
    return NOTIFICATIONS.parse({});
  }
}

/** @throws system errors */
export async function writeNotifications(configDirectory: string, next: NotificationFile): Promise<void> {
  const text = `${JSON.stringify(next, undefined, 2)}\n`;
  await writeFileAtomic(notificationsFile(configDirectory), text, { mode: 0o600 });
}
