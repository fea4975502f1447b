/** A node of a Go template. Lines count from 1. */
export type TemplateNode =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'action'; expression: string; line: number }
  | { kind: 'break'; line: number }
  | { kind: 'continue'; line: number }
  | { kind: 'if' | 'with' | 'range'; branches: TemplateBranch[]; line: number };

export interface TemplateBranch {
  /** Absent for a plain `else`. */
  condition?: string;
  body: TemplateNode[];
}

interface Open {
  kind: 'if' | 'with' | 'range' | 'define' | 'block' | 'else';
  node?: Extract<TemplateNode, { branches: TemplateBranch[] }>;
  name?: string;
  /** The offset where the text after the block continues. */
  outer: TemplateNode[];
  body: TemplateNode[];
}

/** Parses a Go template. Unclosed blocks end at the end of the text. */
export function parseTemplate(template: string): {
  nodes: TemplateNode[];
  /** Bodies of `define` and `block` by name. */
  defines: Map<string, TemplateNode[]>;
} {
  const nodes: TemplateNode[] = [];
  const defines = new Map<string, TemplateNode[]>();
  const stack: Open[] = [];
  let current = nodes;
  let last = 0;
  let line = 1;
  let trim = false;
  const literal = (to: number, trimEnd: boolean): void => {
    const volume = template.slice(last, to);
    const start = trim ? volume.replace(/^\s+/, '') : volume;
    const from = line + lineBreaks(volume.slice(0, volume.length - start.length));
    const content = trimEnd ? start.trimEnd() : start;
    if (content) current.push({ kind: 'text', text: content, line: from });
    line += lineBreaks(volume);
  };
  for (const { start, end, body, left, right } of actionsOf(template)) {
    literal(start, left);
    last = end;
    trim = right;
    const [, word, rest = ''] =
      /^(if|else|end|range|with|define|block|break|continue)\b\s*([\s\S]*)$/.exec(body) ?? [];
    if (word === 'if' || word === 'range' || word === 'with') {
      const branch: TemplateBranch = { condition: rest, body: [] };
      const node = { kind: word as 'if' | 'range' | 'with', branches: [branch], line };
      current.push(node);
      stack.push({ kind: word, node, outer: current, body: branch.body });
      current = branch.body;
    } else if (word === 'define' || word === 'block') {
      const [, name = '', context = ''] = /^"([^"]*)"\s*([\s\S]*)$/.exec(rest) ?? [];
      const inner: TemplateNode[] = [];
      stack.push({ kind: word, name, outer: current, body: inner });
      if (word === 'block')
        current.push({ kind: 'action', expression: `include "${name}" ${context}`, line });
      current = inner;
    } else if (word === 'else') current = otherwise(stack, rest, line) ?? current;
    else if (word === 'end') {
      const ended = stack.pop();
      if (ended?.name !== undefined) defines.set(ended.name, ended.body);
      if (ended) current = ended.outer;
    } else if (word === 'break' || word === 'continue') current.push({ kind: word, line });
    else if (word === undefined && body)
      current.push({ kind: 'action', expression: body.replace(/^template\b/, 'include'), line });
    line += lineBreaks(template.slice(start, end));
  }
  literal(template.length, false);
  for (const { name, body } of stack) if (name !== undefined) defines.set(name, body);
  return { nodes, defines };
}

interface Action {
  start: number;
  end: number;
  /** Empty for a comment. */
  body: string;
  /** Whether the action removes the white space before or after it. */
  left: boolean;
  right: boolean;
}

/** Finds the actions in one pass. There are none after an unclosed action, because Go rejects such a template. */
function* actionsOf(text: string): Generator<Action> {
  for (let start = text.indexOf('{{'); start !== -1; ) {
    const left = /^-\s/.test(text.slice(start + 2, start + 4));
    const from = start + (left ? 3 : 2);
    const isComment = /^\s*\/\*/.test(text.slice(from, from + 64));
    const close = isComment ? text.indexOf('}}', text.indexOf('*/', from)) : endOfAction(text, from);
    if (close === -1 || (isComment && text.indexOf('*/', from) === -1)) return;
    const right = text[close - 1] === '-' && /\s|\//.test(text[close - 2] ?? '');
    const body = isComment ? '' : text.slice(from, right ? close - 1 : close).trim();
    yield { start, end: close + 2, body, left, right };
    start = text.indexOf('{{', close + 2);
  }
}

/** Returns the position of `}}` outside of quotes; -1 if there is none. */
function endOfAction(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '}' && text[at + 1] === '}') return at;
    if (char === '`') at = text.indexOf('`', at + 1);
    else if (char === '"') for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    if (at === -1) return -1;
  }
  return -1;
}

/** Parses the body of an `else`. `else if` and `else with` start another branch. */
function otherwise(stack: Open[], rest: string, line: number): TemplateNode[] | undefined {
  const open = stack.at(-1);
  if (!open?.node) return undefined;
  const [, word, condition] = /^(if|with)\b\s*([\s\S]*)$/.exec(rest) ?? [];
  const body: TemplateNode[] = [];
  if (word === undefined || word === open.node.kind) open.node.branches.push({ condition, body });
  else {
    const nested = { kind: word as 'if' | 'with', branches: [{ condition: condition!, body }], line };
    open.node.branches.push({ body: [nested] });
    open.node = nested;
  }
  open.body = body;
  return body;
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
