/** A command line in a document, or the mention of one in a sentence. */
export interface DocumentedCommand {
  /** Program and arguments. */
  words: string[];
  /** Between backticks in a sentence: a name, perhaps with some of its options. */
  mention: boolean;
  line: number;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const SHELL_WORDS = new Set(['if', 'then', 'else', 'fi', 'while', 'until', 'do', 'done', '!', '{', '}']);
/** What stands between two commands of a line. */
const OPERATORS = /^(&&|\|\||\$\(|[|;&)\n])/;

/** Command lines of the `sh` blocks and code spans of a Markdown text. */
export function documentedCommands(markdown: string): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  for (const { 1: language, 2: code = '', index } of markdown.matchAll(FENCE)) {
    if (language !== 'sh') continue;
    const line = lineAt(markdown, index) + 1;
    for (const words of commandsOf(code)) found.push({ words, mention: false, line });
  }
  const prose = withoutFences(markdown);
  for (const { 1: code = '', index } of prose.matchAll(/`([^`\n]+)`/g)) {
    const [words] = commandsOf(code);
    if (words)
      found.push({
        words: words.filter((w) => !/^(…|\.\.\.)$/.test(w)),
        mention: true,
        line: lineAt(prose, index),
      });
  }
  return found;
}

/** Text without code blocks; lines keep their numbers. */
export function withoutFences(markdown: string): string {
  return markdown.replaceAll(FENCE, (block) => block.replaceAll(/[^\n]/g, ''));
}

/** Arguments of Airlock when that is what a command runs, in a checkout too. */
export function airlockArguments([program, ...rest]: string[]): string[] | undefined {
  if (program === 'airlock') return rest;
  const [run, quiet, name, separator, ...behind] = rest;
  const inCheckout = program === 'npm' && run === 'run' && quiet === '-s' && name === 'airlock';
  return inCheckout && separator === '--' ? behind : undefined;
}

function commandsOf(code: string): string[][] {
  const commands: string[][] = [[]];
  let rest = code.replaceAll(/\\\n\s*/g, ' ').replaceAll(/(^|\s)#.*$/gm, '$1');
  while (rest) {
    const blank = /^[^\S\n]+/.exec(rest)?.[0];
    const operator = blank ? undefined : OPERATORS.exec(rest)?.[0];
    const word = blank || operator ? undefined : wordAt(rest);
    if (operator) commands.push([]);
    if (word) commands.at(-1)!.push(word);
    rest = rest.slice((blank ?? operator ?? word)!.length);
  }
  return commands.map(plain).filter((words) => words.length > 0);
}

/** One word with its quotes; at least one character. */
function wordAt(text: string): string {
  return /^(?:"[^"]*"|'[^']*'|[^\s"'|;&)$]|\$(?!\())+/.exec(text)?.[0] ?? text[0]!;
}

/** Without what the shell takes for itself: variables in front, its own words, redirections. */
function plain(words: string[]): string[] {
  const saved: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (/^\d?>>?$|^<$/.test(word)) i++;
    else if (/^\d?>/.test(word)) continue;
    else if (saved.length > 0 || !(SHELL_WORDS.has(word) || /^[A-Za-z_]\w*=/.test(word))) saved.push(word);
  }
  return saved;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
