/**
 * Finds the words that `docs/design.md` replaces, in texts, comments and names. `node scripts/wording.ts [PATH…]` prints them.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export type Kind = 'text' | 'comment' | 'name';
export interface Finding {
  file: string;
  line: number;
  kind: Kind;
  word: string;
  context: string;
}

/** Words that never occur in texts or comments, as alternatives of one expression. */
const WORDS = [
  'mend(?:s|ed|ing)?',
  'lack(?:s|ed|ing)?',
  '(?:go|goes|going|went|gone) on(?! to\\b)',
  'untold',
  '(?:is|are|was|were|be|been|gets?) told',
  'tells?',
  'told',
  'the way(?: (?:to|between|round|from|of|there|back))?',
  'a way round',
  '(?:comes?|came|coming) to(?= (?:\\{|[\\d]|the|a\\b|nothing|more|less|about))',
  'to be had',
  'hardly',
  'doubtful(?:ly)?',
  'beside',
  'of whom',
  'whose line',
  'begun',
  '(?:says?|said|saying) so',
  'by itself',
  'windows of (?:a|the) link',
  '(?:is|are|was|were|be|been) kept',
  '(?:is|are|was|were|be|been) held',
  'holds?(?!-release)',
  'held',
  'refus(?:e|es|ed|ing|als?)',
  'br(?:ings?|ought)',
  'papers?',
  'takes? (?:back|out|away)',
  'taken (?:back|out|away)',
  '(?:is|are|was|were|be|been) taken(?! (?:from|at|on)\\b)',
  '(?:is|are|was|were|be|been) asked',
  '(?<!\\bthere\\s)is no (?!longer\\b|more\\b|need\\b)[a-z]+',
  'there already',
  '(?:is|are|was|were) there(?=[.,;:]| (?:with|and|byte)\\b)',
  'askers?',
  'desks?',
  'wish(?:es)?',
  '(?:is|are|was|were|be|once|when|until|becomes?) whole',
  'stands? (?:here|there|in(?! for\\b)|at|for itself|beside)',
  'leaves a record',
  'hurt',
  'carry pieces?',
  'short hash(?:es)?',
  'USB sticks?',
  // British spellings
  'recognis(?:e|es|ed|ing)',
  'organis(?:e|es|ed|ing|ations?)',
  'acknowledgements?',
  'behaviours?',
  'colour(?:s|ed)?',
  'neighbour(?:s|ing)?',
  'labell(?:ed|ing)(?!by)',
  'cancell(?:ed|ing)',
  '(?:mis)?spelt',
  'licences?',
];
const IN_TEXT = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi');

/** Parts of identifiers that never occur in names. */
const NAME_PARTS =
  /^(?:mend(?:s|ed|ing)?|lack(?:s|ing|ed)?|told|tells?|untold|held|holds?|desks?|askers?|asked|wish(?:es)?|refus(?:e|es|ed|als?|ing)|brings?|brought|begun|doubtful|papers?|hurt|whole|pieces?|ways?|kept|gone|aside|besides?|withheld|holdings?|odd|anew|districts?|recognis(?:e|es|ed)|organis(?:e|ed|ations?)|acknowledgements?|behaviours?|colours?|neighbours?|labell(?:ed|ing)|cancell(?:ed|ing)|(?:mis)?spelt|licences?)$/i;

/** Consecutive parts of identifiers that never occur in names. */
const NAME_PAIRS = /^(?:puts? off|takes? (?:out|up)|taken out|looks? into)$/i;

/** Returns the words of a text that the product no longer uses, with their positions. */
export function wordsIn(text: string): { word: string; index: number }[] {
  return [...text.matchAll(IN_TEXT)].map(({ 0: word, index }) => ({ word, index }));
}

/** Returns the words of a text that the product no longer uses. */
export function textFindings(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}

/** Returns the parts of an identifier that the product no longer uses. */
export function nameFindings(name: string): string[] {
  // Constants are in capitals.
  const parts = /[a-z]/.test(name) ? name.split(/(?=[A-Z])|[#_$\d]+/) : name.split(/[_$\d]+/);
  const isUnderWay = (i: number) => /^way$/i.test(parts[i]!) && /^under$/i.test(parts[i - 1] ?? '');
  return [
    ...parts.filter((part, i) => NAME_PARTS.test(part) && !isUnderWay(i)),
    ...parts.slice(1).flatMap((part, i) => {
      const pair = `${parts[i]} ${part}`;
      return NAME_PAIRS.test(pair) ? [pair] : [];
    }),
  ];
}

/** Returns true for the name of an HTML element. */
function isElement(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) &&
    parent.tagName === node &&
    /^[a-z]/.test(node.getText())
  );
}

/** Returns the findings of a TypeScript file. */
export function findingsOf(file: string, source: string): Finding[] {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Finding[] = [];
  const add = (kind: Kind, position: number, words: string[], context: string) => {
    const line = tree.getLineAndCharacterOfPosition(position).line + 1;
    for (const word of words) found.push({ file, line, kind, word, context });
  };
  const seen = new Set<number>();
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier)) {
      node.getChildren().forEach(names);
      return;
    }
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    )
      add('text', node.getStart(), textFindings(node.text), node.text.trim().slice(0, 120));
    else if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && !isElement(node))
      add('name', node.getStart(), nameFindings(node.text), node.text);
    ts.forEachChild(node, visit);
  };
  const names = (node: ts.Node) => {
    if (ts.isIdentifier(node)) add('name', node.getStart(), nameFindings(node.text), node.text);
    node.getChildren().forEach(names);
  };
  visit(tree);
  const comments = (node: ts.Node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ]) {
      if (seen.has(range.pos)) continue;
      seen.add(range.pos);
      const text = source.slice(range.pos, range.end);
      for (const match of text.matchAll(IN_TEXT)) {
        const from = text.lastIndexOf('\n', match.index) + 1;
        const to = text.indexOf('\n', match.index);
        add(
          'comment',
          range.pos + match.index,
          [match[0]],
          text
            .slice(from, to < 0 ? undefined : to)
            .trim()
            .slice(0, 140),
        );
      }
    }
    node.getChildren().forEach(comments);
  };
  comments(tree);
  return found;
}

if (import.meta.main) {
  const { execFileSync } = await import('node:child_process');
  const args = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
  const count = process.argv.includes('--count');
  const files = execFileSync(
    'git',
    ['ls-files', ...(args.length > 0 ? args : ['core', 'cli', 'electron', 'renderer'])],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const all = files.flatMap((file) => findingsOf(file, readFileSync(file, 'utf8')));
  if (count) {
    const by = new Map<string, number>();
    for (const { file, kind } of all) {
      const key = `${file.split('/').slice(0, 2).join('/')} ${/\.(test|fixture|e2e)\./.test(file) ? 'test' : 'src'} ${kind}`;
      by.set(key, (by.get(key) ?? 0) + 1);
    }
    for (const [key, n] of [...by].sort()) console.log(n, key);
    const words = new Map<string, number>();
    for (const { kind, word } of all)
      words.set(`${kind} ${word.toLowerCase()}`, (words.get(`${kind} ${word.toLowerCase()}`) ?? 0) + 1);
    for (const [key, n] of [...words].sort((a, b) => b[1] - a[1])) console.log(n, key);
  } else
    for (const { file, line, kind, word, context } of all)
      console.log(`${file}:${line}: ${kind} "${word}": ${context.replaceAll('\n', ' ')}`);
  console.log(all.length, 'findings');
}
