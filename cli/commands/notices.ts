import type { Command } from '@commander-js/extra-typings';
import type { Notices } from '../../core/app/notices/notices.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { addCommand, type CommandContext } from '../terminal/command-line.ts';
import { localTime, table } from '../terminal/format.ts';
import { hostFacts } from '../terminal/host.ts';
import { t } from './messages.ts';

/** `airlock notices`: the notifications that the app shows behind its bell. */
export function addNotices(program: Command): void {
  const notices = program.command('notices').description(t('notices'));
  addCommand(
    notices,
    'list',
    t('noticesList'),
    (command) => command.option('--unread', t('unreadOption')),
    async (context, { unread = false }) => {
      await withNotices(async (all) => {
        const found = (await all.list()).filter(({ read }) => !unread || !read);
        const rows = found.map(({ id, at, level, read, title, text }) => [
          id.slice(0, 8),
          localTime(at),
          t('noticeLevel', { level }),
          read ? '' : t('unread'),
          text === '' ? title : t('noticeLine', { title, text: text.replaceAll('\n', ', ') }),
        ]);
        if (rows.length === 0) context.terminal.print(t(unread ? 'noUnreadNotices' : 'noNotices'));
        else
          context.terminal.print(
            table([
              ['noticeColumn', 'timeColumn', 'levelColumn', 'stateColumn', 'messageColumn'].map((key) =>
                t(key as 'noticeColumn'),
              ),
              ...rows,
            ]),
          );
        context.terminal.result({ ok: true, notices: found });
      });
      return 0;
    },
  );
  addCommand(
    notices,
    'read [id...]',
    t('noticesRead'),
    (command) => command,
    async (context, _options, given) =>
      change(context, given.flat(), 'markedRead', (all, ids) => all.mark(ids, true)),
  );
  addCommand(
    notices,
    'clear [id...]',
    t('noticesClear'),
    (command) => command,
    async (context, _options, given) =>
      change(context, given.flat(), 'cleared', (all, ids) => all.clear(ids)),
  );
}

async function change(
  { terminal }: CommandContext,
  given: readonly (string | undefined)[],
  done: 'markedRead' | 'cleared',
  edit: (notices: Notices, ids: readonly string[] | undefined) => Promise<unknown>,
): Promise<number> {
  await withNotices(async (all) => {
    const stored = await all.list();
    const wanted = given.filter((one) => one !== undefined);
    const ids = wanted.map((start) => {
      const found = stored.filter(({ id }) => id.startsWith(start));
      if (found.length === 1) return found[0]!.id;
      throw new AirlockError('not-found', t('noticeUnknown', { id: start, count: found.length }), {
        side: 'local',
        remedy: t('noticeUnknownRemedy'),
      });
    });
    await edit(all, wanted.length === 0 ? undefined : ids);
    const changed = stored.filter(
      ({ id, read }) => (wanted.length === 0 || ids.includes(id)) && !(done === 'markedRead' && read),
    );
    const count = changed.length;
    terminal.print(t(done, { count }));
    terminal.result({ ok: true, count });
  });
  return 0;
}

async function withNotices(work: (notices: Notices) => Promise<void>): Promise<void> {
  const { createNotices } = await import('../../core/app/notices/notices.ts');
  const { defaultConfigDirectory } = await import('../../core/app/service/state/config-directory.ts');
  const host = hostFacts();
  const notices = createNotices({ configDirectory: defaultConfigDirectory(host), host });
  try {
    await work(notices);
  } finally {
    await notices.close();
  }
}
