import { z } from 'zod';
import { carryAddress, receiveAddress, runAddress } from '../../documents/addresses.ts';
import { runRef } from '../vocabulary.ts';

const noticeKind = z.enum([
  'run-ended',
  'run-waiting',
  'credentials-expiring',
  'drift-found',
  'schedule-started',
  'schedule-missed',
  'nothing-new',
  'test',
]);

/** A notice about something that happened while nobody looked. Contains no secret. */
export const notice = z.object({
  id: z.string().describe('ID'),
  kind: noticeKind.describe('Kind'),
  at: z.string().describe('Time'),
  level: z.enum(['info', 'warning', 'error']).describe('Level'),
  title: z.string().max(300).describe('Title'),
  text: z.string().max(1000).describe('Text'),
  workspace: z.string().optional().describe('Workspace'),
  schedule: z.string().optional().describe('Schedule'),
  run: runRef.optional().describe('Run'),
  job: z.string().optional().describe('ID of an export, import or cluster job'),
  screen: z.enum(['carry', 'receive', 'cluster']).optional().describe('Screen of the job'),
  status: z
    .enum(['complete', 'partial', 'paused', 'failed'])
    .optional()
    .describe('Status of a run that ended'),
  transfer: z.string().optional().describe('Transfer that the run created, or that the export writes'),
  directory: z.string().optional().describe('Folder that an import writes to'),
  images: z.array(z.string().max(1024)).max(20).optional().describe('Names of images, at most 20'),
});
export type Notice = z.infer<typeof notice>;

/** A screen that shows what a notice is about. `name`: the number of a run, or a schedule. */
interface NoticePlace {
  screen: 'run' | 'schedule' | 'carry' | 'receive' | 'cluster' | 'settings' | 'home';
  address: string;
  name: string;
}

/** Returns the screen that shows what a notice is about. */
export function noticePlace(about: Notice): NoticePlace {
  const { kind, run, workspace, schedule, screen, transfer, directory } = about;
  if (run) return { screen: 'run', address: runAddress(run), name: `${run.sequence}` };
  if (workspace !== undefined && schedule !== undefined) {
    const query = new URLSearchParams({ workspace, show: schedule });
    return { screen: 'schedule', address: `/schedules?${query}`, name: schedule };
  }
  const at = (place: NoticePlace['screen'], address: string) => ({ screen: place, address, name: '' });
  if (screen === 'carry' && workspace !== undefined && transfer !== undefined)
    return at(screen, carryAddress(workspace, transfer));
  if (screen === 'receive' && directory !== undefined) return at(screen, receiveAddress(directory));
  if (screen !== undefined) return at(screen, `/${screen}`);
  return kind === 'test' ? at('settings', '/settings/notifications') : at('home', '/');
}

/** A notice as this host stores it. */
export const storedNotice = notice.extend({
  read: z
    .boolean()
    .describe('Whether a user marked it as read, its kind was switched off, or the work no longer waits'),
  over: z.boolean().optional().describe('Whether the work that it reports as waiting continued or ended'),
});
export type StoredNotice = z.infer<typeof storedNotice>;

/** Stored notices. Older ones are removed. */
export const MOST_NOTICES = 200;

const noticeList = z.object({
  /** Latest first. */
  notices: z.array(storedNotice).max(MOST_NOTICES),
});
const chosenNotices = z.array(z.string().max(64)).max(MOST_NOTICES).optional();

/** The notices of this user on this host, from all of their processes. */
export const NOTICE_REQUESTS = {
  'notices.list': { input: z.object({}), output: noticeList },
  /** Marks notices as read or unread; without `ids`, all of them. */
  'notices.mark': { input: z.object({ ids: chosenNotices, read: z.boolean() }), output: noticeList },
  /** Removes notices; without `ids`, all of them. */
  'notices.clear': { input: z.object({ ids: chosenNotices }), output: noticeList },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** Kinds that users switch on and off. */
const kinds = z.object({
  'run-ended': z.boolean().default(true).describe('A run, an export, an import or a cluster job ended'),
  'run-waiting': z
    .boolean()
    .default(true)
    .describe('Work waits for credentials, a drive, an answer or a transfer window'),
  'credentials-expiring': z.boolean().default(true).describe('Credentials or certificates expire soon'),
  'drift-found': z.boolean().default(true).describe('A registry differs from the records of pushes'),
  'schedule-started': z.boolean().default(false).describe('A schedule started'),
  'schedule-missed': z.boolean().default(true).describe('A schedule missed its window'),
  'nothing-new': z.boolean().default(false).describe('A schedule found nothing new'),
});
export type NoticeKinds = z.infer<typeof kinds>;

const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9-]+$/, 'letters, digits and dashes');
const headerValue = z
  .string()
  .min(1)
  .max(8192)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII characters');

/** Settings of notifications, without the webhook. */
export const notificationChoices = z.object({
  kinds: kinds.prefault({}).describe('Kinds of notifications'),
  desktop: z.boolean().default(true).describe('Whether the desktop or the browser shows them'),
  expiryDays: z.number().int().min(1).max(365).default(14).describe('Days before the expiry'),
});

/** A webhook with its secrets: the path of its address, and the value of its header. */
export const webhook = z.object({
  url: z.string().max(2048).describe('Address. May contain a secret'),
  header: z
    .object({ name: headerName, value: headerValue })
    .optional()
    .describe('Header of each request, such as `Authorization`'),
  allowHttp: z.boolean().default(false).describe('Allows plain HTTP to other hosts'),
});
export type Webhook = z.infer<typeof webhook>;

/** What may be shown of a webhook. */
const shownWebhook = z.object({
  /** `https://hooks.example.com`, without the path. */
  origin: z.string(),
  header: z.string().optional(),
  allowHttp: z.boolean(),
});

/** The last delivery to the webhook. */
export const delivery = z.object({ at: z.string(), ok: z.boolean(), detail: z.string() });
export type Delivery = z.infer<typeof delivery>;

export const notificationSettings = notificationChoices.extend({
  webhook: shownWebhook.optional(),
  delivery: delivery.optional(),
  /** Latest first. */
  recent: z.array(notice),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const NOTIFICATION_REQUESTS = {
  'notifications.read': { input: z.object({}), output: notificationSettings },
  /** Changes only the given fields. `webhook` replaces the webhook with its header; null removes it. */
  'notifications.write': {
    input: z.object({
      kinds: z.partialRecord(noticeKind.exclude(['test']), z.boolean()).optional(),
      desktop: z.boolean().optional(),
      expiryDays: notificationChoices.shape.expiryDays.unwrap().optional(),
      webhook: webhook.nullable().optional(),
    }),
    output: notificationSettings,
  },
  /** Sends a test notification on every channel that is set up. `delivery`: that of the webhook. */
  'notifications.test': {
    input: z.object({}),
    output: z.object({ delivery: delivery.optional() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
