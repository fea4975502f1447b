import type { Command } from '@commander-js/extra-typings';
import { RULE } from '../../../core/base/errors/rules.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import { addConfigConvert } from './convert.ts';
import { addConfigInit } from './init.ts';
import { t } from './messages.ts';
import { addConfigPin } from './pin.ts';
import { addConfigSuggest } from './suggest.ts';

export function addConfig(program: Command): void {
  const config = program.command('config').description(t('config'));
  addCommand(
    config,
    'validate <file>',
    t('validate'),
    (command) => command,
    async ({ terminal }, _options, [file]) => {
      const [{ printable }, { loadImageSet }] = await Promise.all([
        import('../../../core/image-set/config/findings.ts'),
        import('../../../core/image-set/config/load-image-set.ts'),
      ]);
      const path = userPath(file!);
      const { configuration, deletion, kind, apiVersion, problems: found } = await loadImageSet(path);
      // oc-mirror loads such a file, but no run can use it.
      const problems = found.map((problem) =>
        problem[RULE]?.id === 'versions-reversed' ? { ...problem, level: 'error' as const } : problem,
      );
      const errors = problems.filter(({ level }) => level === 'error').length;
      const ok = errors === 0 && (configuration ?? deletion) !== undefined;
      for (const problem of problems) {
        terminal.print(printable(problem));
        if (problem.level !== 'info') terminal.print(`    ${problem.remedy}`);
      }
      terminal.print(
        ok
          ? problems.length > 0
            ? t('validWithWarnings', { file: file!, kind: kind!, count: problems.length })
            : t('valid', { file: file!, kind: kind! })
          : t('invalid', { file: file!, count: errors }),
      );
      if (/\/v1alpha\d+$/.test(apiVersion)) terminal.print(t('convertNext', { file: file! }));
      terminal.result({ ok, kind, apiVersion, problems });
      return ok ? 0 : 1;
    },
  );
  addConfigConvert(config);
  addConfigPin(config);
  addConfigInit(config);
  addConfigSuggest(config);
}
