import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { MissingContent } from '../../../core/media/request/missing-content.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { bytes } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { imagesWords } from './images.ts';
import { deliverableLines } from './import.ts';
import { t } from './messages.ts';
import { workspaceOf } from './status.ts';

export function addMediaRequest(media: Command): void {
  addCommand(
    media,
    'request [file://DIR]',
    t('request'),
    (command) =>
      command
        .addOption(new Option('-c, --config <file>', t('configOption')).makeOptionMandatory())
        .option('--for <enclave>', t('requestForOption'))
        .option('-o, --output <file>', t('requestOutputOption')),
    async ({ terminal }, options, [url]) => {
      const directory = workspaceOf(url, 'media request');
      const { config, output, for: enclave } = options;
      const { makeRequest } = await import('../../../core/media/request/make-request.ts');
      const {
        request,
        text,
        id,
        acknowledgments: have,
        missing,
        problems,
      } = await makeRequest({
        configFile: userPath(config),
        directory,
        tool: hostFacts().tool,
        enclave,
      });
      for (const problem of problems) terminal.problem(problem);
      terminal.printText(text.trimEnd());
      for (const { transfer, summary } of have) terminal.print(t('available', { transfer, state: summary }));
      for (const line of missingLines(missing)) terminal.print(line);
      const to = output === undefined ? undefined : userPath(output);
      if (to !== undefined) {
        await writeFile(to, text).catch((error: unknown) => {
          throw asAirlockError(error);
        });
        terminal.print(t('requestWritten', { id, file: to, size: bytes(Buffer.byteLength(text)) }));
      }
      terminal.print(t('requestNext'));
      terminal.result({ id, request, acknowledgments: have, missing, problems, output: to });
      return 0;
    },
  );
}

/** Returns lines about missing content that this side can detect. The other side finds the rest. */
function missingLines({ deliverables, unknown: unreported }: MissingContent): string[] {
  const some = deliverables.filter((each) => each.images.length > 0);
  const removed = deliverables.filter((each) => each.images.length === 0);
  const amounts = [
    ...(some.length > 0 ? [imagesWords(some)] : []),
    ...(removed.length > 0 ? [t('allOf', { names: removed.map(({ name }) => name).join(', ') })] : []),
  ];
  return [
    amounts.length > 0 ? t('missingAmounts', { amounts: amounts.join(', ') }) : t('nothingMissing'),
    ...deliverableLines(some).map((line) => `  ${line}`),
    ...(unreported.length > 0 ? [t('foundByOther', { names: unreported.join(', ') })] : []),
  ];
}
