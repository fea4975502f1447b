import { parseReference } from '../../../core/contract/documents/option-values.ts';

/** Returns why a text isn't the reference of a base image; undefined for a valid or empty one. */
export function graphBaseProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    parseReference(text.trim());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
