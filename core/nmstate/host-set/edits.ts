import { applyWhatFits, editsBetween } from '../../base/document/edit/text-edits.ts';
import { readNmstate } from '../model/document.ts';
import { nodeFileName } from '../model/host.ts';
import type { Question } from '../presets/preset.ts';
import { documentText, layoutText, presetOf } from './documents.ts';
import type { HostSet, Layout, SetHost } from './host-set.ts';
import { withParts } from './parts.ts';
import { answersIn } from './read-back.ts';

/**
 * Returns the host after a change of its row or of the layout. The edits of its own document are applied to the new document
 * of the layout. If both changed the same lines, those of the host are used.
 */
function carried(before: SetHost, from: Layout, after: SetHost, to: Layout): SetHost {
  if (before.own === undefined || after.own !== before.own) return after;
  const base = layoutText(from, before);
  const now = layoutText(to, after);
  if (base === now) return after;
  const { text } = applyWhatFits(base, [...editsBetween(base, before.own), ...editsBetween(base, now)]);
  return settled({ ...after, own: text }, to);
}

/** Removes the own document of a host if it equals that of the layout. */
function settled(host: SetHost, layout: Layout): SetHost {
  if (host.own === undefined || host.own !== layoutText(layout, host)) return host;
  const { own: _own, ...rest } = host;
  return rest;
}

/** Changes rows of the table. Hosts that `change` returns unchanged remain identical. */
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

/** Changes the layout of all hosts. Answers without a value are removed. */
export function changeLayout<S extends HostSet>(set: S, layout: Layout): S {
  const to = { ...layout, answers: withoutEmpty(layout.answers) };
  return { ...set, layout: to, hosts: set.hosts.map((host) => carried(host, set.layout, host, to)) };
}

/** Answers a question for one host, in its row if there is a column. An empty answer restores that of all hosts. */
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

/** Changes the layout of one host. Answers to questions of the new layout remain. */
export function choosePreset<S extends HostSet>(set: S, index: number, preset: string): S {
  return changeHosts(set, (host, at) => (at === index ? { ...host, preset } : host));
}

/**
 * Replaces the document of a host. Values of the form are read back into the row. If there are others, the host gets its own
 * document.
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

/** Restores the document of the layout for a host. */
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
