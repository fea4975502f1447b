import { stringify } from 'yaml';
import { commandHost, VERSION } from '../../terminal/host.ts';
import { OcMirrorError } from './flags.ts';
import type { OcMirrorLog } from './log.ts';
import type { Values } from './request.ts';

/** Prints the version in the formats of `oc-mirror version`. @throws OcMirrorError for another output format */
export function versionAsOcMirror(log: OcMirrorLog, values: Values): number {
  const [major = '', minor = ''] = VERSION.split('.');
  const clientVersion = {
    ...{ major, minor, gitVersion: `v${VERSION}`, gitCommit: '', gitTreeState: 'clean', buildDate: '' },
    ...{ goVersion: '', compiler: 'airlock', platform: goPlatform() },
  };
  const output = values.text('output');
  const { stdout } = commandHost();
  if (output === 'json') stdout.write(`${JSON.stringify({ clientVersion }, undefined, 2)}\n`);
  else if (output === 'yaml') stdout.write(stringify({ clientVersion }));
  else if (output !== undefined) throw new OcMirrorError("--output must be 'yaml' or 'json'");
  else log.print(`Client Version: v${VERSION} (airlock)`);
  return 0;
}

/** Returns the platform as Go names it, such as `linux/amd64`. */
function goPlatform(): string {
  const { platform, arch } = process;
  return `${platform === 'win32' ? 'windows' : platform}/${arch === 'x64' ? 'amd64' : arch}`;
}
