import type { Host } from '../model/host.ts';
import { hostVariables, type Rendered, renderTemplate } from '../validation/template.ts';

/** A question of a preset. Its answer is a text. */
export interface Question {
  id: string;
  label: string;
  kind: 'nic' | 'text' | 'number' | 'choice' | 'address' | 'addresses';
  /** Variable of the host that is the default answer, such as `nic1` or `gateway`. */
  variable?: string;
  /** Whether the answer differs between hosts, so that it remains a variable in the template. */
  perHost?: true;
  default?: string;
  /** The choices, for `choice`. */
  choices?: readonly { value: string; label: string }[];
  /** Whether the answer may be empty. */
  optional?: true;
  /** The question only applies if another one has one of these answers. */
  when?: { question: string; is: readonly string[] };
}

export type Answers = Readonly<Record<string, string>>;

/** A common layout of a host's network. */
export interface Preset {
  id: string;
  title: string;
  /** The resulting network in one or two sentences. */
  sentence: string;
  questions: readonly Question[];
  /**
   * The template for all hosts: what differs from host to host is a variable (`{{ address }}`), and so is what `columns`,
   * the variables of the table, have an answer for.
   */
  template: (answers: Answers, columns?: readonly string[]) => string;
  /** Returns the document of one host. Missing variables are reported and remain in the text. */
  build: (answers: Answers, host: Host) => Rendered;
}

/** Returns the answer to a question by its ID: the given one, a variable, or the default. */
export type Answer = (id: string) => string;

/** Returns a preset from its questions and a function that writes the text for the answers. */
export function preset(about: Omit<Preset, 'template' | 'build'>, write: (answer: Answer) => string): Preset {
  const withDefaults = (answers: Answers, known: ReadonlySet<string>, template: boolean): Answer => {
    return (id) => {
      const question = about.questions.find((one) => one.id === id)!;
      const given = answers[id]?.trim();
      if (given) return given;
      const { variable } = question;
      if (variable === undefined) return question.default ?? '';
      if (known.has(variable) || (template && question.perHost)) return `{{ ${variable} }}`;
      return question.default ?? (question.optional ? '' : `{{ ${variable} }}`);
    };
  };
  return {
    ...about,
    template: (answers, columns = []) => write(withDefaults(answers, new Set(columns), true)),
    build: (answers, host) =>
      renderTemplate(write(withDefaults(answers, new Set(Object.keys(hostVariables(host))), false)), host),
  };
}

/** Returns the questions that apply for these answers, with their default answers. */
export function openQuestions({ questions }: Preset, answers: Answers): Question[] {
  return questions.filter(({ when }) => {
    if (!when) return true;
    const other = questions.find((question) => question.id === when.question);
    return when.is.includes(answers[when.question] || other?.default || '');
  });
}
