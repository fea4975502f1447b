import type { Host } from '../model/host.ts';
import { hostVariables, type Rendered, renderTemplate } from '../validation/template.ts';

/** A question of a preset; its answer is a text. */
export interface Question {
  id: string;
  label: string;
  kind: 'nic' | 'text' | 'number' | 'choice' | 'address' | 'addresses';
  /** The variable of the host that answers it when nobody does, e.g. `nic1` or `gateway`. */
  variable?: string;
  /** Differs from host to host: stays a variable in the template. */
  perHost?: true;
  default?: string;
  /** For `choice`. */
  choices?: readonly { value: string; label: string }[];
  /** Whether it may stay empty. */
  optional?: true;
  /** Only asked when another question has one of these answers. */
  when?: { question: string; is: readonly string[] };
}

export type Answers = Readonly<Record<string, string>>;

/** A common layout of a host's network. */
export interface Preset {
  id: string;
  title: string;
  /** What one gets, in one sentence. */
  sentence: string;
  questions: readonly Question[];
  /**
   * The template for all hosts: what differs from host to host is a variable (`{{ address }}`), and so is what `columns`,
   * the variables of the table, have an answer for.
   */
  template: (answers: Answers, columns?: readonly string[]) => string;
  /** The document of one host. Variables it lacks are problems, and stay visible in the text. */
  build: (answers: Answers, host: Host) => Rendered;
}

/** Gives the answer to a question by its id: as written, a variable, or the default. */
export type Answer = (id: string) => string;

/** Makes a preset of its questions and the text that follows from the answers. */
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

/** The questions to show for the answers so far, each with the answer it would have. */
export function openQuestions({ questions }: Preset, answers: Answers): Question[] {
  return questions.filter(({ when }) => {
    if (!when) return true;
    const other = questions.find((question) => question.id === when.question);
    return when.is.includes(answers[when.question] || other?.default || '');
  });
}
