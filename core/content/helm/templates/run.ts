import { mergeInto } from './collection-functions.ts';
import {
  alternatives,
  type Data,
  emptyMap,
  expanded,
  hasAlternatives,
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
import { TemplateFiles } from './files.ts';
import { callFunction } from './functions.ts';
import { type Origin, Origins } from './origins.ts';
import { parseTemplate, type TemplateBranch, type TemplateNode } from './parse.ts';
import type { ChartFacts, NamedTemplate, RunningChart } from './running-chart.ts';
import { assign, type Context, copied, type Frame, frameFor, set, UnsureVariables, unset } from './scope.ts';
import { LONGEST_NAME, merged, UnknownConditions, whereTrue } from './unknown-conditions.ts';
import { ValueReads } from './value-reads.ts';

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
const MOST_ROUNDS = 1_000;
/** Functions that return a new map. */
const MAP_MAKERS = /^(?:dict|(?:mustD|d)eepCopy|(?:mustF|f)rom(?:Yaml|Json)|pick|omit)$/;
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
  chart: RunningChart,
): TemplateOutput {
  return new TemplateRun(templates, named, chart).output();
}

class TemplateRun {
  /** Maps with more fields in Helm than here. */
  private readonly open = new WeakSet<object>();
  /** The decision on which the creation of a map depended. */
  private readonly madeIn = new WeakMap<object, number>();
  private readonly origins = new Origins();
  private readonly tokens = new Map<string, Token[] | undefined>();
  private readonly reads = new ValueReads(this.origins);
  private readonly off: string[] = [];
  private readonly notFollowed = new Set<string>();
  private readonly templates: ReadonlyMap<string, NamedTemplate>;
  private readonly named: Map<string, NamedTemplate>;
  private readonly chart: { path: string; facts: Data; values: Data; subcharts: Data };
  private readonly files: TemplateFiles;
  /** A `break` or `continue` that ends the bodies up to the surrounding loop. */
  private jump: 'break' | 'continue' | undefined;
  private readonly conditions = new UnknownConditions();
  private readonly budget = { nodes: 200_000 };
  private steps = MOST_STEPS;
  private characters = MOST_CHARACTERS;

  constructor(
    templates: ReadonlyMap<string, NamedTemplate>,
    named: ReadonlyMap<string, NamedTemplate>,
    { facts, path, values, files, subcharts }: RunningChart,
  ) {
    this.templates = templates;
    this.named = new Map(named);
    this.files = new TemplateFiles(files);
    const data = this.reads.dataOf(values);
    const below = [...subcharts].map(([key, chart]) => {
      const inner = isDataMap(data) ? data[key] : undefined;
      const sub = emptyMap([
        ['Chart', this.factsFrom(chart)],
        ['Values', inner],
      ]);
      this.open.add(sub);
      return [key, sub] as const;
    });
    this.chart = { path, facts: this.factsFrom(facts), values: data, subcharts: emptyMap(below) };
  }

  /** Returns `.Chart`, of which only some fields are known here. */
  private factsFrom({ name, version, appVersion, type, annotations }: ChartFacts): Data {
    const facts = emptyMap([
      ['Name', name],
      ['Version', version],
      ['AppVersion', appVersion],
      ['Type', type],
      ['Annotations', emptyMap(annotations)],
    ]);
    this.open.add(facts);
    return facts;
  }

