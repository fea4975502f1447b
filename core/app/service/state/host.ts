import { hostname } from 'node:os';
import { userName } from '../../../base/files/person.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { userAuthFile } from '../../../registry/access/user-auth-file.ts';
import type { HandlersOf } from './handlers.ts';
import type { ServiceState } from './state.ts';

const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];

export function hostHandlers({ options, host }: ServiceState): HandlersOf<'host'> {
  const { carrier, keyStore, nativeDialogs } = options;
  return {
    'host.describe': async (_input, { session }) => ({
      session: session!,
      version: host.tool.replace(/^.* /, ''),
      carrier,
      platform: `${process.platform} ${process.arch}`,
      hostName: hostname(),
      user: userName(),
      home: host.home,
      stateDirectory: defaultStateDirectory(host),
      authFile: await userAuthFile(host),
      keyStore,
      nativeDialogs,
      proxies: proxiesOf(host.env),
      license: 'Apache-2.0',
    }),
  };
}

/** Returns the proxy variables that are set, without username and password. */
export function proxiesOf(env: HostFacts['env']): { name: string; value: string }[] {
  return PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]).flatMap((name) => {
    const value = env[name];
    return value ? [{ name, value: /^no_proxy$/i.test(name) ? value : withoutUserInfo(value) }] : [];
  });
}

/** A password can contain any character, so everything before the last @ is removed. */
function withoutUserInfo(address: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(address) ?? [];
  return scheme + rest.slice(rest.lastIndexOf('@') + 1);
}
