import { allCommands, type CommandWords, type ValueWords } from './command-words.ts';
import { functionName, quoted } from './quoting.ts';

/**
 * Returns the completion script of bash. It needs bash 4 and no other package: it reads the words from the line, because
 * bash also splits them at `:` and `=`, as in `file:///srv`.
 */
export function bashCompletion(program: CommandWords): string {
  const [name = ''] = program.path;
  const call = functionName(name);
  return `# Completion of ${name} for bash. To use it: source <(${name} completion bash)
${call}() {
  local line=\${COMP_LINE:0:COMP_POINT} path=${name} previous= value= word reply prefix
  local -a words commands options values argument offered=()
  read -ra words <<< "$line"
  local current=\${words[-1]}
  [[ $line == *[[:space:]] ]] && current= || unset 'words[-1]'
  ${call}_words "$path"
  for word in "\${words[@]:1}"; do
    if [[ -n $value ]]; then value=; continue; fi
    if [[ $word == -* ]]; then
      for reply in "\${values[@]}"; do [[ $reply == "$word "* ]] && value=\${reply#"$word "}; done
    else
      for reply in "\${commands[@]}"; do [[ $reply == "$word" ]] && path+=" $word" && ${call}_words "$path" && break; done
    fi
  done
  if [[ -z $value && $current == --*=* ]]; then
    for reply in "\${values[@]}"; do [[ $reply == "\${current%%=*} "* ]] && value=\${reply#* }; done
    prefix=\${current%%=*}=
    current=\${current#*=}
  fi
  if [[ -n $value ]]; then read -ra offered <<< "$value"
  elif [[ $current == -* ]]; then offered=("\${options[@]}")
  else offered=("\${commands[@]}" "\${argument[@]}")
  fi
  COMPREPLY=()
  for word in "\${offered[@]}"; do
    case $word in
      '<file>') while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$current"); compopt -o filenames ;;
      '<directory>') while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -d -- "$current"); compopt -o filenames ;;
      '<text>') ;;
      file://)
        if [[ $current == file://* ]]; then
          while IFS= read -r reply; do COMPREPLY+=("file://$reply"); done < <(compgen -d -- "\${current#file://}")
          compopt -o nospace
        elif [[ file:// == "$current"* ]]; then COMPREPLY+=(file://); compopt -o nospace
        fi ;;
      docker://) [[ docker:// == "$current"* ]] && COMPREPLY+=(docker://) && compopt -o nospace ;;
      *) [[ $word == "$current"* ]] && COMPREPLY+=("$word") ;;
    esac
  done
  # bash replaces only what is behind the last separator.
  if [[ $COMP_WORDBREAKS == *:* && $current == *:* ]]; then
    prefix=\${current%"\${current##*:}"}
    COMPREPLY=("\${COMPREPLY[@]#"$prefix"}")
  fi
}
${call}_words() {
  commands=() options=() values=() argument=()
  case $1 in
${allCommands(program).map(branch).join('\n')}
  esac
}
complete -F ${call} ${name}
`;
}

function branch({ path, commands, options, argument }: CommandWords): string {
  const values = options.flatMap(({ names, value }) =>
    value === undefined ? [] : names.map((name) => `${name} ${wordsOf(value).join(' ')}`),
  );
  return [
    `    ${quoted(path.join(' '))})`,
    `      commands=(${commands.map((each) => quoted(each.path.at(-1)!)).join(' ')})`,
    `      options=(${options.flatMap(({ names }) => names.map(quoted)).join(' ')})`,
    `      values=(${values.map(quoted).join(' ')})`,
    `      argument=(${wordsOf(argument).map(quoted).join(' ')}) ;;`,
  ].join('\n');
}

function wordsOf({ words, path }: ValueWords): string[] {
  const all = path === undefined ? [...words] : [...words, `<${path}>`];
  return all.length === 0 ? ['<text>'] : all;
}
