import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, readNmstate } from '../model/document.ts';
import { nodeFileName } from '../model/host.ts';
import { type Answers, openQuestions, type Preset, type Question } from '../presets/preset.ts';
import { presetById } from '../presets/presets.ts';
import { hostVariables, renderTemplate } from '../validation/template.ts';
import type { HostSet, Layout, SetHost } from './host-set.ts';

/** The preset of a host; undefined where a template makes its document. */
export function presetOf(layout: Layout, host: SetHost): Preset | undefined {
  return (
    (host.preset && presetById(host.preset)) || (layout.preset && presetById(layout.preset)) || undefined
  );
}

/** Where an answer comes from. */
export type AnswerSource = 'host' | 'table' | 'layout' | 'default';

/** The answer that counts for a host: its own, that of its row, that of all hosts, the preset's. */
export function answerOf(
  layout: Layout,
  host: SetHost,
  question: Question,
): { value: string; from: AnswerSource } {
  const own = host.answers?.[question.id];
  if (own) return { value: own, from: 'host' };
  const row = question.variable === undefined ? undefined : hostVariables(host)[question.variable];
  if (row) return { value: row, from: 'table' };
  const shared = question.perHost ? undefined : layout.answers[question.id];
  if (shared) return { value: shared, from: 'layout' };
  return { value: question.default ?? '', from: 'default' };
}

/** The questions that a host's form asks, by the answers it has. */
export function questionsOf(layout: Layout, host: SetHost): Question[] {
  const preset = presetOf(layout, host);
  return preset ? openQuestions(preset, answersOf(layout, host, preset)) : [];
}

function answersOf(layout: Layout, host: SetHost, preset: Preset): Answers {
  return Object.fromEntries(
    preset.questions.flatMap((question) => {
      const { value, from } = answerOf(layout, host, question);
      // A column of the table is a variable of the document: the preset fills it in by itself.
      return from === 'table' || from === 'default' ? [] : [[question.id, value] as const];
    }),
  );
}

/** What the layout gives for a host, whatever its own document is. Variables it lacks stay visible in it. */
export function layoutText(layout: Layout, host: SetHost): string {
  const preset = presetOf(layout, host);
  if (preset) return preset.build(answersOf(layout, host, preset), host).text;
  return layout.template === undefined ? '' : renderTemplate(layout.template, host).text;
}

/** The document of a host, as it was edited or as the layout gives it. */
export function documentText(layout: Layout, host: SetHost): string {
  return host.own ?? layoutText(layout, host);
}

/** Read once for each host and layout: both are values that are never changed in place. */
const READ = new WeakMap<SetHost, { layout: Layout; document: NmstateDocument; known: HostDocument }>();

/** A host with its document. The same for the same host and layout, so that only what was edited is read anew. */
export function documentOf(layout: Layout, host: SetHost): HostDocument {
  const read = READ.get(host);
  if (read?.layout === layout) return read.known;
  const text = documentText(layout, host);
  // Another layout often gives a host the same text.
  const document =
    read?.document.yaml.text === text ? read.document : readNmstate(text, { file: nodeFileName(host) });
  const known = { host, document };
  READ.set(host, { layout, document, known });
  return known;
}

/** All hosts with their documents, in the order of the table. */
export function documentsOf({ layout, hosts }: HostSet): HostDocument[] {
  return hosts.map((host) => documentOf(layout, host));
}
