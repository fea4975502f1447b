import { applyWhatFits, editsBetween } from '../../base/document/edit/text-edits.ts';
import { readNmstate } from '../model/document.ts';
import { nodeFileName } from '../model/host.ts';
import type { Question } from '../presets/preset.ts';
import { documentText, layoutText, presetOf } from './documents.ts';
import type { HostSet, Layout, SetHost } from './host-set.ts';
import { withParts } from './parts.ts';
import { answersIn } from './read-back.ts';

/**
 * The host after a change of its row or of the layout. A document of its own keeps its edits: they are put onto what the
 * layout gives now, and where both changed the same lines, the host's own stay.
 */
function carried(before: SetHost, from: Layout, after: SetHost, to: Layout): SetHost {
  if (before.own === undefined || after.own !== before.own) return after;
  const base = layoutText(from, before);
  const now = layoutText(to, after);
  if (base === now) return after;
  const { text } = applyWhatFits(base, [...editsBetween(base, before.own), ...editsBetween(base, now)]);
  return settled({ ...after, own: text }, to);
}

/** A document of its own that is what the layout gives is none. */
function settled(host: SetHost, layout: Layout): SetHost {
  if (host.own === undefined || host.own !== layoutText(layout, host)) return host;
  const { own: _own, ...rest } = host;
  return rest;
}

/** Changes rows of the table. Hosts that `change` gives back as they are stay the same values. */
export function changeHosts<S extends HostSet>(set: S, change: (host: SetHost, index: number) => SetHost): S {
  const { layout } = set;
  return {
    ...set,
    hosts: set.hosts.map((host, index) => {
      const after = change(host, index);
      return after === host ? host : carried(host, layout, after, layout);
    }),
  };
}

/** Changes the layout of all hosts. Answers without a value are taken out. */
export function changeLayout<S extends HostSet>(set: S, layout: Layout): S {
  const to = { ...layout, answers: withoutEmpty(layout.answers) };
  return { ...set, layout: to, hosts: set.hosts.map((host) => carried(host, set.layout, host, to)) };
}

/** Answers a question for one host: in its row where the answer has a column. An empty answer is what all hosts have. */
export function answerQuestion<S extends HostSet>(
  set: S,
  index: number,
  question: Question,
  value: string,
): S {
  return changeHosts(set, (host, at) => (at === index ? answered(host, question, value) : host));
}

function answered(host: SetHost, question: Question, value: string): SetHost {
  if (question.variable !== undefined) return withParts(host, { [question.variable]: value });
  const answers = withoutEmpty({ ...host.answers, [question.id]: value });
  return { ...host, answers };
}

/** Another layout for one host; its answers stay as far as the new one asks for them. */
export function choosePreset<S extends HostSet>(set: S, index: number, preset: string): S {
  return changeHosts(set, (host, at) => (at === index ? { ...host, preset } : host));
}

/**
 * The whole document of a host, as someone wrote it. What the form asks for is read back into the row; what is beyond
 * the form makes it a document of its own.
 */
export function writeDocument<S extends HostSet>(set: S, index: number, text: string): S {
  const { layout } = set;
  return {
    ...set,
    hosts: set.hosts.map((host, at) => {
      if (at !== index || text === documentText(layout, host)) return host;
      const preset = presetOf(layout, host);
      if (!preset) return settled({ ...host, own: text }, layout);
      const read = (yaml: string) => answersIn(readNmstate(yaml, { file: nodeFileName(host) }));
      const [was, now] = [read(documentText(layout, host)), read(text)];
      let changed = host;
      if (now)
        for (const question of preset.questions) {
          const value = now[question.id];
          if (value !== undefined && value !== was?.[question.id])
            changed = answered(changed, question, value);
        }
      return settled({ ...changed, own: text }, layout);
    }),
  };
}

/** Gives a host what the layout says again. */
export function asLayout<S extends HostSet>(set: S, index: number): S {
  return {
    ...set,
    hosts: set.hosts.map((host, at) => {
      if (at !== index) return host;
      const { own: _own, ...rest } = host;
      return { ...rest, answers: {} };
    }),
  };
}

function withoutEmpty(answers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value.trim() !== ''));
}
