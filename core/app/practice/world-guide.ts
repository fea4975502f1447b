import { shellWord } from '../../base/document/shell-word.ts';
import type { PracticeWorld } from '../../test-world/world.ts';
import { sidesIn } from './journey.ts';

/** The environment of a world as lines for a POSIX shell: `export NAME=value`. */
export function exportLines({ environment }: Pick<PracticeWorld, 'environment'>): string {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${shellWord(value)}\n`)
    .join('');
}

/** Commands for a person who tries a running world by hand, in the order of the journey, with what each is for. */
export function commandsToTry(
  { sets, destination }: Pick<PracticeWorld, 'sets' | 'destination'>,
  directory: string,
): { command: string; about: string }[] {
  const sides = sidesIn(directory);
  const workspace = shellWord(`file://${sides.connected}`);
  const config = shellWord(sets.core.file);
  const received = shellWord(`file://${sides.received}`);
  const stick = shellWord(sides.stick);
  const push = `--from ${received} docker://${destination.host} --state ${shellWord(sides.disconnected)}`;
  return [
    { command: `airlock plan -c ${config} ${workspace}`, about: 'what would be moved, and why' },
    { command: `airlock mirror -c ${config} ${workspace}`, about: 'mirror to disk' },
    { command: `airlock verify ${workspace}`, about: 'read every byte against its digest' },
    {
      command: `mkdir -p ${stick} && airlock media export --transfer default-0001 --to ${stick} ${workspace}`,
      about: 'onto a stick: a folder here',
    },
    { command: `airlock media import --from ${stick} ${received}`, about: 'and on the other side, from it' },
    { command: `airlock mirror ${push}`, about: 'from disk to the mirror registry' },
    { command: `airlock registry serve ${workspace}`, about: 'what was mirrored, itself as a registry' },
  ];
}
