import {
  type Alternative,
  alternatives,
  type Data,
  expanded,
  NOT_KNOWN,
  printed,
  truthOf,
  withoutMarks,
} from './data.ts';

/** Longer texts aren't names of images. */
export const LONGEST_NAME = 200;

/** Decisions about conditions that only Helm or a cluster can evaluate. The same condition has the same decision everywhere. */
export class UnknownConditions {
  readonly #decisions = new Map<string, number>();
  /** Calls with an unknown result while a condition is evaluated. */
  #calls: string[] = [];

  /** Begins the evaluation of a condition. */
  begin(): void {
    this.#calls = [];
  }

  noteCall(name: string, operands: Data[]): void {
    this.#calls.push(`${name} ${operands.map(shortly).join(' ')}`);
  }

  /** Returns a text that is the same for the same unknown condition. Most conditions differ by the values of their operands. */
  questionOf(expression: string | undefined): string {
    if (expression === undefined) return ' else';
    const isAboutCluster =
      /\.(?:Capabilities|Release)\b/.test(expression) ||
      this.#calls.every((call) => call.startsWith('semverCompare '));
    const isKnown = isAboutCluster && this.#calls.length > 0;
    return isKnown ? `${expression} ${this.#calls.join(' ')}` : `#${this.#decisions.size}`;
  }

  decisionOn(question: string): number {
    const decision = this.#decisions.get(question) ?? this.#decisions.size + 1;
    this.#decisions.set(question, decision);
    return decision;
  }
}

/** Returns the value inside of a `with` whose condition is unknown. */
export function whereTrue(value: Data): Data {
  return typeof value === 'string'
    ? alternatives(expanded(value).filter((each) => truthOf(each) !== false))
    : NOT_KNOWN;
}

/**
 * Returns the outputs of which only Helm knows which one it prints: one after another if they are lines of YAML, else as
 * alternatives of a name.
 * @param isComplete whether one of them is printed in any case
 */
export function merged(possible: Alternative[], isComplete: boolean): string {
  const bare = possible.map(({ text }) => withoutMarks(text).trim());
  if (bare.every((text) => text === '')) return possible.map(({ text }) => text).join('');
  const areNames = bare.every((text) => text.length <= LONGEST_NAME && !/\n|^-\s|:(?:\s|$)/.test(text));
  if (!areNames) return possible.map(({ text }) => text).join('\n');
  const { text } = possible.find((each) => each.text.trim() !== '')!;
  const trimmed = possible.map((each) => ({ ...each, text: each.text.trim() }));
  return /^\s*/.exec(text)![0] + alternatives(isComplete ? trimmed : [...trimmed, { text: '', decision: 0 }]);
}

/** Returns an operand as part of the text of a condition. */
function shortly(operand: Data): string {
  return withoutMarks(printed(operand)).slice(0, LONGEST_NAME);
}
