import type { HostDocument } from '../hosts/host-facts.ts';
import { type NmstateDocument, readNmstate } from '../model/document.ts';
import { nodeFileName } from '../model/host.ts';
import {
  type Answers,
  macInsteadOfName,
  openQuestions,
  type Preset,
  type Question,
} from '../presets/preset.ts';
import { presetById } from '../presets/presets.ts';
import { hostVariables, renderTemplate } from '../validation/template.ts';
import type { HostSet, Layout, SetHost } from './host-set.ts';

/** Returns the preset of a host; undefined if a template renders its document. */
export function presetOf(layout: Layout, host: SetHost): Preset | undefined {
  return (
    (host.preset && presetById(host.preset)) || (layout.preset && presetById(layout.preset)) || undefined
  );
}

/** The source of an answer. */
export type AnswerSource = 'host' | 'table' | 'layout' | 'default';

/** Returns the effective answer of a host: its own, that of its row, that of all hosts, or the preset's default. */
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

/** The identity of a NIC whose name nobody entered: its MAC address, or only a guess of its name. */
export type UnknownNic = { mac: string } | 'guess';

/** Returns how the document identifies the NIC of a question; undefined if its name is known. */
export function unknownNic(layout: Layout, host: SetHost, question: Question): UnknownNic | undefined {
  const preset = presetOf(layout, host);
  if (!preset || question.kind !== 'nic' || answerOf(layout, host, question).from !== 'default')
    return undefined;
  const mac = macInsteadOfName(preset, question, host, {});
  return mac === undefined ? 'guess' : { mac };
}

/** Returns the questions of a host's form, which depend on its answers. */
export function questionsOf(layout: Layout, host: SetHost): Question[] {
  const preset = presetOf(layout, host);
  return preset ? openQuestions(preset, answersOf(layout, host, preset)) : [];
}

function answersOf(layout: Layout, host: SetHost, preset: Preset): Answers {
  return Object.fromEntries(
    preset.questions.flatMap((question) => {
      const { value, from } = answerOf(layout, host, question);
      // A column of the table is a variable of the document, which the preset replaces.
      return from === 'table' || from === 'default' ? [] : [[question.id, value] as const];
    }),
  );
}

/** Returns the document of a host in the layout, ignoring its own document. Variables without a value aren't replaced. */
export function layoutText(layout: Layout, host: SetHost): string {
  const preset = presetOf(layout, host);
  if (preset) return preset.build(answersOf(layout, host, preset), host).text;
  return layout.template === undefined ? '' : renderTemplate(layout.template, host).text;
}

/** Returns the document of a host: its own, or that of the layout. */
export function documentText(layout: Layout, host: SetHost): string {
  return host.own ?? layoutText(layout, host);
}

/** Read once per host and layout, which are immutable. */
const READ = new WeakMap<SetHost, { layout: Layout; document: NmstateDocument; known: HostDocument }>();

/** Returns a host with its document, cached by host and layout, so that only edited hosts are read again. */
export function documentOf(layout: Layout, host: SetHost): HostDocument {
  const read = READ.get(host);
  if (read?.layout === layout) return read.known;
  const text = documentText(layout, host);
  // Another layout often results in the same text.
  const document =
    read?.document.yaml.text === text ? read.document : readNmstate(text, { file: nodeFileName(host) });
  const known = { host, document };
  READ.set(host, { layout, document, known });
  return known;
}

/** Returns all hosts with their documents, in the order of the table. */
export function documentsOf({ layout, hosts }: HostSet): HostDocument[] {
  return hosts.map((host) => documentOf(layout, host));
}
