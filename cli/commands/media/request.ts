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
import { workspaceOf } from './status.ts';

export function addMediaRequest(media: Command): void {
  addCommand(
    media,
    'request [file://DIR]',
    'on the disconnected side: a small file for the other side, with what a configuration needs that is not here',
    (command) =>
      command
        .addOption(new Option('-c, --config <file>', 'image set configuration').makeOptionMandatory())
        .option('--for <enclave>', 'which enclave this side is (default: that of the transfers here)')
        .option('-o, --output <file>', 'where the request is written (default: it is only shown)'),
    async ({ terminal }, options, [url]) => {
      const directory = workspaceOf(url, 'media request');
      const { config, output, for: enclave } = options;
      const { makeRequest } = await import('../../../core/media/request/make-request.ts');
      const {
        request,
        text,
        id,
        have,
        lacking: missing,
        problems,
      } = await makeRequest({
        configFile: userPath(config),
        directory,
        tool: hostFacts().tool,
        enclave,
      });
      for (const problem of problems) terminal.problem(problem);
      terminal.printText(text.trimEnd());
      for (const { transfer, words } of have) terminal.print(`here: ${transfer}: ${words}`);
      for (const line of missingLines(missing)) terminal.print(line);
      const to = output === undefined ? undefined : userPath(output);
      if (to !== undefined) {
        await writeFile(to, text).catch((error: unknown) => {
          throw asAirlockError(error);
        });
        terminal.print(`Request ${id} written to ${to}, ${bytes(Buffer.byteLength(text))}.`);
      }
      terminal.print(
        'On the other side: airlock mirror --request FILE file://DIR, then media export --request FILE',
      );
      terminal.result({ id, request, have, lacking: missing, problems, output: to });
      return 0;
    },
  );
}

/** What this side can tell of what is not here; the rest is found on the other side. */
function missingLines({ deliverables, unreported }: MissingContent): string[] {
  const some = deliverables.filter((each) => each.images.length > 0);
  const removed = deliverables.filter((each) => each.images.length === 0);
  const amounts = [
    ...(some.length > 0 ? [imagesWords(some)] : []),
    ...(removed.length > 0 ? [`all of ${removed.map(({ name }) => name).join(', ')}`] : []),
  ];
  return [
    amounts.length > 0
      ? `lacking here: ${amounts.join('; ')}`
      : 'lacking here: nothing that this side can tell',
    ...deliverableLines(some).map((line) => `  ${line}`),
    ...(unreported.length > 0 ? [`the other side finds out: ${unreported.join('; ')}`] : []),
  ];
}
