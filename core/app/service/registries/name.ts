import { AirlockError } from '../../../base/errors/airlock-error.ts';

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const PATH = /^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/;

/** `host[:port]` and the path below it, which may be empty. */
export interface RegistryName {
  host: string;
  path: string;
  /** Both, as auth files name it. */
  name: string;
}

/**
 * What a person typed or pasted as a registry; `docker://`, `https://` and slashes at the end are left out.
 * @throws AirlockError `usage`; what was typed may hold a password, so that only what is no name of a user is quoted
 */
export function registryNameOf(typed: string, field: string): RegistryName {
  const bare = typed
    .trim()
    .replace(/^(?:docker|https?):\/\//i, '')
    .replace(/(?<!\/)\/+$/, '');
  const slash = bare.indexOf('/');
  const host = slash < 0 ? bare : bare.slice(0, slash);
  const path = slash < 0 ? '' : bare.slice(slash + 1);
  if (HOST.test(host) && (path === '' || PATH.test(path))) return { host, path, name: bare };
  const shown = bare.includes('@') ? 'what was typed' : `"${bare.slice(0, 100)}"`;
  throw new AirlockError('usage', `${field}: ${shown} is not a registry`, {
    remedy: 'Write it as HOST, HOST:PORT or HOST:PORT/PATH, without user and password.',
    at: { path: field },
  });
}
