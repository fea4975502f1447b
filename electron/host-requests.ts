import { readFile } from 'node:fs/promises';
import type { BrowserWindow } from 'electron';
import type { EngineSupervisor } from '../core/app/engine-link/supervisor.ts';
import { registryNameOf } from '../core/app/service/registries/name.ts';
import { parsePullSecret } from '../core/app/service/registries/pull-secret.ts';
import { asAirlockError } from '../core/base/errors/airlock-error.ts';
import { CONTRACT } from '../core/contract/contract.ts';
import type { Answer } from '../core/contract/envelope.ts';
import type { CarriedHost } from './carrier.ts';
import type { AuthEntries, KeyStore } from './credentials.ts';
import { pickPath } from './dialogs.ts';
import { t } from './messages.ts';

export interface RequestingHost {
  engine: Pick<EngineSupervisor, 'request'>;
  keyStore: KeyStore;
  window(): BrowserWindow;
}

/**
 * Handles requests of the desktop's pages. The host has the dialogs and the key store, the engine everything else. The host
 * stores only credentials that the engine has accepted.
 */
export function hostRequests({ engine, keyStore, window }: RequestingHost): CarriedHost['request'] {
  return async (name, input, options) => {
    if (name === 'paths.pick') {
      const parsed = CONTRACT[name].input.safeParse(input);
      if (parsed.success) return { ok: true, value: await pickPath(window(), parsed.data) };
    }
    const answer = await engine.request(name, input, options);
    if (!answer.ok || !name.startsWith('credentials.')) return answer;
    try {
      await keepCredentials(keyStore, name, input);
      return answer;
    } catch (error) {
      return { ok: false, error: { ...asAirlockError(error).toJSON(), problems: [] } } satisfies Answer;
    }
  };
}

/** The last request for a registry counts: credentials that are now stored elsewhere or forgotten leave the key store. */
async function keepCredentials(keyStore: KeyStore, name: string, input: unknown): Promise<void> {
  if (name === 'credentials.forget') {
    const { registry } = CONTRACT[name].input.parse(input);
    await keyStore.forget([canonical(registry)]);
  } else if (name === 'credentials.set') {
    const { registry, username, password, keep } = CONTRACT[name].input.parse(input);
    const auth = Buffer.from(`${username}:${password}`).toString('base64');
    await change(keyStore, keep, { [canonical(registry)]: { auth } });
  } else if (name === 'credentials.importPullSecret') {
    const { text, file, keep } = CONTRACT[name].input.parse(input);
    const found = parsePullSecret(text ?? (await readFile(file!, 'utf8')), file ?? t('pullSecret'));
    const entries = [...found].map(([registry, { entry }]) => [registry, { ...entry }] as const);
    await change(keyStore, keep, Object.fromEntries(entries));
  }
}

async function change(keyStore: KeyStore, keep: string, entries: AuthEntries): Promise<void> {
  if (keep === 'key-store') await keyStore.keep(entries);
  else await keyStore.forget(Object.keys(entries));
}

function canonical(registry: string): string {
  return registryNameOf(registry, 'registry').name;
}
