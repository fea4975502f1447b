// node scripts/write-command-docs.ts: writes docs/commands.md from the commands of the program.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandLine } from '../cli/program.ts';
import { EXIT_CODES, FILES, leavesOf, usageOf, visible } from './packages/man-pages.ts';
import { ROOT } from './run.ts';

export const COMMAND_DOCS = 'docs/commands.md';

const HEAD = `# Commands

Every command with its options, as \`airlock COMMAND --help\` and the man pages show them. The [guides](README.md) show how to use the
commands, and [Commands in scripts](guides/scripts.md) describes the output of \`--json\`.
`;

/** Options of more than this share of the commands are listed once. */
const COMMON = 0.9;

/** Returns the text of docs/commands.md: one heading for each command, in the order of the help. */
export async function commandDocs(): Promise<string> {
  const program = await commandLine();
  const leaves = leavesOf(program);
  const common = [...new Set(leaves.flatMap(optionsOf))].filter(
    (option) => leaves.filter((leaf) => optionsOf(leaf).includes(option)).length > leaves.length * COMMON,
  );
  const groups = visible(program).map((command) =>
    [`## airlock ${command.name()}`, sentence(summaryOf(program, command)), ...partsOf(command, common)].join(
      '\n\n',
    ),
  );
  return `${[
    HEAD.trim(),
    [
      '## Common options',
      'Nearly all commands have these options. They are listed only here.',
      table('option', common),
    ].join('\n\n'),
    ...groups,
    ['## Exit codes', table('code', EXIT_CODES.map(row))].join('\n\n'),
    ['## Directories', table('directory', FILES.map(row))].join('\n\n'),
  ].join('\n\n')}\n`;
}

function partsOf(command: CommandUnknownOpts, common: string[]): string[] {
  return leavesOf(command).flatMap((leaf) => {
    const own = optionsOf(leaf).filter((each) => !common.includes(each));
    const [first = '', ...more] = leaf.description().split('\n').filter(Boolean);
    return [
      ...(leaf === command ? [] : [`### ${nameOf(leaf)}`, sentence(first)]),
      `\`\`\`text\n${usageOf(leaf)}\n\`\`\``,
      ...(more.length === 0 ? [] : [more.map(plain).join(' ')]),
      ...(own.length === 0 ? [] : [table('option', own)]),
    ];
  });
}

function summaryOf(program: CommandUnknownOpts, command: CommandUnknownOpts): string {
  return program.createHelp().subcommandDescription(command).split('\n')[0]!;
}

function nameOf(command: CommandUnknownOpts): string {
  return usageOf(command).split(/ [[<]/)[0]!;
}

function optionsOf(command: CommandUnknownOpts): string[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .map((option) => row([help.optionTerm(option), help.optionDescription(option)]));
}

function row([name, text]: readonly [string, string]): string {
  return `| \`${name.replaceAll('|', '\\|')}\` | ${plain(text)} |`;
}

function table(title: string, rows: readonly string[]): string {
  return [`| ${title} | meaning |`, '| --- | --- |', ...rows].join('\n');
}

/** Returns a text of the help as Markdown. */
function plain(text: string): string {
  return text
    .replaceAll('\n', ' ')
    .split('`')
    .map((part, index) => part.replaceAll(index % 2 === 1 ? /\|/g : /[<*|[\]]/g, '\\$&'))
    .join('`');
}

function sentence(text: string): string {
  return `${plain(text[0]!.toUpperCase() + text.slice(1)).replace(/\.$/, '')}.`;
}

if (import.meta.main) writeFileSync(join(ROOT, COMMAND_DOCS), await commandDocs());
