import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { startText } from './add.ts';
import { t } from './messages.ts';
import { configFolder, existingWorkspace } from './places.ts';

/** `airlock schedule remove`, `pause`, `resume` and `move` */
export function addScheduleChanges(schedule: Command): void {
  addCommand(
    schedule,
    'remove <name> <file://DIR>',
    t('remove'),
    (command) => command,
    async ({ terminal }, _options, [name = '', url]) => {
      const { removeSchedule } = await import('../../../core/app/schedules/settings.ts');
      await removeSchedule(await existingWorkspace(url!, 'remove'), name);
      terminal.print(t('removed', { name }));
      terminal.result({ ok: true, name });
      return 0;
    },
  );
  for (const action of ['pause', 'resume'] as const)
    addCommand(
      schedule,
      `${action} <name> <file://DIR>`,
      t(action),
      (command) => command,
      async ({ terminal }, _options, [name = '', url]) => {
        const { pauseSchedule } = await import('../../../core/app/schedules/settings.ts');
        const { scheduleLines } = await import('../../../core/app/schedules/lines.ts');
        const workspace = await existingWorkspace(url!, action);
        await pauseSchedule(workspace, name, action === 'pause');
        const { schedules } = await scheduleLines(workspace, await configFolder());
        const line = schedules.find((one) => one.name === name);
        terminal.print(action === 'pause' ? t('paused', { name }) : startText(line, name));
        terminal.result({ ok: true, schedule: line });
        return 0;
      },
    );
  addCommand(
    schedule,
    'move <name> <file://DIR> <position>',
    t('move'),
    (command) => command,
    async ({ terminal }, _options, [name = '', url, text = '']) => {
      const wanted = Number(text);
      if (!Number.isInteger(wanted) || wanted < 1)
        throw new AirlockError('usage', t('positionInvalid', { position: text }));
      const { moveSchedule } = await import('../../../core/app/schedules/settings.ts');
      const position = (await moveSchedule(await existingWorkspace(url!, 'move'), name, wanted - 1)) + 1;
      terminal.print(t('moved', { name, position }));
      terminal.result({ ok: true, name, position });
      return 0;
    },
  );
}
