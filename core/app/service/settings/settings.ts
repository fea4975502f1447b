import type { RunDefaults, Settings } from '../../../contract/topics/settings.ts';
import { canonicalWindows } from '../../../mirror/run/run-schedule.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';

export function settingsHandlers({ settings }: ServiceState): HandlersOf<'settings'> {
  return {
    'settings.read': () => settings.read(),
    'settings.write': ({ defaults, workspaceWindows, ...change }) => {
      const saved = defaults?.windows
        ? { ...defaults, windows: canonicalWindows(defaults.windows) }
        : defaults;
      return settings.change((now) => ({
        ...now,
        ...change,
        defaults: withChanges(now.defaults, saved),
        workspaceWindows: workspaceWindows
          ? withWindows(now.workspaceWindows, workspaceWindows)
          : now.workspaceWindows,
      }));
    },
  };
}

function withWindows(
  now: Settings['workspaceWindows'] = {},
  change: { workspace: string; windows: string[] | null },
): Settings['workspaceWindows'] {
  const { [change.workspace]: _before, ...others } = now;
  return change.windows === null
    ? others
    : { ...others, [change.workspace]: canonicalWindows(change.windows) };
}

/** `null` takes a default away, what is absent stays. */
function withChanges(
  now: RunDefaults,
  change: { [F in keyof RunDefaults]?: RunDefaults[F] | null | undefined } = {},
): RunDefaults {
  const all = Object.entries({ ...now, ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(all);
}
