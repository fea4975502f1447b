import { bashCompletion } from './bash.ts';
import type { CommandWords } from './command-words.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

export const SHELLS = ['bash', 'fish', 'zsh'] as const;

/** Returns the completion script of a program for a shell, or undefined for another shell. */
export function completionScript(shell: string, program: CommandWords): string | undefined {
  switch (shell) {
    case 'bash':
      return bashCompletion(program);
    case 'fish':
      return fishCompletion(program);
    case 'zsh':
      return zshCompletion(program);
  }
}
