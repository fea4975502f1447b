import { access } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The auth file that belongs to the user for writing: the one that is named, that of `podman login` when there is one
 * (it is gone after a restart of the host), else the lasting one.
 */
export async function userAuthFile(options: {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): Promise<string> {
  const { env, home } = options;
  if (env.REGISTRY_AUTH_FILE) return env.REGISTRY_AUTH_FILE;
  if (env.XDG_RUNTIME_DIR) {
    const runtime = join(env.XDG_RUNTIME_DIR, 'containers/auth.json');
    const there = await access(runtime).then(
      () => true,
      () => false,
    );
    if (there) return runtime;
  }
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'containers/auth.json');
}
