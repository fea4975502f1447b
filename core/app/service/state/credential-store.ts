import type { Credentials } from '../../../registry/access/access.ts';
import { canonicalHost } from '../../../registry/access/auth-file.ts';
import type { TypedCredentials } from '../../../registry/access/credentials.ts';
import { t } from './messages.ts';

type Saved = 'session' | 'key-store';

/** Credentials that were entered, in the memory of this process only. They are never written, reported or shown. */
export interface CredentialStore {
  /** Stores credentials for `host` or `host/path`, as in auth files. */
  set(registry: string, credentials: Credentials, from: Saved): void;
  forget(registry: string): boolean;
  /** Returns the most specific credentials for this name, or undefined. */
  readonly lookup: TypedCredentials;
  /** Returns a text without any password or token that was entered, or its Basic form. */
  redacted(text: string): string;
  /** Returns names and origins without secrets. */
  list(): { registry: string; from: Saved; user?: string }[];
}

const REMOVED = '(removed)';
const WHERE = { session: 'sessionCredentials', 'key-store': 'keyStoreCredentials' } as const;

export function createCredentialStore(): CredentialStore {
  const saved = new Map<string, { credentials: Credentials; from: Saved }>();
  return {
    set: (registry, credentials, from) => void saved.set(canonicalName(registry), { credentials, from }),
    forget: (registry) => saved.delete(canonicalName(registry)),
    lookup(host, repository) {
      let name = canonicalName(repository ? `${host}/${repository}` : host);
      for (;;) {
        const found = saved.get(name);
        if (found) return { credentials: found.credentials, origin: t(WHERE[found.from]) };
        const slash = name.lastIndexOf('/');
        if (slash < 0) return undefined;
        name = name.slice(0, slash);
      }
    },
    redacted: (text) =>
      [...saved.values()]
        .flatMap(({ credentials }) => secretsOf(credentials))
        // In JSON, quotation marks and backslashes are escaped.
        .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
        .reduce((clean, secret) => clean.replaceAll(secret, REMOVED), text),
    list: () =>
      [...saved].map(([registry, { credentials, from }]) => ({
        registry,
        from,
        user: credentials.kind === 'basic' ? credentials.username : undefined,
      })),
  };
}

/** Shorter passwords would remove parts of ordinary words, and reveal themselves in this way. */
const SHORTEST = 4;

function secretsOf(credentials: Credentials): string[] {
  const secrets =
    credentials.kind === 'basic'
      ? [
          credentials.password,
          Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64'),
        ]
      : [credentials.token];
  return secrets.filter((secret) => secret.length >= SHORTEST);
}

function canonicalName(registry: string): string {
  const [host = '', ...path] = registry.split('/');
  return [canonicalHost(host), ...path].join('/');
}
