import { allCommands, type CommandWords, type ValueWords } from './command-words.ts';
import { functionName } from './quoting.ts';

/** Returns the completion script of fish, with descriptions. */
export function fishCompletion(program: CommandWords): string {
  const [name = ''] = program.path;
  const at = `_${functionName(name)}_at`;
  const all = allCommands(program);
  const groups = all.filter(({ commands }) => commands.length > 0);
  return `# Completion of ${name} for fish. To use it: ${name} completion fish | source
# Succeeds if the words of the line call exactly this command.
function ${at}
    set -l path ${name}
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$path $word"
            case ${groups.flatMap(({ commands }) => commands.map(({ path }) => text(path.join(' ')))).join(' ')}
                set path "$path $word"
        end
    end
    test "$path" = "$argv"
end
# Offers addresses: directories behind file://.
function ${at}_address
    set -l word (commandline -ct)
    if string match -q 'file://*' -- $word
        __fish_complete_directories (string replace 'file://' '' -- $word) | string replace -r '^' 'file://'
    else
        printf '%s\\n' $argv
    end
end
complete -c ${name} -f
${all.flatMap((command) => linesOf(command, name, at)).join('\n')}
`;
}

function linesOf({ path, commands, options, argument }: CommandWords, name: string, at: string): string[] {
  const condition = `complete -c ${name} -n ${text(`${at} ${path.join(' ')}`)}`;
  const below = commands.map((each) => `${condition} -a ${each.path.at(-1)} -d ${text(each.summary)}`);
  const own = options.map(({ names, description, value }) => {
    const words = names.map((each) =>
      each.startsWith('--') ? `-l ${each.slice(2)}` : `-s ${each.slice(1)}`,
    );
    return `${condition} ${words.join(' ')}${offerOf(value, at)} -d ${text(description)}`;
  });
  return [...below, ...own, ...argumentOf(argument, at).map((each) => `${condition} ${each}`)];
}

function offerOf(value: ValueWords | undefined, at: string): string {
  if (value === undefined) return '';
  const [offered = ''] = argumentOf(value, at);
  return offered === '' ? ' -x' : offered === '-F' ? ' -r -F' : ` -x ${offered}`;
}

function argumentOf({ words, path }: ValueWords, at: string): string[] {
  const schemes = words.filter((word) => word.endsWith('://'));
  if (schemes.length > 0) return [`-a ${text(`(${at}_address ${schemes.join(' ')})`)}`];
  if (words.length > 0) return [`-a ${text(words.join(' '))}`];
  if (path === 'directory') return [`-a '(__fish_complete_directories)'`];
  return path === 'file' ? ['-F'] : [];
}

function text(words: string): string {
  return `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
