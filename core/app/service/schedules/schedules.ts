import { scheduleLines } from '../../schedules/lines.ts';
import type { ScheduleRunner } from '../../schedules/runner.ts';
import {
  moveSchedule,
  pauseSchedule,
  removeSchedule,
  requestSchedule,
  requireWorkspace,
  saveSchedule,
} from '../../schedules/settings.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

/** Returns the handlers of `schedules.*`. */
export function scheduleHandlers(
  state: Pick<ServiceState, 'options' | 'emit'>,
  runner: Pick<ScheduleRunner, 'wake' | 'owns'>,
): HandlersOf<'schedules'> {
  const { configDirectory } = state.options;
  const changed = (): Record<never, never> => {
    state.emit({ type: 'schedules' });
    runner.wake();
    return {};
  };
  return {
    async 'schedules.list'(input) {
      const workspace = absolutePath(input.workspace, 'workspace');
      await requireWorkspace(workspace);
      return { ...(await scheduleLines(workspace, configDirectory)), own: runner.owns(workspace) };
    },
    async 'schedules.save'({ schedule, replaces, ...input }) {
      const { configFile, authFile, stateDirectory } = schedule;
      const workspace = absolutePath(input.workspace, 'workspace');
      await requireWorkspace(workspace);
      const saved = await saveSchedule(
        workspace,
        {
          ...schedule,
          configFile: optionalPath(configFile, 'schedule.configFile'),
          authFile: optionalPath(authFile, 'schedule.authFile'),
          stateDirectory: optionalPath(stateDirectory, 'schedule.stateDirectory'),
        },
        { configDirectory, replaces, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      );
      changed();
      return saved;
    },
    async 'schedules.remove'({ workspace, name }) {
      await removeSchedule(absolutePath(workspace, 'workspace'), name);
      return changed();
    },
    async 'schedules.pause'({ workspace, name, paused }) {
      await pauseSchedule(absolutePath(workspace, 'workspace'), name, paused);
      return changed();
    },
    async 'schedules.move'({ workspace, name, to }) {
      await moveSchedule(absolutePath(workspace, 'workspace'), name, to);
      return changed();
    },
    async 'schedules.runNow'({ workspace, name }) {
      await requestSchedule(absolutePath(workspace, 'workspace'), name);
      return changed();
    },
  };
}
