import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import { writeFileAtomic } from '../../../core/base/files/atomic-file.ts';
import type { Answer } from '../../../core/media/record/acknowledgment-page.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';

/** Prints the content of the acknowledgment page, then writes the page. @throws AirlockError `disk`, `disk-full` */
export async function answerPage(
  terminal: CommandContext['terminal'],
  file: string,
  answers: readonly Answer[],
): Promise<void> {
  const { acknowledgmentPage } = await import('../../../core/media/record/acknowledgment-page.ts');
  const { html, text } = acknowledgmentPage(answers);
  const path = userPath(file);
  terminal.print([`${path} says:`, '']);
  terminal.printText(text);
  try {
    await writeFileAtomic(path, html);
  } catch (error) {
    throw asAirlockError(error);
  }
}
