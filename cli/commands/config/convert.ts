import type { Command } from '@commander-js/extra-typings';
import type { ConfigChange, Conversion } from '../../../core/image-set/config/convert-v1alpha2.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';

export function addConfigConvert(config: Command): void {
  addCommand(
    config,
    'convert <file>',
    'a configuration of oc-mirror v1 (v1alpha2) as v2alpha1, with its comments; says what changes',
    (command) =>
      command.option('-o, --output <file>', 'write it there, also over the file itself; default: print it'),
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
        terminal.say('error', `Didn't convert ${file}: it has ${count(errors, 'error')}.`);
      } else if (output) {
        await writeFileAtomic(output, text);
        terminal.print(`${file} with ${count(changes.length, 'change')} written to ${output}`);
      } else terminal.printText(text.replace(/\n$/, ''));
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
  const what = !from ? `new: ${to}` : to ? `${from} -> ${to}` : `taken out: ${from}`;
  return `${file}:${line}: ${what} (${note})`;
}
