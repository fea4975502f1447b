import type { Command } from '@commander-js/extra-typings';
import { addScheduleAdd } from './add.ts';
import { addScheduleChanges } from './changes.ts';
import { addScheduleList } from './list.ts';
import { t } from './messages.ts';
import { addScheduleNotify } from './notify.ts';
import { addScheduleRun } from './run.ts';

export function addSchedule(program: Command): void {
  const schedule = program.command('schedule').description(t('schedule'));
  addScheduleAdd(schedule);
  addScheduleList(schedule);
  addScheduleChanges(schedule);
  addScheduleRun(schedule);
  addScheduleNotify(schedule);
}
