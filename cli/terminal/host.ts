import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { HostFacts } from '../../core/mirror/run/request.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const VERSION: string = version;

/** This host as core needs to know it: the only place where the command line reads its environment. */
export function hostFacts(): HostFacts {
  return {
    env: process.env,
    home: homedir(),
    tool: `airlock ${VERSION}`,
  };
}
