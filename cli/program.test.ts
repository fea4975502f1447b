import { expect, test } from 'vitest';
import { commandLine } from './program.ts';

test('each command can be loaded alone, and is the same as among all', async () => {
  const { commands } = await commandLine();
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    const alone = (await commandLine(command.name())).commands;
    expect(alone.map((each) => each.name())).toEqual([command.name()]);
    expect(alone[0]!.helpInformation()).toBe(command.helpInformation());
  }
});

test('an unknown command loads all, whose names its error needs', async () => {
  const all = (await commandLine()).commands.length;
  for (const name of ['', '--help', 'help', 'toString', 'mirrors'])
    expect((await commandLine(name)).commands).toHaveLength(all);
});
