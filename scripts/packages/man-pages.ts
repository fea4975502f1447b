import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/**
 * Returns man pages (section 1) by file name: one of the program, and one for each of its commands with everything below it.
 * @param about.time time of the commit, seconds since 1970
 */
export function manPages(
  program: CommandUnknownOpts,
  about: { version: string; time: number },
): Map<string, string> {
  const pages = new Map([[`${program.name()}.1`, programPage(program, about)]]);
  for (const command of visible(program))
    pages.set(`${program.name()}-${command.name()}.1`, commandPage(program, command, about));
  return pages;
}

type About = Parameters<typeof manPages>[1];

function programPage(program: CommandUnknownOpts, about: About): string {
  const name = program.name();
  const commands = visible(program).map((command) => {
    const summary = program.createHelp().subcommandDescription(command);
    return `.TP\n.BR ${name}\\-${roff(command.name())} (1)\n${line(summary)}`;
  });
  return [
    heading(name, about),
    section('NAME', `${roff(name)} \\- ${line(program.description())}`),
    section('SYNOPSIS', `.B ${roff(name)}\n.I command\n[options] [arguments]`),
    section('DESCRIPTION', paragraphs(DESCRIPTION)),
    section('COMMANDS', commands.join('\n')),
    section('OPTIONS', optionsOf(program)),
    section('EXIT STATUS', EXIT_CODES.map(([code, text]) => `.TP\n.B ${code}\n${line(text)}`).join('\n')),
    section('FILES', FILES.map(([path, text]) => `.TP\n.I ${roff(path)}\n${line(text)}`).join('\n')),
  ].join('');
}

const DESCRIPTION =
  'Airlock mirrors OpenShift releases, operators and other container images across an air gap. Fetch on a connected host, carry the content on drives, and push to a registry that has no internet access.\nWith --json, every command prints newline-delimited JSON, and its result as the last line.';

/** The same codes as in docs/guides/scripts.md. */
export const EXIT_CODES = [
  ['0', 'completed, or nothing to do'],
  ['1', 'wrong usage or invalid input'],
  ['2', 'some images failed, or a negative result'],
  ['3', 'stopped by a signal, a closed transfer window, --until or --max-bytes; the same command resumes'],
  ['4', 'network, disk, credentials, or a locked workspace; the same command resumes'],
  ['5', 'a release signature is missing or invalid'],
  ['130', 'stopped at once by a second signal; the same command resumes'],
] as const;

export const FILES = [
  ['~/.config/airlock', 'settings, drafts and keys of the app'],
  ['~/.local/state/airlock', 'runs of the disconnected side, logs and crash reports'],
  ['~/.cache/airlock', 'caches; safe to delete at any time'],
  ['DIR/.airlock', 'state of the workspace DIR'],
] as const;

function commandPage(program: CommandUnknownOpts, command: CommandUnknownOpts, about: About): string {
  const name = `${program.name()}-${command.name()}`;
  const summary = program.createHelp().subcommandDescription(command);
  const leaves = leavesOf(command);
  return [
    heading(name, about),
    section('NAME', `${roff(name)} \\- ${line(summary)}`),
    section('SYNOPSIS', leaves.map((leaf) => `.B ${roff(usageOf(leaf))}`).join('\n.br\n')),
    section('DESCRIPTION', paragraphs(command.description())),
    ...(leaves[0] === command
      ? [section('OPTIONS', optionsOf(command))]
      : [section('COMMANDS', leaves.map(leafText).join('\n'))]),
    section('SEE ALSO', `.BR ${roff(program.name())} (1)`),
  ].join('');
}

function leafText(command: CommandUnknownOpts): string {
  return `.SS ${roff(usageOf(command))}\n${paragraphs(command.description())}\n${optionsOf(command)}`;
}

/** Returns the usage of a command: `airlock verify [options] <file://DIR>`. */
export function usageOf(command: CommandUnknownOpts): string {
  return command.createHelp().commandUsage(command);
}

function optionsOf(command: CommandUnknownOpts): string {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .map((option) => `.TP\n.B ${roff(help.optionTerm(option))}\n${line(help.optionDescription(option))}`)
    .join('\n');
}

/** Returns the commands directly below a command that its help lists. */
export function visible(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
}

/** Returns the commands below a command that do something, or the command itself. */
export function leavesOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  const below = visible(command);
  return below.length === 0 ? [command] : below.flatMap(leavesOf);
}

function heading(name: string, { version, time }: About): string {
  const date = new Date(time * 1000).toISOString().slice(0, 10);
  return `.TH ${roff(name.toUpperCase())} 1 ${date} "Airlock ${version}" "Airlock"\n`;
}

function section(title: string, text: string): string {
  return text === '' ? '' : `.SH ${title}\n${text}\n`;
}

function paragraphs(text: string): string {
  return text
    .split('\n')
    .filter((each) => each !== '')
    .map(line)
    .join('\n.PP\n');
}

/** Returns a line of text. Words in backticks are bold. */
function line(text: string): string {
  const flat = roff(text.replaceAll('\n', ' '));
  return flat.replaceAll(/`([^`]+)`/g, '\\fB$1\\fR').replace(/^(?=[.'])/, '\\&');
}

/** Escapes a text for roff (groff_char(7)): backslashes, and characters that a terminal would show as typographic ones. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll("'", '\\(aq');
}
