import type { ValueMap } from '../charts/yaml.ts';
import {
  type Data,
  emptyMap,
  isDataList,
  isDataMap,
  marksIn,
  markText,
  NOT_KNOWN,
  printed,
  truthOf,
  UNKNOWN,
  withoutMarks,
} from './data.ts';
import { type ExpressionScope, evaluate, plainField, type Token, tokensOf } from './expression.ts';
import { callFunction, dataFrom, mergeInto } from './functions.ts';
import { parseTemplate, type TemplateBranch, type TemplateNode } from './parse.ts';
import { assign, type Context, copied, type Frame, frameFor, partsOf, pathsBelow, set } from './scope.ts';

/** A template with its file. */
export interface NamedTemplate {
  nodes: TemplateNode[];
  /** Path in findings, such as `charts/db/templates/_pod.tpl`. */
  file: string;
}

/** The origin of a line of output. */
export interface Origin {
  /** `templates/_pod.tpl:34`; the innermost template. Absent for text that a value contains. */
  place?: string;
  /** Paths below `.Values` that were read. */
  reads: string[][];
}

/** Output of a chart's templates. */
export interface TemplateOutput {
  /** By file. Contains everything that no condition disables. Unknown conditions count as true. */
  on: Map<string, string>;
  /** Bodies whose condition was evaluated as false. */
  off: string[];
  readsOn: string[][];
  readsOff: string[][];
  /** Places that include a named template with an unknown name. */
  notFollowed: string[];
  /** Returns the origins of a line of `on` or `off`. */
  originOf(line: string): Origin;
}

/** Limits on the work for one chart, because templates are untrusted. */
const MOST_STEPS = 100_000;
const MOST_CHARACTERS = 32_000_000;
const DEEPEST = 60;
const MOST_NESTED = 300;
/**
 * Characters before an action that decide whether it prints an image, because reading all of the output each time is
 * quadratic.
 */
const LONGEST_TAIL = 200;

/**
 * Runs the templates of a chart as Helm would, as far as possible without Helm and a cluster.
 * @param templates of the chart itself, without partials
 * @param named all named templates that it can include
 */
export function runTemplates(
  templates: ReadonlyMap<string, NamedTemplate>,
  named: ReadonlyMap<string, NamedTemplate>,
  chart: { name: string; version: string; appVersion: string; type: string; values: ValueMap },
): TemplateOutput {
  return new TemplateRun(templates, named, chart).output();
}

class TemplateRun {
  private readonly paths = new WeakMap<object, string[]>();
  /** Maps with more fields in Helm than here. */
  private readonly open = new WeakSet<object>();
  private readonly marks: Origin[] = [];
  private readonly tokens = new Map<string, Token[] | undefined>();
  private readonly readsOn = new Map<string, string[]>();
  private readonly readsOff = new Map<string, string[]>();
  private readonly off: string[] = [];
  private readonly notFollowed = new Set<string>();
  private readonly templates: ReadonlyMap<string, NamedTemplate>;
  private readonly named: ReadonlyMap<string, NamedTemplate>;
  private readonly chart: { name: string; facts: Data; values: Data };
  private readonly budget = { nodes: 200_000 };
  private steps = MOST_STEPS;
  private characters = MOST_CHARACTERS;
  /** Values that the current action has read. */
  private reads: string[][] = [];

  constructor(
    templates: ReadonlyMap<string, NamedTemplate>,
    named: ReadonlyMap<string, NamedTemplate>,
    { name, version, appVersion, type, values }: Parameters<typeof runTemplates>[2],
  ) {
    this.templates = templates;
    this.named = named;
    const data = dataFrom(values as never);
    this.notePaths(data, []);
    const facts = { Name: name, Version: version, AppVersion: appVersion, Type: type };
    this.chart = { name, facts: emptyMap(Object.entries(facts)), values: data };
    this.open.add(this.chart.facts as object);
  }

