import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { inTurn } from '../../base/flow/in-turn.ts';
import type {
  Delivery,
  Notice,
  NoticeKinds,
  NotificationSettings,
  StoredNotice,
  Webhook,
} from '../../contract/topics/schedules/notifications.ts';
import type { RunRef } from '../../contract/topics/vocabulary.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { withoutSecrets } from '../../runs/audit/without-secrets.ts';
import { t } from './messages.ts';
import { editNotices, readNotices } from './notice-file.ts';
import {
  NOTIFICATIONS,
  type NotificationFile,
  readNotifications,
  writeNotifications,
} from './notification-file.ts';
import { checkWebhook, postWebhook } from './webhook.ts';

const MOST_RECENT = 20;
/** Deliveries that wait for an unavailable webhook. */
const MOST_WAITING = 50;
const LONGEST_TITLE = 300;
const LONGEST_TEXT = 1000;
/** ms that deliveries in progress may delay the end of the process. */
const CLOSE_MS = 1_000;

/** A notice before it is sent. */
export type NewNotice = Omit<Notice, 'id' | 'at'>;

/** A run, a job or a schedule, as its notices name it. */
type NoticedWork = { run: RunRef } | { job: string } | { workspace: string; schedule: string };

export interface NotificationChange {
  kinds?: Partial<NoticeKinds> | undefined;
  desktop?: boolean | undefined;
  expiryDays?: number | undefined;
  webhook?: Webhook | null | undefined;
}

/** Stores notices, and sends them to the desktop or browser and to a webhook. */
export interface Notices {
  /**
   * Stores a notice, and queues it for delivery if its kind is switched on. One that is switched off is stored as read.
   * Doesn't wait for the delivery. Never throws.
   */
  send(notice: NewNotice): Promise<void>;
  /** Marks notices about this work as over and read when it no longer waits, also those that are being sent. Never throws. */
  endWait(work: NoticedWork): Promise<void>;
  settings(): Promise<NotificationSettings>;
  /** Returns the stored notices, latest first. @throws AirlockError `workspace-format`; system errors */
  list(): Promise<StoredNotice[]>;
  /** Marks notices as read or unread; all of them without IDs. @throws as `editNotices` */
  mark(ids: readonly string[] | undefined, read: boolean): Promise<StoredNotice[]>;
  /** Removes notices; all of them without IDs. @throws as `editNotices` */
  clear(ids: readonly string[] | undefined): Promise<StoredNotice[]>;
  /** @throws AirlockError `usage`, `login-in-address`; system errors */
  change(change: NotificationChange): Promise<NotificationSettings>;
  /** Sends a test notice to the desktop or browser, and to the webhook. @returns the delivery to the webhook */
  test(): Promise<Delivery | undefined>;
  /** Waits for notices in progress and their deliveries. A webhook that doesn't answer delays it by more than a minute. */
  delivered(): Promise<void>;
  /** Ends deliveries that take longer than 1 s. */
  close(): Promise<void>;
}

