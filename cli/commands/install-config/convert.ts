import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import { plainProblem, readNamedFile } from './file.ts';
import { t } from './messages.ts';

export function addInstallConfigConvert(installConfig: Command): void {
  addCommand(
    installConfig,
    'convert <file>',
    t('convert'),
    (command) => command.option('-o, --output <file>', t('convertOutputOption')),
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
        terminal.say('error', t('notConverted', { file: file! }));
        terminal.result({ ok: false, changes: [], problems });
        return 1;
      }
      const { document, changes } = convertDeprecated(read.document);
      for (const { from, to, message } of changes)
        terminal.say('info', t('change', { file: path, change: changeText(from, to), reason: message }));
      const output = options.output === undefined ? undefined : userPath(options.output);
      if (output) {
        await writeFileAtomic(output, document.text, { mode: 0o600 });
        terminal.print(t('converted', { file: file!, count: changes.length, output }));
      } else terminal.printFile(maskSecrets(document.text));
      terminal.result({ ...{ ok: true, changes, problems }, output: output || undefined });
      return 0;
    },
  );
}

function changeText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return t('fieldAdded', { field: to! });
  if (from === to) return t('fieldChanged', { field: from });
  return to === undefined ? t('fieldRemoved', { field: from }) : t('fieldRenamed', { from, to });
}
