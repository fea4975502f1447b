import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type Expiring, expiring } from '../../media/delivery/expiring.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import { editUnderLock } from '../../store/workspace/lock.ts';
import { t } from './messages.ts';
import type { Notices } from './notices.ts';
import { readNotifications } from './notification-file.ts';

const FILE = 'expiry-notices.json';
const DAY_MS = 86_400_000;
/** ms between two checks of a process. */
const EVERY_MS = 6 * 3_600_000;
/** ms after which an entry no longer prevents a notice. */
const FORGET_AFTER_MS = 2 * DAY_MS;
const MOST_LISTED = 10;

/** `expiry-notices.json` of a user. */
export const EXPIRY_NOTICES = z.object({
  format: z.literal(1),
  sent: z
    .record(z.string().max(64), z.string().max(40))
    .describe('When the last notice about an item was sent, by the digest of its file and description'),
});

/**
 * Returns a function that sends a notice about credentials and certificates that expire soon, at most once a day for each
 * of them. It does nothing if it is called again within 6 hours. It never throws.
 */
export function createExpiryWatch(options: {
  configDirectory: string;
  notices: Notices;
  hostOf(workspace: string): Pick<HostFacts, 'env' | 'home'>;
}): (workspaces: readonly string[]) => Promise<void> {
  const { configDirectory, notices, hostOf } = options;
  let looked = Number.NEGATIVE_INFINITY;
  return async (workspaces) => {
    const now = Date.now();
    if (Math.abs(now - looked) < EVERY_MS) return;
    looked = now;
    try {
      const { expiryDays, kinds } = await readNotifications(configDirectory);
      if (!kinds['credentials-expiring']) return;
      const found = new Map<string, Expiring>();
      for (const directory of workspaces.length > 0 ? workspaces : [configDirectory])
        for (const line of await expiring({ directory, ...placesOf(hostOf(directory)) }))
          if (line.kind !== 'graph') found.set(keyOf(line), line);
      for (const [key, { until }] of found)
        if (Date.parse(until) - now > expiryDays * DAY_MS) found.delete(key);
      if (found.size === 0) return;
      const due = await claimUnsent(configDirectory, found, now);
      if (due.length === 0) return;
      const lines = due
        .slice(0, MOST_LISTED)
        .map(({ subject, until }) => t('expiringItem', { subject, date: until.slice(0, 10) }));
      await notices.send({
        kind: 'credentials-expiring',
        level: due.some(({ until }) => Date.parse(until) <= now) ? 'error' : 'warning',
        title: t('expiringTitle', { count: due.length }),
        text: lines.join('\n'),
      });
    } catch {
      // A full disk or an unreadable folder: Doctor reports it, and the next check tries again.
    }
  };
}

/** Records that a notice about items is sent now. @returns those without a notice in the last day */
async function claimUnsent(
  configDirectory: string,
  found: ReadonlyMap<string, Expiring>,
  now: number,
): Promise<Expiring[]> {
  await makeDirectory(configDirectory);
  const file = join(configDirectory, FILE);
  return await editUnderLock(join(configDirectory, 'expiry-notices.lock'), async () => {
    const sent = await readSent(file);
    const due = [...found].filter(([key]) => !(now - Date.parse(sent[key] ?? '') < DAY_MS));
    if (due.length === 0) return [];
    for (const [key] of due) sent[key] = new Date(now).toISOString();
    // Other processes may watch other workspaces, so entries leave the file by their age.
    const current = Object.fromEntries(
      Object.entries(sent).filter(([, at]) => now - Date.parse(at) < FORGET_AFTER_MS),
    );
    await writeFileAtomic(file, `${JSON.stringify({ format: 1, sent: current })}\n`, { mode: 0o600 });
    return due.map(([, item]) => item);
  });
}

function placesOf({ env, home }: Pick<HostFacts, 'env' | 'home'>) {
  return { env, home, stateDirectory: defaultStateDirectory({ env, home }) };
}

function keyOf({ file, subject, until }: Expiring): string {
  return createHash('sha256')
    .update(JSON.stringify([file, subject, until]))
    .digest('hex')
    .slice(0, 32);
}

async function readSent(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return { ...EXPIRY_NOTICES.parse(JSON.parse(text)).sent };
  } catch {
    return {};
  }
}
