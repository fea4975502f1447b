import { applyTextEdits } from '../../base/document/edit/text-edits.ts';
import { readNmstate } from '../model/document.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { type ValidateOptions, validateNmstate } from './validate.ts';

/** The problems of a text. */
export function problemsOf(text: string, options: ValidateOptions = {}, file = 'host.yml'): NmstateProblem[] {
  return validateNmstate(readNmstate(text, { file }), options);
}

/** The text after the fix of a problem. */
export function afterFix(text: string, problem: NmstateProblem): string {
  return applyTextEdits(text, problem.fix!.edits);
}

/** One interface, in flow style. */
export function one(fields: string): string {
  return `interfaces:\n- {${fields}}\n`;
}
