import { asAirlockError } from '../../core/errors/airlock-error.ts';
import type { Answer } from '../../core/media/acknowledgement-page.ts';
import { writeFileAtomic } from '../../core/store/atomic-file.ts';
import type { CommandContext } from '../command-line.ts';
import { userPath } from '../options.ts';

/** Shows the page that answers the other side in full, then writes it. @throws AirlockError `disk`, `disk-full` */
export async function answerPage(
  terminal: CommandContext['terminal'],
  file: string,
  answers: readonly Answer[],
): Promise<void> {
  const { acknowledgementPage } = await import('../../core/media/acknowledgement-page.ts');
  const { html, text } = acknowledgementPage(answers);
  const path = userPath(file);
  terminal.print([`${path} says:`, '']);
  terminal.printText(text);
  try {
    await writeFileAtomic(path, html);
  } catch (error) {
    throw asAirlockError(error);
  }
}