  output(): TemplateOutput {
    const on = new Map<string, string>();
    for (const [path, { nodes, file }] of this.templates) {
      const root = emptyMap([
        ['Values', this.chart.values],
        ['Chart', this.chart.facts],
        [
          'Template',
          emptyMap([
            ['Name', `${this.chart.name}/${path}`],
            ['BasePath', `${this.chart.name}/templates`],
          ]),
        ],
        ...['Release', 'Capabilities', 'Files', 'Subcharts'].map((name) => [name, NOT_KNOWN] as const),
      ]);
      this.open.add(root);
      const frame = { variables: new Map<string, Data>(), outer: undefined };
      on.set(
        path,
        this.execute(nodes, {
          dot: root,
          root,
          frame,
          file,
          depth: 0,
          nesting: 0,
          off: false,
          unsure: false,
          within: [],
        }),
      );
    }
    return {
      on,
      off: this.off,
      readsOn: [...this.readsOn.values()],
      readsOff: [...this.readsOff.values()],
      notFollowed: [...this.notFollowed],
      originOf: (line) => {
        const marks = marksIn(line).flatMap((id) => this.marks[id] ?? []);
        const place = marks.findLast((mark) => mark.place !== undefined)?.place;
        return { place, reads: marks.flatMap(({ reads }) => reads) };
      },
    };
  }

  private notePaths(value: Data, path: string[]): void {
    if (typeof value !== 'object' || value === null) return;
    this.paths.set(value, path);
    for (const [name, inner] of Object.entries(value)) this.notePaths(inner, [...path, name]);
  }

  private execute(nodes: TemplateNode[], context: Context): string {
    let out = '';
    let tail = '';
    const inner = { ...context, nesting: context.nesting + 1 };
    for (const node of nodes) {
      if (--this.steps < 0 || this.characters < 0 || inner.nesting > MOST_NESTED) {
        this.notFollowed.add(`${context.file}:${node.line}`);
        return `${out}${UNKNOWN}`;
      }
      const volume =
        node.kind === 'text'
          ? this.withPlaces(node.text, node.line, context)
          : node.kind === 'action'
            ? this.act(node.expression, node.line, inner, tail)
            : this.block(node, inner);
      this.characters -= volume.length;
      out += volume;
      tail = (tail + volume.slice(-LONGEST_TAIL)).slice(-LONGEST_TAIL);
    }
    return out;
  }

  /** Marks each line that contains an image with its place. */
  private withPlaces(text: string, line: number, { file }: Context): string {
    let at = 0;
    let current = line;
    return text.replace(/^[ \t]*(?:-[ \t]+)?["']?image["']?:/gm, (all, index: number) => {
      for (let next = text.indexOf('\n', at); next !== -1 && next < index; next = text.indexOf('\n', at)) {
        current++;
        at = next + 1;
      }
      return `${all}${this.mark({ place: `${file}:${current}`, reads: [] })}`;
    });
  }

  private mark(origin: Origin): string {
    return markText(this.marks.push(origin) - 1);
  }

