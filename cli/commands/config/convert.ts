import type { Command } from '@commander-js/extra-typings';
import type { ConfigChange, Conversion } from '../../../core/image-set/config/convert-v1alpha2.ts';
import { addCommand } from '../../terminal/command-line.ts';

import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

export function addConfigConvert(config: Command): void {
  addCommand(
    config,
    'convert <file>',
    t('convert'),
    (command) => command.option('-o, --output <file>', t('outputOption')),
    async ({ terminal }, options, [file]) => {
      const [{ loadImageSet }, { convertToV2 }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/image-set/config/load-image-set.ts'),
        import('../../../core/image-set/config/convert-v1alpha2.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const path = userPath(file!);
      const { text: given, problems: unreadable } = await loadImageSet(path);
      const { text, changes, problems }: Conversion =
        given === '' ? { changes: [], problems: unreadable } : convertToV2(given, path);
      for (const change of changes) terminal.say('info', changeLine(file!, change));
      for (const problem of problems) terminal.problem(problem);
      const ok = text !== undefined;
      const output = options.output === undefined ? undefined : userPath(options.output);
      if (!ok) {
        const errors = problems.filter(({ level }) => level === 'error').length;
        terminal.say('error', t('notConverted', { file: file!, count: errors }));
      } else if (output) {
        await writeFileAtomic(output, text);
        terminal.print(t('converted', { file: file!, count: changes.length, output }));
      } else terminal.printFile(text);
      terminal.result({
        ...{ ok, changes, problems },
        output: ok ? output : undefined,
        configuration: output ? undefined : text,
      });
      return ok ? 0 : 1;
    },
  );
}

function changeLine(file: string, { line, from, to, note }: ConfigChange): string {
  if (!from) return t('entryAdded', { file, line, to: String(to), note });
  return to
    ? t('entryChanged', { file, line, from, to, note })
    : t('entryRemoved', { file, line, from, note });
}
