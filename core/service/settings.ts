import type { RunDefaults } from '../contract/settings.ts';
import type { HandlersOf } from './handlers.ts';
import type { ServiceState } from './state.ts';

export function settingsHandlers({ settings }: ServiceState): HandlersOf<'settings'> {
  return {
    'settings.read': () => settings.read(),
    'settings.write': ({ defaults, ...change }) =>
      settings.change((now) => ({ ...now, ...change, defaults: withChanges(now.defaults, defaults) })),
  };
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