  /** Returns the output of an action. `before` is the end of the output before it. */
  private act(expression: string, line: number, context: Context, before: string): string {
    const [, name, operator, assigned] = /^(\$\w+)\s*(:?=)\s*([\s\S]+)$/.exec(expression) ?? [];
    const around = this.reads;
    this.reads = [];
    const value = this.value(assigned ?? expression, line, context);
    const { reads } = this;
    // Not copied: a template of millions of actions would take quadratic time.
    for (const path of reads) around.push(path);
    this.reads = around;
    if (name !== undefined) {
      assign(context, name, operator === ':=', value);
      return '';
    }
    for (const path of pathsBelow(this.paths, value)) this.read(path, context, reads);
    const text = printed(value);
    const place = `${context.file}:${line}`;
    const mark = this.mark({ reads });
    const marked = text.replace(
      /^([ \t]*(?:-[ \t]+)?["']?image["']?:)(?!\uE000)(?=[ \t]+\S)/gm,
      (all) => `${all}${this.mark({ place, reads })}`,
    );
    // Helm prints line breaks around a name, and YAML allows them.
    const isImage = /image["']?:(?:\uE000\d+\uE001)?[ \t]*["']?$/.test(
      before.slice(before.lastIndexOf('\n') + 1),
    );
    return mark + (isImage ? marked.trim() : marked);
  }

  private value(expression: string, line: number, context: Context): Data {
    if (!this.tokens.has(expression)) this.tokens.set(expression, tokensOf(expression));
    const scope: ExpressionScope = {
      dot: context.dot,
      root: context.root,
      variable: (name) => {
        for (let frame: Frame | undefined = context.frame; frame; frame = frame.outer)
          if (frame.variables.has(name)) return frame.variables.get(name);
        return NOT_KNOWN;
      },
      field: (of, name) => {
        const value =
          isDataMap(of) && this.open.has(of) && !Object.hasOwn(of, name) ? NOT_KNOWN : plainField(of, name);
        const path = typeof of === 'object' && of !== null ? this.paths.get(of) : undefined;
        if (path && (typeof value !== 'object' || value === null))
          this.read([...path, name], context, this.reads);
        return value;
      },
      call: (name, operands) => {
        this.steps--;
        if (name === 'include') {
          const text = this.include(operands, line, context);
          if (text === NOT_KNOWN) this.readComplete(operands, context);
          return text;
        }
        if (name === 'tpl') return this.tpl(operands, context);
        if (name === 'set') return set(operands, context);
        if (/^(?:must)?[mM]erge(?:Overwrite)?$/.test(name))
          return this.merge(operands, /Overwrite$/.test(name) ? 'from' : 'target', context);
        const result = callFunction(name, operands, this.budget);
        if (result === NOT_KNOWN || /^to(?:Yaml|Json)$/.test(name)) this.readComplete(operands, context);
        return result;
      },
    };
    return evaluate(this.tokens.get(expression), scope);
  }

  private read(path: string[], { off, isCondition }: Context, reads: string[][]): void {
    reads.push(path);
    if (!isCondition) (off ? this.readsOff : this.readsOn).set(path.join('\0'), path);
  }

  /** Records maps and lists of values that a function receives as arguments. */
  private readComplete(operands: Data[], context: Context): void {
    for (const operand of operands) {
      const own = pathsBelow(this.paths, operand);
      const paths = own.length > 0 ? own : partsOf(operand).flatMap((part) => pathsBelow(this.paths, part));
      for (const path of paths) if (path.length > 0) this.read(path, context, this.reads);
    }
  }

  /** Merges maps. Helm's functions change their first map. */
  private merge(maps: Data[], wins: 'target' | 'from', { off, unsure }: Context): Data {
    const { budget } = this;
    const [first, ...others] = maps;
    if (!isDataMap(first)) return NOT_KNOWN;
    const target = off ? emptyMap() : first;
    if (off) mergeInto(target, first, { wins, unsure, budget });
    for (const other of others) {
      if (!isDataMap(other)) return NOT_KNOWN;
      mergeInto(target, other, { wins, unsure, budget });
    }
    return target;
  }

  private include([name, dot]: Data[], line: number, context: Context): Data {
    const text = typeof name === 'string' ? withoutMarks(name) : UNKNOWN;
    const template = this.named.get(text);
    if (!template) {
      if (!context.off && text.includes(UNKNOWN)) this.notFollowed.add(`${context.file}:${line}`);
      return NOT_KNOWN;
    }
    // A template may include itself, limited by a condition. Bodies of other conditions ignore that condition.
    const isCircle = (context.off || context.unsure) && context.within.includes(text);
    if (isCircle || context.depth >= DEEPEST) return NOT_KNOWN;
    return this.execute(template.nodes, {
      ...context,
      dot,
      root: dot,
      frame: { variables: new Map(), outer: undefined },
      file: template.file,
      depth: context.depth + 1,
      within: [...context.within, text],
    });
  }

  private tpl([text, dot]: Data[], context: Context): Data {
    if (typeof text !== 'string' || text.includes(UNKNOWN)) return NOT_KNOWN;
    if (!text.includes('{{')) return text;
    if (context.depth >= DEEPEST) return NOT_KNOWN;
    const frame = { variables: new Map<string, Data>(), outer: undefined };
    const { nodes } = parseTemplate(withoutMarks(text));
    return this.execute(nodes, { ...context, dot, root: dot, frame, depth: context.depth + 1 });
  }

  private block(node: Extract<TemplateNode, { branches: TemplateBranch[] }>, context: Context): string {
    let accepted = false;
    const possible: string[] = [];
    for (const { condition, body } of node.branches) {
      const [, names, expression = condition] =
        /^((?:\$\w+\s*,\s*)?\$\w+)\s*:?=\s*([\s\S]+)$/.exec(condition ?? '') ?? [];
      const value =
        expression === undefined
          ? true
          : this.value(expression, node.line, { ...context, isCondition: node.kind === 'if' });
      const truth: boolean | undefined = accepted
        ? false
        : node.kind === 'range' && typeof value === 'number'
          ? value > 0
          : truthOf(value);
      const inner = (dot: Data, more: Partial<Context> = {}): Context => ({
        ...context,
        dot: node.kind !== 'if' && expression !== undefined ? dot : context.dot,
        frame: frameFor(context.frame, names, node.kind === 'range' ? undefined : value, dot),
        ...more,
      });
      if (truth === false) {
        const frame = { variables: copied(context.frame), outer: undefined };
        const off = this.execute(body, { ...inner(NOT_KNOWN), frame, off: true });
        if (off.trim()) this.off.push(off);
      } else if (truth === true && possible.length === 0) {
        accepted = true;
        const out =
          node.kind === 'range' && expression !== undefined
            ? this.loop(body, value, names, inner)
            : this.execute(body, inner(value));
        possible.push(out);
        // Executes the branches after it to collect their disabled text.
        const rest = node.branches.slice(node.branches.findIndex((branch) => branch.body === body) + 1);
        for (const branch of rest) {
          const frame = { variables: copied(context.frame), outer: undefined };
          const off = this.execute(branch.body, { ...context, frame, off: true });
          if (off.trim()) this.off.push(off);
        }
        return out;
      } else {
        accepted ||= truth === true;
        possible.push(this.execute(body, inner(value === true ? context.dot : NOT_KNOWN, { unsure: true })));
      }
    }
    // Alternatives within a line aren't text that Helm could output.
    const apart = possible.every((text) => text.includes('\n') || withoutMarks(text) === '');
    return apart
      ? possible.join('')
      : possible.length > 0
        ? UNKNOWN + possible.flatMap(marksIn).map(markText).join('')
        : '';
  }

  private loop(
    body: TemplateNode[],
    value: Data,
    names: string | undefined,
    inner: (dot: Data) => Context,
  ): string {
    const items: [Data, Data][] = isDataList(value)
      ? value.map((item, index) => [index, item])
      : isDataMap(value)
        ? Object.keys(value)
            .sort()
            .map((name) => [name, value[name]])
        : [[NOT_KNOWN, NOT_KNOWN]];
    let out = '';
    for (const [key, item] of items) {
      if (this.steps < 0 || this.characters < 0) break;
      const context = inner(item);
      const path = typeof value === 'object' && value !== null ? this.paths.get(value) : undefined;
      if (path && (typeof item !== 'object' || item === null))
        this.read([...path, String(key)], context, this.reads);
      const [first, second] = names?.split(',').map((name) => name.trim()) ?? [];
      if (second !== undefined) context.frame.variables.set(first!, key).set(second, item);
      else if (first !== undefined) context.frame.variables.set(first, item);
      out += this.execute(body, context);
    }
    return out;
  }
}
