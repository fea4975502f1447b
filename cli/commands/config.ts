import type { Command } from 'commander';
import type { Problem } from '../../core/errors/airlock-error.ts';
import { addCommand } from '../command-line.ts';
import { count } from '../format.ts';
import { userPath } from '../options.ts';

export function addConfig(program: Command): void {
  const config = program.command('config').description('image set configurations');
  addCommand(
    config,
    'validate <file>',
    "check an ImageSetConfiguration or DeleteImageSetConfiguration by oc-mirror v2's loading rules",
    () => {},
    async ({ terminal }, _options, [file]) => {
      const [{ printable }, { loadImageSet }, { unsupported }] = await Promise.all([
        import('../../core/config/findings.ts'),
        import('../../core/config/load-image-set.ts'),
        import('../../core/config/unsupported.ts'),
      ]);
      const path = userPath(file!);
      const { configuration, kind, apiVersion, problems } = await loadImageSet(path);
      // It is valid for oc-mirror; that this version cannot mirror it all is another matter, told as a warning.
      const later: Problem[] = configuration
        ? unsupported(configuration, path).map((problem) => ({ ...problem, level: 'warning' }))
        : [];
      const all = [...problems, ...later];
      const errors = all.filter(({ level }) => level === 'error').length;
      const ok = errors === 0 && configuration !== undefined;
      for (const problem of all) terminal.print(printable(problem));
      terminal.print(
        ok
          ? `${file} is a valid ${kind}${all.length > 0 ? `, with ${count(all.length, 'warning')}` : ''}.`
          : `${file} has ${count(errors, 'error')}.`,
      );
      terminal.result({ ok, kind, apiVersion, problems: all });
      return ok ? 0 : 1;
    },
  );
}
