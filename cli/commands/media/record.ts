import { extname } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { AirlockError, asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { TransferRecord } from '../../../core/media/record/record.ts';
import type { RECORD_FORMS } from '../../../core/media/record/record-files.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { InvalidArgumentError, Option } from '../../terminal/commander.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';
import { marking } from './record-options.ts';
import { workspaceOf } from './status.ts';

type Form = keyof typeof RECORD_FORMS;
interface Output {
  path: string;
  form: Form;
}

export function addMediaRecord(media: Command): void {
  addCommand(
    media,
    'record [file://DIR]',
    t('recordHelp'),
    (command) =>
      command
        .addOption(new Option('--transfer <name>', t('transferOption')).makeOptionMandatory())
        .option('-o, --output <file>', t('outputOption'), output)
        .option('--marking <text>', t('markingOption'), marking)
        .option('--without-names', t('withoutNamesOption')),
    async ({ terminal }, options, [url]) => {
      const directory = workspaceOf(url, 'media record');
      const { recordForDrive } = await import('../../../core/media/record/record.ts');
      const { recordPage } = await import('../../../core/media/record/record-html.ts');
      const { RECORD_FORMS } = await import('../../../core/media/record/record-files.ts');
      const { pageText } = await import('../../../core/media/record/static-page.ts');
      const { writeFileAtomic } = await import('../../../core/base/files/atomic-file.ts');
      const complete = await recordOf(directory, options.transfer, options.marking);
      const record = options.withoutNames ? recordForDrive(complete) : complete;
      terminal.printText(pageText(recordPage(record)));
      const files = options.output ?? [];
      try {
        for (const { path, form } of files) await writeFileAtomic(path, RECORD_FORMS[form](record));
      } catch (error) {
        throw asAirlockError(error);
      }
      for (const { path } of files) terminal.print(path);
      terminal.result({ record, files: files.map(({ path }) => path) });
      return 0;
    },
  );
}

/** Returns the saved record of a received transfer, or a new record of a sent one. */
async function recordOf(
  directory: string,
  transfer: string,
  given: string | undefined,
): Promise<TransferRecord> {
  const { savedRecord } = await import('../../../core/media/record/record-files.ts');
  const marked = (record: TransferRecord) => ({ ...record, marking: given ?? record.marking });
  const received = await savedRecord(directory, transfer, 'import');
  if (received) return marked(received);
  const { exportRecord } = await import('../../../core/media/export/record.ts');
  try {
    const facts = { directory, transfer, tool: hostFacts().tool, now: new Date() };
    return marked(await exportRecord(facts));
  } catch (error) {
    // Its archive set may have been moved since.
    const saved = await savedRecord(directory, transfer, 'export');
    if (saved && error instanceof AirlockError && error.code === 'workspace-invalid') return marked(saved);
    throw error;
  }
}

function output(text: string, before: Output[] = []): Output[] {
  const form = extname(text).slice(1);
  if (form !== 'html' && form !== 'csv' && form !== 'json')
    throw new InvalidArgumentError(t('outputInvalid'));
  return [...before, { path: userPath(text), form }];
}
