import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from './messages.ts';

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const PATH = /^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*$/;

/** `host[:port]`, and the path below it, which may be empty. */
export interface RegistryName {
  host: string;
  path: string;
  /** Host and path, as in auth files. */
  name: string;
}

/**
 * Parses a registry that was typed or pasted, without `docker://`, `https://` and trailing slashes.
 * @throws AirlockError `usage`. The input is quoted only if it contains no `@`, because it may contain a password
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
  const message = bare.includes('@')
    ? t('notARegistryHidden', { field })
    : t('notARegistry', { field, name: bare.slice(0, 100) });
  throw new AirlockError('usage', message, {
    remedy: t('notARegistryRemedy'),
    at: { path: field },
  });
}
