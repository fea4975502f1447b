import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../program.ts';
import { commandWords } from './command-words.ts';
import { completionScript, SHELLS } from './shells.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-completion-'));
  const program = commandWords(await commandLine());
  for (const shell of SHELLS) await writeFile(join(folder, shell), completionScript(shell, program)!);
  await mkdir(join(folder, 'work', 'mirror'), { recursive: true });
  await writeFile(join(folder, 'work', 'isc.yaml'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// A line, and what a shell offers for its last word.
const LINES: [line: string, offered: string[]][] = [
  ['airlock m', ['media', 'mirror']],
  ['airlock media e', ['export']],
  ['airlock media export --form', ['--format']],
  ['airlock media export --format oc', ['oc', 'oc-mirror']],
  ['airlock mirror -c is', ['isc.yaml']],
  ['airlock mirror -c isc.yaml f', ['file://']],
  ['airlock mirror --from do', ['docker://']],
  ['airlock completion z', ['zsh']],
];

test.each(LINES)('bash completes %j', async (line, offered) => {
  const text = `source ${join(folder, 'bash')}
compopt() { :; }
COMP_LINE=$1 COMP_POINT=\${#1}
_airlock
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', text, 'bash', line], { cwd: join(folder, 'work') });
  expect(lines(stdout)).toEqual(offered.toSorted());
});

test('bash completes directories behind file://, although it splits words at colons', async () => {
  const line = `airlock status file://${folder}/w`;
  const text = `source ${join(folder, 'bash')}
compopt() { :; }
COMP_LINE=$1 COMP_POINT=\${#1}
_airlock
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', text, 'bash', line]);
  expect(lines(stdout)).toEqual([`//${folder}/work`]);
});

test.each(LINES)('fish completes %j', async (line, offered) => {
  const text = `source ${join(folder, 'fish')}; complete -C $argv[1]`;
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout } = await run('fish', ['-c', text, line], { cwd: join(folder, 'work'), env });
  expect(lines(stdout.replaceAll(/\t.*/g, ''))).toEqual(offered.toSorted());
});

// zsh completes only at a terminal.
test.each([
  ['airlock media exp', 'airlock media export'],
  ['airlock media export --forma', 'airlock media export --format'],
  ['airlock mirror -c is', 'airlock mirror -c isc.yaml'],
  ['airlock completion zs', 'airlock completion zsh'],
  ['airlock mirror f', 'airlock mirror file://'],
])(
  'zsh completes %j',
  async (line, completed) => {
    const text = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; autoload -Uz compinit; compinit -u -D; source ${join(folder, 'zsh')}; echo REA""DY"
while zpty -r z out; do [[ $out == *READY* ]] && break; done
zpty -w -n z "$1"$'\\t'
all=
for (( i = 0; i < 100; i++ )); do
  sleep 0.1
  while zpty -r -t z out; do all+=$out; done
  print -rn -- "$all" | sed $'s/\\e[^a-zA-Z]*[a-zA-Z]//g' | grep -qF -- "$2" && break
done
print -r -- "$all"`;
    const { stdout } = await run('zsh', ['-f', '-c', text, 'zsh', line, completed], {
      cwd: join(folder, 'work'),
    });
    expect(stdout.replaceAll(/\u001b[^a-zA-Z]*[a-zA-Z]/g, '')).toContain(completed);
  },
  30_000,
);

test('every visible command and option is completed, and hidden ones are not', async () => {
  const program = await commandLine();
  const words = commandWords(program);
  const mirror = words.commands.find(({ path }) => path[1] === 'mirror')!;
  expect(mirror.options.flatMap(({ names }) => names)).toEqual(
    expect.arrayContaining(['--config', '-c', '--help', '--json']),
  );
  const hidden = program.commands.flatMap((command) => command.options.filter((option) => option.hidden));
  for (const { long } of hidden) expect(mirror.options.flatMap(({ names }) => names)).not.toContain(long);
  expect(words.commands.map(({ path }) => path[1])).toContain('completion');
});

function lines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
