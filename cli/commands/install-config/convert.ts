import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { plainProblem, readNamedFile } from './file.ts';

export function addInstallConfigConvert(installConfig: Command): void {
  addCommand(
    installConfig,
    'convert <file>',
    "deprecated fields of an install-config.yaml as today's, with its comments; says what changes",
    (command) =>
      command.option(
        '-o, --output <file>',
        'write it there, also over the file itself; default: print it, secrets masked',
      ),
    async ({ terminal }, options, [file]) => {
      const [{ readInstallConfig }, { convertDeprecated }, { maskSecrets }, { writeFileAtomic }] =
        await Promise.all([
          import('../../../core/install/install-config/model/read-install-config.ts'),
          import('../../../core/install/install-config/deprecated/deprecated.ts'),
          import('../../../core/install/install-config/model/secrets.ts'),
          import('../../../core/base/files/atomic-file.ts'),
        ]);
      const { path, text } = await readNamedFile(file!);
      const read = readInstallConfig(text, { file: path });
      const problems = read.problems.map(plainProblem);
      if (read.problems.some(({ level }) => level === 'error')) {
        for (const problem of read.problems) terminal.problem(problem);
        terminal.say('error', `Didn't convert ${file}.`);
        terminal.result({ ok: false, changes: [], problems });
        return 1;
      }
      const { document, changes } = convertDeprecated(read.document);
      for (const { from, to, message } of changes)
        terminal.say('info', `${path}: ${changeText(from, to)} (${message})`);
      const output = options.output === undefined ? undefined : userPath(options.output);
      if (output) {
        await writeFileAtomic(output, document.text, { mode: 0o600 });
        terminal.print(`${file} with ${count(changes.length, 'change')} written to ${output}`);
      } else terminal.printText(maskSecrets(document.text).replace(/\n$/, ''));
      terminal.result({ ...{ ok: true, changes, problems }, output: output || undefined });
      return 0;
    },
  );
}

function changeText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `new: ${to}`;
  if (from === to) return `changed: ${to}`;
  return to === undefined ? `taken out: ${from}` : `${from} -> ${to}`;
}
