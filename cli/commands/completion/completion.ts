import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { Argument } from '../../terminal/commander.ts';
import { t } from '../messages.ts';
import { commandWords } from './command-words.ts';
import { completionScript, SHELLS } from './shells.ts';

/**
 * Adds `airlock completion`, which prints the completion script of a shell.
 * @param complete returns a command line with all commands, because this process has loaded only one
 */
export function addCompletion(program: Command, complete: () => Promise<CommandUnknownOpts>): void {
  addCommand(
    program,
    'completion',
    t('completion'),
    (command) => command.addArgument(new Argument('<shell>', t('shellArgument')).choices(SHELLS)),
    async ({ terminal }, _, [shell]) => {
      const script = completionScript(shell!, commandWords(await complete()))!;
      terminal.printFile(script);
      terminal.result({ ok: true, shell, script });
      return 0;
    },
  );
}
