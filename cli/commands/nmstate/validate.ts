import type { Command } from '@commander-js/extra-typings';
import type { Problem } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { check } from './check.ts';
import { byMessage, hasErrors, inputOptions, plainProblems, readInput, withOthers } from './input.ts';

export function addNmstateValidate(parent: Command): void {
  addCommand(
    parent,
    'validate <file|dir>',
    'check documents of hosts, MachineConfigs, tables and policies: schema, rules of NMState, what br-ex needs, hosts with each other',
    (command) =>
      inputOptions(command.option('--role <pool>', 'role of hosts whose role nothing tells, e.g. worker')),
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
      for (const { file, what } of input.others) terminal.say('info', `${file}: left out, it is ${what}`);
      const wrong = documents.filter((document) => hasErrors(document.problems)).length;
      terminal.print(
        ok
          ? `${count(documents.length, 'document')} checked: no errors.`
          : documents.length === 0
            ? 'No document is checked.'
            : `${count(documents.length, 'document')} checked: ${wrong === 0 ? 'what is above is wrong' : `${wrong} with errors`}.`,
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
    message: `There is no network document in ${path}`,
    remedy: 'Name documents with `interfaces:`, a MachineConfig, a policy, or a table of hosts.',
    file: path,
  };
}
