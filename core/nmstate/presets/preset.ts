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
  /** Whether its document can identify NICs by their MAC addresses. */
  byMac?: true;
  /**
   * The template for all hosts: what differs from host to host is a variable (`{{ address }}`), and so is what `columns`,
   * the variables of the table, have an answer for.
   */
  template: (answers: Answers, columns?: readonly string[]) => string;
  /** Returns the document of one host. Missing variables are reported and remain in the text. */
  build: (answers: Answers, host: Host) => Rendered;
}

/** Returns the answer to a question by its ID: the given one, a variable, or the default. */
export interface Answer {
  (id: string): string;
  /** MAC address that identifies a NIC whose name is unknown, by the ID of its question; undefined if the name is known. */
  macOf: (id: string) => string | undefined;
  /** Whether neither the name nor the MAC address of a NIC is known, so that its name is a guess. */
  isGuess: (id: string) => boolean;
}

/**
 * Returns the MAC address of a NIC whose name nobody entered. NMState then finds the NIC by this address
 * (`identifier: mac-address`), in all releases that read documents of hosts: 4.16 and later.
 */
export function macInsteadOfName(
  { byMac }: Pick<Preset, 'byMac'>,
  { id, kind, variable }: Question,
  host: Pick<Host, 'nics'>,
  answers: Answers,
): string | undefined {
  if (!byMac || kind !== 'nic' || variable === undefined || answers[id]?.trim()) return undefined;
  const nic = host.nics[Number(/^nic(\d{1,2})$/.exec(variable)?.[1] ?? 0) - 1];
  return nic?.name ? undefined : nic?.mac;
}

/** Returns a preset from its questions and a function that writes the text for the answers. */
export function preset(about: Omit<Preset, 'template' | 'build'>, write: (answer: Answer) => string): Preset {
  const withDefaults = (
    answers: Answers,
    known: ReadonlySet<string>,
    { host, template = false }: { host?: Host; template?: boolean },
  ): Answer => {
    const questionOf = (id: string) => about.questions.find((one) => one.id === id)!;
    const macOf = (id: string) => host && macInsteadOfName(about, questionOf(id), host, answers);
    const answer = (id: string) => {
      const question = questionOf(id);
      const given = answers[id]?.trim();
      if (given) return given;
      const { variable } = question;
      if (variable === undefined) return question.default ?? '';
      if (known.has(variable) || (template && question.perHost)) return `{{ ${variable} }}`;
      // The name of the profile. It differs from common names of NICs, so that it isn't mistaken for one.
      if (macOf(id) !== undefined) return `${variable}-by-mac`;
      return question.default ?? (question.optional ? '' : `{{ ${variable} }}`);
    };
    const isGuess = (id: string) => {
      const { kind, variable } = questionOf(id);
      const isKnown = variable === undefined || known.has(variable) || Boolean(answers[id]?.trim());
      return host !== undefined && kind === 'nic' && !isKnown && macOf(id) === undefined;
    };
    return Object.assign(answer, { macOf, isGuess });
  };
  return {
    ...about,
    template: (answers, columns = []) => write(withDefaults(answers, new Set(columns), { template: true })),
    build: (answers, host) =>
      renderTemplate(write(withDefaults(answers, new Set(Object.keys(hostVariables(host))), { host })), host),
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
