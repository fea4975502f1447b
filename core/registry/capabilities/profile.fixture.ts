import { CAPABILITY_NAMES, type Capabilities, type RegistryProfile } from './profile.ts';

const UNKNOWN = Object.fromEntries(
  CAPABILITY_NAMES.map((name) => [name, { value: 'unknown', evidence: 'not probed' }]),
) as Capabilities;

/** Returns a profile in which everything is unknown except the given values. */
export function profileWith(
  values: { [C in keyof Capabilities]?: Capabilities[C]['value'] },
  rest: Partial<RegistryProfile> = {},
): RegistryProfile {
  const given = Object.entries(values).map(([name, value]) => [
    name,
    { value, evidence: `${name} was probed` },
  ]);
  return {
    format: 3,
    host: 'reg.lan',
    namespace: 'ocp',
    checkedAt: '2026-01-01T00:00:00.000Z',
    existingProjects: [],
    missingProjects: [],
    leftovers: [],
    ...rest,
    capabilities: {
      ...UNKNOWN,
      namespace: { value: 'ready', evidence: 'POST request: HTTP status 202' },
      ...(Object.fromEntries(given) as Partial<Capabilities>),
    },
  };
}
