import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { localTime, table } from '../../terminal/format.ts';
import { t } from './messages.ts';
import { configFolder, existingWorkspace } from './places.ts';

/** `airlock schedule list` */
export function addScheduleList(schedule: Command): void {
  addCommand(
    schedule,
    'list <file://DIR>',
    t('list'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const workspace = await existingWorkspace(url!, 'list');
      const { scheduleLines } = await import('../../../core/app/schedules/lines.ts');
      const { schedules, holder } = await scheduleLines(workspace, await configFolder());
      const head = ['nameColumn', 'jobColumn', 'stateColumn', 'nextColumn', 'lastColumn'] as const;
      const rows = schedules.map(({ name, job, state, nextAt, occasions: [last] }) => [
        name,
        t('job', { job }),
        state,
        nextAt === undefined ? '' : localTime(nextAt),
        last === undefined
          ? ''
          : t('lastResult', { result: t('result', { result: last.result }), time: localTime(last.endedAt) }),
      ]);
      if (rows.length === 0) terminal.print(t('none'));
      else {
        terminal.print(table([head.map((key) => t(key)), ...rows]));
        terminal.print(holder === undefined ? t('noHolder') : t('holder', { holder }));
      }
      terminal.result({ ok: true, workspace, holder, schedules });
      return 0;
    },
  );
}
