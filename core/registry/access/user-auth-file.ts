import { access } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the user's auth file for writing: the named one, that of `podman login` if it exists (it is removed when the
 * host restarts), otherwise the persistent one.
 */
export async function userAuthFile(options: {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): Promise<string> {
  const { env, home } = options;
  if (env.REGISTRY_AUTH_FILE) return env.REGISTRY_AUTH_FILE;
  if (env.XDG_RUNTIME_DIR) {
    const runtime = join(env.XDG_RUNTIME_DIR, 'containers/auth.json');
    const exists = await access(runtime).then(
      () => true,
      () => false,
    );
    if (exists) return runtime;
  }
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'containers/auth.json');
}
