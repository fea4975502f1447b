import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { asAirlockError } from '../../core/errors/airlock-error.ts';
import { addCommand } from '../command-line.ts';
import { bytes } from '../format.ts';
import { hostFacts } from '../host.ts';
import { userPath } from '../options.ts';
import { workspaceOf } from './media-status.ts';

export function addMediaRequest(media: Command): void {
  addCommand(
    media,
    'request [file://DIR]',
    'on the disconnected side: a small file for the other side, with what a configuration needs that is not here',
    (command) => {
      command.addOption(new Option('-c, --config <file>', 'image set configuration').makeOptionMandatory());
      command.option('--for <enclave>', 'which enclave this side is (default: that of the transfers here)');
      command.option('-o, --output <file>', 'where the request is written (default: it is only shown)');
    },
    async ({ terminal }, options, [url]) => {
      const directory = workspaceOf(url, 'media request');
      const { config, output, for: enclave } = options as { config: string; output?: string; for?: string };
      const { makeRequest } = await import('../../core/media/make-request.ts');
      const { request, text, id, have, problems } = await makeRequest({
        configFile: userPath(config),
        directory,
        tool: hostFacts().tool,
        ...(enclave !== undefined && { enclave }),
      });
      for (const problem of problems) terminal.problem(problem);
      terminal.print(text.trimEnd());
      for (const { transfer, words } of have) terminal.print(`here: ${transfer}: ${words}`);
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
      terminal.result({ id, request, have, problems, ...(to !== undefined && { output: to }) });
      return 0;
    },
  );
}
