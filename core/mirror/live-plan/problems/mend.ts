import type { YamlText } from '../../../base/document/yaml-text.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';

/** What would mend a problem, for a click. */
export interface Mend {
  /** Verb and object: `Add lvms-operator`. */
  label: string;
  /** @throws AirlockError when the text is not what it was made for */
  apply(document: YamlText): YamlText;
}

export interface MendableProblem extends Problem {
  mend?: Mend;
}
