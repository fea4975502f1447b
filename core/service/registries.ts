import type { RegistryEntry, Settings } from '../contract/settings.ts';
import type { HandlersOf } from './handlers.ts';
import { registryNameOf } from './registry-name.ts';
import { readRegistrySources } from './registry-sources.ts';
import type { ServiceState } from './state.ts';

export function registryHandlers(state: ServiceState): HandlersOf<'registries'> {
  const listOf = async ({ registries }: Settings): Promise<{ registries: RegistryEntry[] }> => {
    const sources = await readRegistrySources(state);
    const listed = new Map(registries.map(({ name, tlsVerify }) => [name, tlsVerify]));
    const found = sources.names().filter((name) => !listed.has(name));
    const entry = (name: string): RegistryEntry => ({
      name,
      tlsVerify: listed.get(name) ?? true,
      listed: listed.has(name),
      ...sources.about(name),
    });
    return { registries: [...listed.keys(), ...found].map(entry) };
  };

  return {
    'registries.list': async () => listOf(await state.settings.read()),
    'registries.add': async ({ name: typed, tlsVerify }) => {
      const { name } = registryNameOf(typed, 'name');
      const changed = await state.settings.change((now) => ({
        ...now,
        registries: [...now.registries.filter((one) => one.name !== name), { name, tlsVerify }],
      }));
      return listOf(changed);
    },
    'registries.remove': async ({ name }) => {
      const changed = await state.settings.change((now) => ({
        ...now,
        registries: now.registries.filter((one) => one.name !== name),
      }));
      return listOf(changed);
    },
    'registries.test': async (input, { signal }) => {
      const registry = registryNameOf(input.name, 'name');
      // The network's libraries are not needed before the first test: the engine must start quickly.
      const { testRegistry } = await import('./registry-test.ts');
      return testRegistry({ ...input, registry, host: state.hostAt(registry.host), signal });
    },
  };
}
