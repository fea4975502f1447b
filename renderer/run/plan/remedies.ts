import { failureOf } from '../../../core/contract/contract-error.ts';
import type { RuleId } from '../../../core/contract/documents/rules.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import type { SetupOptions } from '../request/setup-fields.ts';

/** An option that settles problems of a plan. */
export interface PlanRemedy {
  option: keyof SetupOptions & ('allowRemoval' | 'addDependencies');
  label: string;
}

const REMEDIES: { rule: RuleId; remedy: PlanRemedy }[] = [
  { rule: 'catalog-removal', remedy: { option: 'allowRemoval', label: 'Allow removal' } },
  { rule: 'package-needed', remedy: { option: 'addDependencies', label: 'Add what is needed' } },
];

/** The option that settles this one of a plan's problems; undefined when none does, or one before it offers the same. */
export function planRemedy(
  problem: ContractProblem,
  problems: readonly ContractProblem[],
): PlanRemedy | undefined {
  const found = REMEDIES.find(({ rule }) => problem.rule === rule);
  const first = problems.find(({ rule }) => rule === found?.rule);
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
