import { shellWord } from '../../base/document/shell-word.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { practiceDrives } from './drives.ts';
import { sidesIn } from './journey.ts';
import { t } from './messages.ts';

/** Returns the environment of a world as lines for a POSIX shell: `export NAME=value`. */
export function exportLines({ environment }: Pick<PracticeWorld, 'environment'>): string {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${shellWord(value)}\n`)
    .join('');
}

/** Returns commands to try in a running world, in the order of the journey, with their purpose. */
export function commandsToTry(
  { sets, destination }: Pick<PracticeWorld, 'sets' | 'destination'>,
  directory: string,
): { command: string; about: string }[] {
  const sides = sidesIn(directory);
  const workspace = shellWord(`file://${sides.connected}`);
  const config = shellWord(sets.core.file);
  const received = shellWord(`file://${sides.received}`);
  const drives = practiceDrives(directory).map(({ path }) => shellWord(path));
  const each = (option: string) => drives.map((path) => `${option} ${path}`).join(' ');
  const push = `--from ${received} docker://${destination.host} --state ${shellWord(sides.disconnected)}`;
  return [
    { command: `airlock plan -c ${config} ${workspace}`, about: t('planCommand') },
    { command: `airlock mirror -c ${config} ${workspace}`, about: t('mirrorCommand') },
    { command: `airlock verify ${workspace}`, about: t('verifyCommand') },
    {
      command: `mkdir -p ${drives.join(' ')} && airlock media export --transfer default-0001 ${each('--to')} ${workspace}`,
      about: t('exportCommand'),
    },
    { command: `airlock media import ${each('--from')} ${received}`, about: t('importCommand') },
    { command: `airlock mirror ${push}`, about: t('pushCommand') },
    { command: `airlock registry serve ${workspace}`, about: t('serveCommand') },
  ];
}
