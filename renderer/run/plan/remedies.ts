import { failureOf } from '../../../core/contract/contract-error.ts';
import type { RuleId } from '../../../core/contract/documents/rules.ts';
import type { ContractProblem } from '../../../core/contract/topics/vocabulary.ts';
import type { SetupOptions } from '../request/setup-fields.ts';
import { t } from './messages.ts';

/** An option that solves problems of a plan. */
export interface PlanRemedy {
  option: keyof SetupOptions & ('allowRemoval' | 'addDependencies');
  label: string;
}

const REMEDIES: { rule: RuleId; remedy: PlanRemedy }[] = [
  { rule: 'catalog-removal', remedy: { option: 'allowRemoval', label: t('allowRemovalButton') } },
  { rule: 'package-needed', remedy: { option: 'addDependencies', label: t('addDependenciesButton') } },
];

/** Returns the option that solves a problem of a plan; undefined without one, or when an earlier problem offers it. */
export function planRemedy(
  problem: ContractProblem,
  problems: readonly ContractProblem[],
): PlanRemedy | undefined {
  const found = REMEDIES.find(({ rule }) => problem.rule === rule);
  const first = problems.find(({ rule }) => rule === found?.rule);
  return first === problem ? found?.remedy : undefined;
}

/** Returns the problems of an error in lines of this file. */
export function rejectedLines(error: unknown, file: string): ContractProblem[] {
  return failureOf(error).problems.filter((problem) => problem.file === file && problem.line !== undefined);
}

/** Returns whether an error contains only these problems. */
export function allIn(lines: readonly ContractProblem[], error: unknown): boolean {
  return lines.length === failureOf(error).problems.length;
}
