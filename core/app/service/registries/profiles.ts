import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSealedJson } from '../../../base/files/sealed-records.ts';
import { keepProfile as keepWhereLookedFor, profileFolder } from '../../../mirror/run/destination-profile.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { createAccess } from '../../../registry/access/create-access.ts';
import { probeDestination } from '../../../registry/capabilities/probe/destination.ts';
import {
  CAPABILITY_NAMES,
  REGISTRY_PROFILE,
  type RegistryProfile,
} from '../../../registry/capabilities/profile.ts';
import { readProfile, writeProfile } from '../../../registry/capabilities/profile-file.ts';
import { createRegistries } from '../../../registry/client/registries.ts';
import type { ServiceState } from '../state/state.ts';
import type { RegistryName } from './name.ts';

const STALL_MS = 10_000;

/** Returns all stored profiles of a host in all known folders: the last one of each path, newest first. */
export async function storedProfiles(
  host: string,
  { knownRoots }: Pick<ServiceState, 'knownRoots'>,
): Promise<RegistryProfile[]> {
  const newest = new Map<string, RegistryProfile>();
  for (const { root } of await knownRoots())
    for (const profile of await profilesIn(profileFolder(root))) {
      const known = newest.get(profile.namespace);
      if (profile.host !== host || (known && known.checkedAt >= profile.checkedAt)) continue;
      newest.set(profile.namespace, profile);
    }
  return [...newest.values()].sort((a, b) => (a.checkedAt > b.checkedAt ? -1 : 1));
}

/**
 * Saves a profile for the next push and plan: in the state folder, in `workspace` if it is one, and in every known folder
 * with an older profile.
 * @throws system errors
 */
export async function keepProfile(
  profile: RegistryProfile,
  { hostAt, knownRoots }: Pick<ServiceState, 'hostAt' | 'knownRoots'>,
  workspace?: string,
): Promise<void> {
  await keepWhereLookedFor(profile, hostAt(profile.host), workspace);
  for (const { root } of await knownRoots()) {
    const folder = profileFolder(root);
    const saved = await readProfile(folder, profile.host, profile.namespace).catch(() => undefined);
    if (saved && saved.checkedAt < profile.checkedAt) await writeProfile(folder, profile);
  }
}

/**
 * Probes a registry. Content that is pushed for a probe is removed again.
 * @param onStep called with the number of known capabilities, their total, and the last one
 * @throws AirlockError `unauthorized`, connection faults, `blocked-registry`; `interrupted`
 */
export async function probeRegistry(options: {
  registry: RegistryName;
  tlsVerify: boolean;
  host: HostFacts;
  signal: AbortSignal;
  onStep: (done: number, total: number, capability: string) => void;
}): Promise<RegistryProfile> {
  const { registry, tlsVerify, host, signal, onStep } = options;
  const access = await createAccess({
    env: { ...host.env },
    home: host.home,
    typed: host.credentials,
    insecureHosts: (name) => (name === registry.host && !tlsVerify) || undefined,
  });
  const registries = createRegistries({
    access,
    retry: { times: 0, delayMs: 0 },
    stallMs: STALL_MS,
    userAgent: host.tool.replace(' ', '/'),
  });
  let done = 0;
  try {
    return await probeDestination(registries.at(registry.host), {
      namespace: registry.path,
      signal,
      onStep: ({ capability }) => onStep(++done, CAPABILITY_NAMES.length, capability),
    });
  } finally {
    await registries.close();
    await access.close();
  }
}

async function profilesIn(folder: string): Promise<RegistryProfile[]> {
  const names = await readdir(folder).catch(() => []);
  const found: RegistryProfile[] = [];
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const profile = REGISTRY_PROFILE.safeParse(openSealedJson(text, name)).data;
    if (profile) found.push(profile);
  }
  return found;
}
