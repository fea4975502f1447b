import { failureOf } from '../../../core/contract/contract-error.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import type { SetupOptions } from '../request/setup-fields.ts';

/** An option that settles problems of a plan: what its remedy names for the command line is a button here. */
export interface PlanRemedy {
  option: keyof SetupOptions & ('allowRemoval' | 'addDependencies');
  label: string;
}

const REMEDIES: { code: string; flag: string; remedy: PlanRemedy }[] = [
  {
    code: 'catalog-removal',
    flag: '--allow-removal',
    remedy: { option: 'allowRemoval', label: 'Allow removal' },
  },
  {
    code: 'operator-dependency',
    flag: '--add-dependencies',
    remedy: { option: 'addDependencies', label: 'Add what is needed' },
  },
];

/** The option that settles this one of a plan's problems; undefined when none does, or one before it offers the same. */
export function planRemedy(
  problem: ContractProblem,
  problems: readonly ContractProblem[],
): PlanRemedy | undefined {
  const found = REMEDIES.find(({ code, flag }) => problem.code === code && problem.remedy.includes(flag));
  const first = problems.find(({ code, remedy }) => code === found?.code && remedy.includes(found.flag));
  return first === problem ? found?.remedy : undefined;
}

/** What a refusal says of lines of this file. */
export function refusedLines(error: unknown, file: string): ContractProblem[] {
  return failureOf(error).problems.filter((problem) => problem.file === file && problem.line !== undefined);
}

/** Whether these lines are all that a refusal says. */
export function allIn(lines: readonly ContractProblem[], error: unknown): boolean {
  return lines.length === failureOf(error).problems.length;
}
