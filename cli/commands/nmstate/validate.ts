import type { Command } from '@commander-js/extra-typings';
import type { Problem } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { check } from './check.ts';
import { byMessage, hasErrors, inputOptions, plainProblems, readInput, withOthers } from './input.ts';
import { t } from './messages.ts';

export function addNmstateValidate(parent: Command): void {
  addCommand(
    parent,
    'validate <file|directory>',
    t('validate'),
    (command) => inputOptions(command.option('--role <pool>', t('roleOption'))),
    async ({ terminal }, options, [path]) => {
      const { printable } = await import('../../../core/image-set/config/findings.ts');
      const role = options.role;
      const input = await readInput(path!, options);
      const { documents, problems: found } = await check(input, input.hosts, role);
      const problems = documents.length === 0 && found.length === 0 ? [nothing(path!)] : found;
      const all = [...problems, ...documents.flatMap((document) => document.problems)];
      const ok = !hasErrors(all);
      for (const problem of byMessage(all).map(withOthers)) {
        terminal.print(printable(problem));
        if (problem.level !== 'info') terminal.print(`    ${problem.remedy}`);
      }
      for (const { file, what } of input.others)
        terminal.say('info', t('documentSkipped', { file, kind: what }));
      const wrong = documents.filter((document) => hasErrors(document.problems)).length;
      terminal.print(
        ok
          ? t('validated', { count: documents.length })
          : documents.length === 0
            ? t('notValidated')
            : wrong === 0
              ? t('validatedWithOtherErrors', { count: documents.length })
              : t('validatedWithErrors', { count: documents.length, errors: wrong }),
      );
      terminal.result({
        ok,
        documents: documents.map((document) => ({ ...document, problems: plainProblems(document.problems) })),
        others: input.others,
        problems: plainProblems(problems),
      });
      return ok ? 0 : 1;
    },
  );
}

function nothing(path: string): Problem {
  return {
    code: 'nmstate-schema',
    level: 'error',
    message: t('documentsMissing', { path }),
    remedy: t('documentsMissingRemedy'),
    file: path,
  };
}
