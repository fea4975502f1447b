import type { RegistryEntry, Settings } from '../../../contract/topics/settings.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { registryNameOf } from './name.ts';
import { readRegistrySources } from './sources.ts';

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
      const { testRegistry } = await import('./test.ts');
      return testRegistry({ ...input, registry, host: state.hostAt(registry.host), signal });
    },
    'registries.profiles': async ({ name }) => {
      const { host } = registryNameOf(name, 'name');
      const { storedProfiles } = await import('./profiles.ts');
      const { profileView } = await import('./profile-view.ts');
      return { profiles: (await storedProfiles(host, state)).map((profile) => profileView(profile)) };
    },
    'registries.serve': async (requested, { signal }) => {
      const { serveRegistry } = await import('./serve.ts');
      return serveRegistry(requested, state, signal);
    },
    'registries.probe': async ({ name, tlsVerify, ticket }, { signal }) => {
      const registry = registryNameOf(name, 'name');
      const { keepProfile, probeRegistry } = await import('./profiles.ts');
      const { profileView } = await import('./profile-view.ts');
      using report = state.jobs.request(ticket, { phase: 'probe', unit: 'checks' });
      const profile = await probeRegistry({
        registry,
        tlsVerify,
        host: state.hostAt(registry.host),
        signal,
        onStep: (done, total, detail) => report(done, total, { detail }),
      });
      await keepProfile(profile, state);
      return profileView(profile);
    },
  };
}
