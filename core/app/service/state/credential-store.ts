import type { Credentials } from '../../../registry/access/access.ts';
import { canonicalHost } from '../../../registry/access/auth-file.ts';
import type { TypedCredentials } from '../../../registry/access/credentials.ts';

type Saved = 'session' | 'key-store';

/** What was typed, in this process's memory alone. Nothing of it is ever written, told or shown. */
export interface CredentialStore {
  /** For `host` or `host/path`, as auth files name it. */
  set(registry: string, credentials: Credentials, from: Saved): void;
  forget(registry: string): boolean;
  /** The most specific that was typed for this name, or undefined. */
  readonly lookup: TypedCredentials;
  /** A text without anything that was typed as a password or token, nor its Basic form. */
  redacted(text: string): string;
  /** Names with where they came from; no secrets. */
  list(): { registry: string; from: Saved; user?: string }[];
}

const REMOVED = '(removed)';
const WHERE: Record<Saved, string> = { session: 'typed in this session', 'key-store': 'key store' };

export function createCredentialStore(): CredentialStore {
  const saved = new Map<string, { credentials: Credentials; from: Saved }>();
  return {
    set: (registry, credentials, from) => void saved.set(canonicalName(registry), { credentials, from }),
    forget: (registry) => saved.delete(canonicalName(registry)),
    lookup(host, repository) {
      let name = canonicalName(repository ? `${host}/${repository}` : host);
      for (;;) {
        const found = saved.get(name);
        if (found) return { credentials: found.credentials, origin: WHERE[found.from] };
        const slash = name.lastIndexOf('/');
        if (slash < 0) return undefined;
        name = name.slice(0, slash);
      }
    },
    redacted: (text) =>
      [...saved.values()]
        .flatMap(({ credentials }) => secretsOf(credentials))
        .reduce((clean, secret) => clean.replaceAll(secret, REMOVED), text),
    list: () =>
      [...saved].map(([registry, { credentials, from }]) => ({
        registry,
        from,
        user: credentials.kind === 'basic' ? credentials.username : undefined,
      })),
  };
}

/** Shorter ones would take parts of ordinary words away, and tell by that what they are. */
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
