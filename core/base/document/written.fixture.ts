import * as fc from 'fast-check';

/** YAML as users write it: a value, and its text in some style. */
export interface Sample {
  text: string;
  value: unknown;
}

interface Style {
  step: number;
  list: number;
  eol: '\n' | '\r\n';
  lastLineEnds: boolean;
  header: boolean;
}

type Written =
  | { is: 'scalar'; text: string; value: unknown }
  | { is: 'lines'; lines: string[] }
  | { is: 'map'; flow: boolean; entries: Part[] }
  | { is: 'list'; flow: boolean; entries: Part[] };

interface Part {
  name: string;
  node: Written;
  above?: string | undefined;
  behind?: string | undefined;
  blank: boolean;
}

const NAMES = ['name', 'catalog', 'kind', 'a', 'b-c', 'x.y/z', 'Version', 'on', '10', 'é'];
const SCALARS: [string, unknown][] = [
  ['plain', 'plain'],
  ['two words', 'two words'],
  ["'it''s'", "it's"],
  ['"4.10"', '4.10'],
  ['"a\\tb: #"', 'a\tb: #'],
  ['12', 12],
  ['-1.5', -1.5],
  ['true', true],
  ['no', false],
  ['~', null],
  ['null', null],
  ['h/ns/x:v1', 'h/ns/x:v1'],
  ['52:54:00:aa:bb:01', '52:54:00:aa:bb:01'],
  ["''", ''],
];

const scalar = fc.constantFrom(...SCALARS).map(([text, value]): Written => ({ is: 'scalar', text, value }));
const lines = fc
  .array(fc.constantFrom('one', '  two: 2', '# no comment', 'three'), { minLength: 1, maxLength: 3 })
  .map((list): Written => ({ is: 'lines', lines: ['first', ...list] }));
const remark = fc.option(fc.constantFrom('why', '- name: later', 'key: value', ''), {
  nil: undefined,
  freq: 4,
});

const { node } = fc.letrec<{ node: Written; part: Part; map: Written; list: Written }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: lines },
    { weight: 3, arbitrary: tie('map') },
    { weight: 3, arbitrary: tie('list') },
  ),
  part: fc.record({
    name: fc.constantFrom(...NAMES),
    node: tie('node'),
    above: remark,
    behind: remark,
    blank: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  }),
  map: fc.record({
    is: fc.constant('map' as const),
    flow: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    entries: fc.uniqueArray(tie('part'), { maxLength: 4, selector: ({ name }) => name }),
  }),
  list: fc.record({
    is: fc.constant('list' as const),
    flow: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    entries: fc.array(tie('part'), { maxLength: 4 }),
  }),
}));

const style = fc.record({
  step: fc.constantFrom(2, 4),
  list: fc.constantFrom(0, 2),
  eol: fc.constantFrom('\n' as const, '\r\n' as const),
  lastLineEnds: fc.boolean(),
  header: fc.boolean(),
});

/** Block mappings with at least one entry. */
export const sample: fc.Arbitrary<Sample> = fc
  .tuple(
    node.filter((each) => each.is === 'map' && each.entries.length > 0),
    style,
  )
  .map(([root, how]) => {
    const block: Written = root.is === 'map' ? { ...root, flow: false } : root;
    const written = [...(how.header ? ['# the file', ''] : []), ...blockLines(block, 0, how)];
    const text = written.join(how.eol) + (how.lastLineEnds ? how.eol : '');
    return { text, value: valueFrom(block) };
  });

function valueFrom(written: Written): unknown {
  if (written.is === 'scalar') return written.value;
  if (written.is === 'lines') return `${written.lines.join('\n')}\n`;
  if (written.is === 'list') return written.entries.map((part) => valueFrom(part.node));
  return Object.fromEntries(written.entries.map((part) => [part.name, valueFrom(part.node)]));
}

function isBlock(written: Written): written is Written & { entries: Part[] } {
  return (written.is === 'map' || written.is === 'list') && !written.flow && written.entries.length > 0;
}

function blockLines(written: Written, column: number, how: Style): string[] {
  const indent = ' '.repeat(column);
  if (!isBlock(written)) return [indent + flowOf(written)];
  return written.entries.flatMap((part) => {
    const { node: inner, above, behind } = part;
    const remarks = [
      ...(part.blank ? [''] : []),
      ...(above === undefined ? [] : [`${indent}# ${above}`.trimEnd()]),
    ];
    const reported = behind === undefined ? '' : ` # ${behind}`.trimEnd();
    const head = written.is === 'list' ? '-' : `${quotedName(part.name)}:`;
    if (inner.is === 'lines') {
      const below = ' '.repeat(column + how.step);
      return [...remarks, `${indent}${head} |${reported}`, ...inner.lines.map((line) => below + line)];
    }
    if (!isBlock(inner)) return [...remarks, `${indent}${head} ${flowOf(inner)}${reported}`];
    if (written.is === 'list') {
      const [first = '', ...others] = blockLines(inner, column + 2, how);
      if (first.trim() === '' || first.trimStart().startsWith('#'))
        return [...remarks, `${indent}${head}${reported}`, first, ...others];
      return [...remarks, `${indent}${head} ${first.trimStart()}`, ...others];
    }
    const below = column + (inner.is === 'list' ? how.list : how.step);
    return [...remarks, `${indent}${head}${reported}`, ...blockLines(inner, below, how)];
  });
}

function flowOf(written: Written): string {
  if (written.is === 'scalar') return written.text;
  if (written.is === 'lines') return JSON.stringify(`${written.lines.join('\n')}\n`);
  const items = written.entries.map((part) =>
    written.is === 'list' ? flowOf(part.node) : `${quotedName(part.name)}: ${flowOf(part.node)}`,
  );
  return written.is === 'list' ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
}

function quotedName(name: string): string {
  return /^[a-zA-Z]/.test(name) ? name : `"${name}"`;
}
