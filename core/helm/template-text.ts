import { evaluate, isTrue, printed, type TemplateScope } from './template-expression.ts';

/** Stands for what only Helm could tell. */
export const UNKNOWN = '\uFFFD';

/** A template without its actions. Both texts have the lines of the template. */
export interface TemplateText {
  /** What the values switch on, or what they may switch on. */
  on: string;
  /** What the values switch off. */
  off: string;
}

const COMMENT = /\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g;
const ACTION = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g;

/** The bodies of all `define`s of some templates by name. */
export function definesOf(templates: Iterable<string>): Map<string, string> {
  const defines = new Map<string, string>();
  for (const template of templates) {
    const open: { name: string; from: number }[] = [];
    for (const action of template.replace(COMMENT, linesOf).matchAll(ACTION)) {
      const [all, , body] = action;
      const [, word, name] = /^(if|range|with|block|define|end)\b(?:\s+"([^"]+)")?/.exec(body!) ?? [];
      if (word === 'end') {
        const ended = open.pop();
        if (ended?.name)
          defines.set(ended.name, template.replace(COMMENT, linesOf).slice(ended.from, action.index));
      } else if (word)
        open.push({ name: word === 'define' ? (name ?? '') : '', from: action.index + all.length });
    }
  }
  return defines;
}

interface Frame {
  kind: 'if' | 'define' | 'other';
  /** Undefined: it takes Helm to tell. */
  branch: boolean | undefined;
  /** This branch or one before it is taken for sure. */
  taken: boolean;
  /** One before it may be taken. */
  unsure: boolean;
}

/**
 * Takes the actions out of a template: expressions that can be told are replaced by their values, others by
 * {@link UNKNOWN}; branches are followed where their condition can be told.
 */
export function expandTemplate(
  template: string,
  scope: Omit<TemplateScope, 'expand' | 'variables'>,
): TemplateText {
  return expand(template, { ...scope, variables: new Map() }, 0);
}

function expand(template: string, outer: Omit<TemplateScope, 'expand'>, depth: number): TemplateText {
  const scope: TemplateScope = {
    ...outer,
    expand(body) {
      if (depth > 8) return undefined;
      const { on } = expand(body, { ...outer, variables: new Map() }, depth + 1);
      return on.includes(UNKNOWN) ? undefined : on;
    },
  };
  const frames: Frame[] = [];
  const text = template.replace(COMMENT, linesOf);
  let on = '';
  let off = '';
  let last = 0;
  const put = (piece: string) => {
    if (frames.every(({ branch }) => branch !== false)) {
      on += piece;
      off += linesOf(piece);
    } else {
      off += piece;
      on += linesOf(piece);
    }
  };
  // Lines of the file itself must stay where they are, those of an included body need not.
  const [before, after] = depth === 0 ? [/[ \t]+$/, /^[ \t]+/] : [/\s+$/, /^\s+/];
  let trim = false;
  const literal = (from: number, to?: number, trimEnd = false) => {
    const piece = text.slice(from, to);
    const begun = trim ? piece.replace(after, '') : piece;
    put(trimEnd ? begun.replace(before, '') : begun);
  };
  for (const action of text.matchAll(ACTION)) {
    const [all, left, body, right] = action;
    literal(last, action.index, left === '-');
    last = action.index + all.length;
    trim = right === '-';
    put(act(body!, frames, scope) ?? UNKNOWN);
    if (depth === 0) put(linesOf(all));
  }
  literal(last);
  return { on, off };
}

/** What an action prints; undefined when that cannot be told. */
function act(body: string, frames: Frame[], scope: TemplateScope): string | undefined {
  const [, word, rest = ''] =
    /^(if|else|end|range|with|define|block|break|continue)\b\s*([\s\S]*)$/.exec(body) ?? [];
  const frame = frames.at(-1);
  const decide = (expression: string): boolean | undefined => {
    const known = evaluate(expression, scope);
    return known && isTrue(known);
  };
  switch (word) {
    case 'if': {
      const branch = decide(rest);
      frames.push({ kind: 'if', branch, taken: branch === true, unsure: false });
      return '';
    }
    case 'define':
      // Its text is where it is included, not here.
      frames.push({ kind: 'define', branch: false, taken: true, unsure: false });
      return '';
    case 'range':
    case 'with':
    case 'block':
      frames.push({
        kind: 'other',
        branch: decide(rest) === false ? false : undefined,
        taken: false,
        unsure: false,
      });
      return '';
    case 'else':
      if (frame?.kind === 'if') {
        const condition = /^if\b\s*([\s\S]*)$/.exec(rest)?.[1];
        const branch = condition === undefined ? true : decide(condition);
        frame.unsure ||= frame.branch === undefined;
        frame.branch = frame.taken ? false : branch === true && frame.unsure ? undefined : branch;
        frame.taken ||= branch === true;
      } else if (frame?.kind === 'other') frame.branch = frame.branch === false ? true : undefined;
      return '';
    case 'end':
      frames.pop();
      return '';
    case 'break':
    case 'continue':
      return '';
  }
  const assignment = /^(\$\w+)\s*:?=\s*([\s\S]+)$/.exec(body);
  if (!assignment) {
    const known = evaluate(body.replace(/^template\b/, 'include'), scope);
    return known && printed(known);
  }
  const [, name, expression] = assignment;
  const known = evaluate(expression!, scope);
  if (frames.some(({ branch }) => branch === false)) return '';
  if (known && frames.every(({ branch }) => branch)) scope.variables.set(name!, known);
  else scope.variables.delete(name!);
  return '';
}

function linesOf(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}
