import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { Argument } from '../../terminal/commander.ts';
import { t } from '../messages.ts';
import { commandWords } from './command-words.ts';
import { completionScript, SHELLS } from './shells.ts';

/** Adds `airlock completion`, which prints the completion script of a shell. */
export function addCompletion(program: Command): void {
  addCommand(
    program,
    'completion',
    t('completion'),
    (command) => command.addArgument(new Argument('<shell>', t('shellArgument')).choices(SHELLS)),
    async ({ terminal }, _, [shell]) => {
      // This process has loaded only one command.
      const { commandLine } = await import('../../program.ts');
      const script = completionScript(shell!, commandWords(await commandLine()))!;
      terminal.printFile(script);
      terminal.result({ ok: true, shell, script });
      return 0;
    },
  );
}