export function createNotices(options: {
  configDirectory: string;
  host: Pick<HostFacts, 'env' | 'home' | 'tool'>;
  /** Removes entered credentials from a text. */
  redacted?: (text: string) => string;
  /** Receives the last notices for the desktop or browser, latest last. */
  onNotices?: (notices: Notice[]) => void;
  /** A stored notice was added, marked or removed. */
  onChange?: () => void;
  /** Receives the result of each delivery. */
  onDelivery?: (delivery: Delivery) => void;
  /** ms between attempts of a delivery. */
  delaysMs?: readonly number[];
}): Notices {
  const {
    configDirectory,
    host,
    redacted = (text) => text,
    onNotices,
    onDelivery,
    onChange,
    delaysMs,
  } = options;
  const stop = new AbortController();
  const shown: Notice[] = [];
  let delivery: Delivery | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const active = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const tracked = work.catch(() => undefined).finally(() => active.delete(tracked));
    active.add(tracked);
    return work;
  };
  const delivered = async (): Promise<void> => {
    while (active.size > 0) await Promise.all(active);
  };
  /** Removes secrets and control characters except line breaks. */
  const clean = (text: string, longest: number): string => {
    const safe = redacted(withoutSecrets(text)).replaceAll(/[^\P{C}\n]+/gu, ' ');
    return safe.length > longest ? `${safe.slice(0, longest - 1)}…` : safe;
  };
  const completed = (given: NewNotice): Notice => ({
    ...given,
    id: randomUUID(),
    at: new Date().toISOString(),
    title: clean(given.title, LONGEST_TITLE).replaceAll('\n', ' '),
    text: clean(given.text, LONGEST_TEXT),
    images: given.images?.map((image) => clean(image, LONGEST_TEXT)),
  });
  /** Edits and changes of settings follow each other in the order of the calls, also so that processes don't wait for their own lock. */
  const turn = inTurn();
  const edit = (change: (notices: StoredNotice[]) => StoredNotice[]): Promise<StoredNotice[]> =>
    turn(() => editNotices(configDirectory, change)).finally(onChange);
  const deliver = (hook: Webhook, notice: Notice): Promise<Delivery> => {
    const payload = { format: 1, tool: host.tool, host: hostname(), ...notice };
    const post = () => postWebhook(hook, payload, { ...host, signal: stop.signal, delaysMs });
    if (waiting >= MOST_WAITING)
      return Promise.resolve({ at: new Date().toISOString(), ok: false, detail: t('busy') });
    waiting++;
    const sent = last.then(post).finally(() => waiting--);
    last = sent;
    const reported = sent.then((result) => {
      delivery = { ...result, detail: clean(result.detail, LONGEST_TEXT) };
      onDelivery?.(delivery);
      return delivery;
    });
    return track(reported);
  };
  const show = (file: NotificationFile, notice: Notice): void => {
    if (!file.desktop) return;
    shown.push(notice);
    if (shown.length > MOST_RECENT) shown.shift();
    onNotices?.([...shown]);
  };
  const settings = async (): Promise<NotificationSettings> => {
    const { webhook, format: _format, ...choices } = await readNotifications(configDirectory);
    return {
      ...choices,
      webhook: webhook && {
        origin: URL.parse(webhook.url)?.origin ?? '',
        header: webhook.header?.name,
        allowHttp: webhook.allowHttp,
      },
      delivery,
      recent: (await readNotices(configDirectory).catch(() => [])).slice(0, MOST_RECENT),
    };
  };

  const send = async (given: NewNotice): Promise<void> => {
    const notice = completed(given);
    const { file, on } = await turn(async () => {
      const found = await readNotifications(configDirectory).catch(() => NOTIFICATIONS.parse({}));
      const isOn = given.kind === 'test' || found.kinds[given.kind];
      // Neither a full disk nor a file of a newer version prevents the delivery.
      await editNotices(configDirectory, (stored) => [{ ...notice, read: !isOn }, ...stored]).catch(() => {});
      return { file: found, on: isOn };
    });
    onChange?.();
    if (!on) return;
    show(file, notice);
    if (file.webhook) void deliver(file.webhook, notice);
  };

  const endWait = async (work: NoticedWork): Promise<void> => {
    const changed = await turn(() => endNotices(configDirectory, work)).catch(() => false);
    if (changed) onChange?.();
  };

  return {
    send: (given) => track(send(given)),
    endWait: (work) => track(endWait(work)),
    settings,
    list: () => readNotices(configDirectory),
    mark: (ids, read) =>
      edit((stored) => stored.map((one) => ((ids?.includes(one.id) ?? true) ? { ...one, read } : one))),
    clear: (ids) => edit((stored) => (ids ? stored.filter(({ id }) => !ids.includes(id)) : [])),
    async change({ kinds, webhook, ...choices }) {
      if (webhook) checkWebhook(webhook);
      await turn(async () => {
        const now = await readNotifications(configDirectory);
        await writeNotifications(configDirectory, {
          ...now,
          desktop: choices.desktop ?? now.desktop,
          expiryDays: choices.expiryDays ?? now.expiryDays,
          kinds: { ...now.kinds, ...kinds },
          webhook: webhook === undefined ? now.webhook : (webhook ?? undefined),
        });
      });
      return settings();
    },
    async test() {
      const file = await turn(() => readNotifications(configDirectory));
      const notice = completed({
        kind: 'test',
        level: 'info',
        title: t('testTitle'),
        text: t('testText', { host: hostname() }),
      });
      await edit((stored) => [{ ...notice, read: false }, ...stored]).catch(() => undefined);
      show(file, notice);
      return file.webhook && deliver(file.webhook, notice);
    },
    delivered,
    async close() {
      await Promise.race([delivered(), wait(CLOSE_MS, undefined, { ref: false })]);
      stop.abort();
      await Promise.all([delivered(), turn(async () => {})]);
    },
  };
}

/** Marks the stored notices that work waits as over and read. @returns whether there were any */
async function endNotices(configDirectory: string, work: NoticedWork): Promise<boolean> {
  const ends = (one: StoredNotice) => one.kind === 'run-waiting' && !one.over && concerns(one, work);
  if (!(await readNotices(configDirectory)).some(ends)) return false;
  await editNotices(configDirectory, (stored) =>
    stored.map((one) => (ends(one) ? { ...one, over: true, read: true } : one)),
  );
  return true;
}

function concerns(notice: Notice, work: NoticedWork): boolean {
  return Object.entries(work).every(([field, value]) =>
    isDeepStrictEqual(notice[field as keyof Notice], value),
  );
}