  output(): TemplateOutput {
    const on = new Map<string, string>();
    for (const [path, { nodes, file }] of this.templates) {
      const root = emptyMap([
        ['Values', this.chart.values],
        ['Chart', this.chart.facts],
        ['Files', this.files.data],
        ['Subcharts', this.chart.subcharts],
        [
          'Template',
          emptyMap([
            ['Name', `${this.chart.path}/${path}`],
            ['BasePath', `${this.chart.path}/templates`],
          ]),
        ],
        ...['Release', 'Capabilities'].map((name) => [name, NOT_KNOWN] as const),
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
          unsure: 0,
          within: [],
        }),
      );
    }
    return {
      on,
      off: this.off,
      ...this.reads.all(),
      notFollowed: [...this.notFollowed],
      originOf: (line) => this.origins.of(line),
    };
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
      if (node.kind === 'break' || node.kind === 'continue') {
        if (context.off || context.unsure > 0) continue;
        this.jump = node.kind;
        return out;
      }
      const volume =
        node.kind === 'text'
          ? this.origins.marked(node.text, context.file, node.line)
          : node.kind === 'action'
            ? this.act(node.expression, node.line, inner, tail)
            : this.block(node, inner);
      this.characters -= volume.length;
      out += volume;
      if (this.jump) return out;
      tail = (tail + volume.slice(-LONGEST_TAIL)).slice(-LONGEST_TAIL);
    }
    return out;
  }

  /** Returns the output of an action. `before` is the end of the output before it. */
  private act(expression: string, line: number, context: Context, before: string): string {
    const [, name, operator, assigned] = /^(\$\w+)\s*(:?=)\s*([\s\S]+)$/.exec(expression) ?? [];
    const { result: value, reads } = this.reads.during(() =>
      this.value(assigned ?? expression, line, context),
    );
    if (name !== undefined) {
      assign(context, name, operator === ':=', value);
      return '';
    }
    this.reads.printed(value, context, reads);
    const text = printed(value);
    const place = `${context.file}:${line}`;
    const mark = this.origins.mark({ reads });
    const marked = this.origins.printedBy(text, { place, reads });
    // Helm prints line breaks around a name, and YAML allows them. Around a map, they are part of its structure.
    const isImage = /image["']?:(?:\uE000\d+\uE001)?[ \t]+["']?$/.test(
      before.slice(before.lastIndexOf('\n') + 1),
    );
    const trimmed = marked.trim();
    return mark + (isImage && trimmed && !/\n|:\s/.test(withoutMarks(trimmed)) ? trimmed : marked);
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
        const content = /^As(?:Config|Secrets)$/.test(name) ? this.files.call(of, name, []) : undefined;
        if (content !== undefined) return content;
        const value =
          isDataMap(of) && this.open.has(of) && !Object.hasOwn(of, name) ? NOT_KNOWN : plainField(of, name);
        this.reads.item(of, name, value, context);
        return value;
      },
      call: (name, operands) => {
        this.steps--;
        if (name === 'include') {
          const text = this.include(operands, line, context);
          if (text === NOT_KNOWN) this.reads.complete(operands, context);
          return text;
        }
        if (name === 'tpl') return this.tpl(operands, context);
        if (name === 'set') return set(operands, this.asTarget(operands[0], context));
        if (name === 'unset') return unset(operands, this.asTarget(operands[0], context));
        if (/^(?:must)?[mM]erge(?:Overwrite)?$/.test(name))
          return this.merge(operands, /Overwrite$/.test(name) ? 'from' : 'target', context);
        const result = callFunction(name, operands, this.budget);
        if (isDataMap(result) && MAP_MAKERS.test(name)) this.madeIn.set(result, context.unsure);
        if (result === NOT_KNOWN && context.isCondition) this.conditions.noteCall(name, operands);
        if (result === NOT_KNOWN || /^to(?:Yaml|Json)$/.test(name)) this.reads.complete(operands, context);
        return result;
      },
      method: (of, name, operands) => {
        this.steps--;
        return this.files.call(of, name, operands) ?? NOT_KNOWN;
      },
    };
    return evaluate(this.tokens.get(expression), scope);
  }

  /** Returns the context of a change. A map that this branch made changes whenever the branch runs. */
  private asTarget(map: Data, context: Context): Context {
    const isOwn = isDataMap(map) && this.madeIn.get(map) === context.unsure;
    return isOwn ? { ...context, unsure: 0 } : context;
  }

  /** Merges maps. Helm's functions change their first map. */
  private merge(maps: Data[], wins: 'target' | 'from', context: Context): Data {
    const { budget } = this;
    const [first, ...others] = maps;
    if (!isDataMap(first)) return NOT_KNOWN;
    const { off, unsure } = this.asTarget(first, context);
    const isCopy = off || unsure !== context.unsure;
    const target = off ? emptyMap(Object.entries(first)) : first;
    for (const other of others) {
      if (!isDataMap(other)) return NOT_KNOWN;
      mergeInto(target, other, { wins, unsure, isCopy, budget });
    }
    return target;
  }

  /** Calls a function of a text for each of its alternatives. */
  private forEach(text: Data, call: (text: string) => Data): Data {
    if (typeof text !== 'string') return call(UNKNOWN);
    if (!hasAlternatives(text) || text.length > LONGEST_NAME || text.includes('\n')) return call(text);
    const results = expanded(text).map(call);
    return results.every((result) => typeof result === 'string') ? alternatives(results) : NOT_KNOWN;
  }

  private include([name, dot]: Data[], line: number, context: Context): Data {
    return this.forEach(name, (each) => this.includeOne(withoutMarks(each), dot, line, context));
  }

  private includeOne(text: string, dot: Data, line: number, context: Context): Data {
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
    if (text === NOT_KNOWN) return NOT_KNOWN;
    return this.forEach(printed(text), (each) => this.tplOne(each, dot, context));
  }

  private tplOne(text: string, dot: Data, context: Context): Data {
    if (!text.includes('{{')) return text;
    if (context.depth >= DEEPEST) return NOT_KNOWN;
    const frame = { variables: new Map<string, Data>(), outer: undefined };
    const { nodes, defines } = parseTemplate(withoutMarks(text));
    for (const [name, body] of defines) this.named.set(name, { nodes: body, file: context.file });
    const output = this.execute(nodes, { ...context, dot, root: dot, frame, depth: context.depth + 1 });
    return text.includes('\n') ? output : output + marksIn(text).map(markText).join('');
  }

  private block(node: Extract<TemplateNode, { branches: TemplateBranch[] }>, context: Context): string {
    let accepted = false;
    let question = '';
    const possible: { text: string; decision: number }[] = [];
    const maybe = new UnsureVariables(context.frame);
    for (const { condition, body } of node.branches) {
      const [, names, expression = condition] =
        /^((?:\$\w+\s*,\s*)?\$\w+)\s*:?=\s*([\s\S]+)$/.exec(condition ?? '') ?? [];
      this.conditions.begin();
      const value =
        expression === undefined
          ? true
          : this.value(expression, node.line, { ...context, isCondition: node.kind === 'if' });
      const truth: boolean | undefined = accepted
        ? false
        : node.kind === 'range' && (typeof value === 'number' || typeof value === 'bigint')
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
        const dot = value === true ? context.dot : node.kind === 'with' ? whereTrue(value) : NOT_KNOWN;
        question += this.conditions.questionOf(expression);
        const decision = this.conditions.decisionOn(question);
        maybe.begin();
        possible.push({ text: this.execute(body, inner(dot, { unsure: decision })), decision });
        maybe.end(decision);
      }
    }
    maybe.merge(accepted);
    return merged(possible, accepted);
  }

  private loop(
    body: TemplateNode[],
    value: Data,
    names: string | undefined,
    inner: (dot: Data) => Context,
  ): string {
    const items: [Data, Data][] = isDataList(value)
      ? value.map((item, index) => [BigInt(index), item])
      : isDataMap(value)
        ? Object.keys(value)
            .sort()
            .map((name) => [name, value[name]])
        : typeof value === 'number' || typeof value === 'bigint'
          ? Array.from({ length: Math.min(Number(value), MOST_ROUNDS) }, (_, index) => [
              BigInt(index),
              BigInt(index),
            ])
          : [[NOT_KNOWN, NOT_KNOWN]];
    let out = '';
    for (const [key, item] of items) {
      if (this.steps < 0 || this.characters < 0) break;
      const context = inner(item);
      this.reads.item(value, String(key), item, context);
      const [first, second] = names?.split(',').map((name) => name.trim()) ?? [];
      if (second !== undefined) context.frame.variables.set(first!, key).set(second, item);
      else if (first !== undefined) context.frame.variables.set(first, item);
      out += this.execute(body, context);
      const { jump } = this;
      this.jump = undefined;
      if (jump === 'break') break;
    }
    return out;
  }
}
