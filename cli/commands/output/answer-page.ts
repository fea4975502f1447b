import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../core/base/files/atomic-file.ts';
import type { Answer } from '../../../core/media/record/acknowledgement-page.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';

/** Prints the content of the acknowledgement page, then writes the page. @throws AirlockError `disk`, `disk-full` */
export async function answerPage(
  terminal: CommandContext['terminal'],
  file: string,
  answers: readonly Answer[],
): Promise<void> {
  const { acknowledgementPage } = await import('../../../core/media/record/acknowledgement-page.ts');
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
