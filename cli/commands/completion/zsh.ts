import { allCommands, type CommandWords, type OptionWords, type ValueWords } from './command-words.ts';
import { functionName } from './quoting.ts';

/** Returns the completion script of zsh, with descriptions. It works as a file `_airlock` in `$fpath`, and when it is sourced. */
export function zshCompletion(program: CommandWords): string {
  const [name = ''] = program.path;
  return `#compdef ${name}
# Completion of ${name} for zsh. To use it: source <(${name} completion zsh)
${functionName('airlock_address')}() {
  # file://DIR completes directories, docker:// only itself.
  if compset -P 'file://'; then _files -/
  else compadd -S '' -- "$@"
  fi
}
${allCommands(program).map(commandFunction).join('\n')}
if [[ $funcstack[1] == ${functionName(name)} ]]; then ${functionName(name)} "$@"
else compdef ${functionName(name)} ${name}
fi
`;
}

function commandFunction(command: CommandWords): string {
  const { path, commands, options, argument } = command;
  const call = functionName(path.join('_'));
  const specs = options.map(optionSpec);
  if (commands.length === 0)
    return `${call}() {\n  _arguments -s ${[...specs, `'*:value:${actionOf(argument)}'`].join(' \\\n    ')}\n}`;
  const below = commands.map((each) => each.path.at(-1)!);
  const list = commands.map((each, i) => `    ${single(`${below[i]}:${plain(each.summary)}`)}`).join('\n');
  const branches = below.map((word) => `      ${word}) ${functionName([...path, word].join('_'))} ;;`);
  return `${call}() {
  local line state
  _arguments -C ${[...specs, "'1: :->command'", "'*:: :->words'"].join(' \\\n    ')}
  case $state in
  command)
    local -a commands=(
${list}
    )
    _describe command commands${argument.path === undefined ? '' : '\n    _files'} ;;
  words)
    case $line[1] in
${branches.join('\n')}
    esac ;;
  esac
}`;
}

function optionSpec({ names, description, value }: OptionWords): string {
  const text = `[${plain(description).replaceAll('[', '\\[').replaceAll(']', '\\]')}]`;
  const action = value === undefined ? '' : `:value:${actionOf(value)}`;
  // The same option may be given again.
  return names.map((name) => single(`*${name}${text}`, action)).join(' ');
}

function actionOf({ words, path }: ValueWords): string {
  const schemes = words.filter((word) => word.endsWith('://'));
  const others = words.filter((word) => !word.endsWith('://'));
  if (schemes.length > 0)
    return `${functionName('airlock_address')} ${schemes.join(' ')}`.replaceAll(':', '\\:');
  if (others.length > 0) return `(${others.join(' ')})`;
  return path === undefined ? ' ' : path === 'file' ? '_files' : '_files -/';
}

function plain(text: string): string {
  return text.replaceAll(':', '\\:');
}

function single(text: string, action = ''): string {
  return `'${text.replaceAll("'", "'\\''")}${action}'`;
}
