import { readFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import type { NotificationChange } from '../../../core/app/notices/notices.ts';
import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Webhook } from '../../../core/contract/topics/schedules/notifications.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';
import { configFolder } from './places.ts';

const FAILED = 4;

/** `airlock schedule notify` */
export function addScheduleNotify(schedule: Command): void {
  addCommand(
    schedule,
    'notify',
    t('notify'),
    (command) =>
      command
        .option('--webhook <url|file>', t('webhookOption'))
        .option('--no-webhook', t('noWebhookOption'))
        .option('--header <name>', t('headerOption'))
        .option('--header-file <file>', t('headerFileOption'))
        .option('--allow-http', t('allowHttpOption'))
        .option('--test', t('testOption')),
    async ({ terminal }, options) => {
      const { createNotices } = await import('../../../core/app/notices/notices.ts');
      const notices = createNotices({ configDirectory: await configFolder(), host: hostFacts() });
      const change = await changeOf(options, await webhookSet());
      const { webhook } = change === undefined ? await notices.settings() : await notices.change(change);
      terminal.print(webhook ? t('webhookSet', { origin: webhook.origin }) : t('webhookNone'));
      if (options.test && !webhook) throw new AirlockError('usage', t('testWithoutWebhook'));
      const delivery = options.test ? await notices.test() : undefined;
      await notices.close();
      if (delivery) terminal.print(delivery.detail);
      terminal.result({ ok: delivery?.ok ?? true, webhook, delivery });
      return delivery && !delivery.ok ? FAILED : 0;
    },
  );
}

/** Returns the webhook that is set up, with its secrets. */
async function webhookSet(): Promise<Webhook | undefined> {
  const { readNotifications } = await import('../../../core/app/notices/notification-file.ts');
  return (await readNotifications(await configFolder())).webhook;
}

/**
 * @param current the webhook that is set up. Without `--webhook`, the other options change it.
 * @throws AirlockError `usage`, `disk`
 */
async function changeOf(
  options: {
    webhook?: string | boolean | undefined;
    header?: string | undefined;
    headerFile?: string | undefined;
    allowHttp?: true | undefined;
  },
  current: Webhook | undefined,
): Promise<NotificationChange | undefined> {
  const { webhook: given, header, headerFile, allowHttp } = options;
  if ((header === undefined) !== (headerFile === undefined))
    throw new AirlockError('usage', t('headerIncomplete'));
  const changed = header !== undefined || allowHttp !== undefined;
  if (given === false) {
    if (changed) throw new AirlockError('usage', t('webhookOptions'));
    return { webhook: null };
  }
  const known = typeof given === 'string' ? undefined : current;
  if (typeof given !== 'string') {
    if (!changed) return undefined;
    if (!known) throw new AirlockError('usage', t('webhookOptions'));
  }
  const { webhook } = await import('../../../core/contract/topics/schedules/notifications.ts');
  const parsed = webhook.safeParse({
    url: typeof given !== 'string' ? known?.url : /^https?:/i.test(given) ? given : await secretIn(given),
    header: header === undefined ? known?.header : { name: header, value: await secretIn(headerFile!) },
    allowHttp: allowHttp ?? known?.allowHttp ?? false,
  });
  if (parsed.success) return { webhook: parsed.data };
  const { path, message } = parsed.error.issues[0]!;
  throw new AirlockError('usage', `${path.join('.')}: ${message}`);
}

/** Returns the text of a file without the spaces around it. */
async function secretIn(file: string): Promise<string> {
  const text = await readFile(userPath(file), 'utf8').catch((error: unknown) => {
    throw asAirlockError(error);
  });
  return text.trim();
}
