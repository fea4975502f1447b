import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FLAGS } from '../cli/commands/oc-mirror/flags.ts';
import { commandLine } from '../cli/program.ts';
import { ERROR_CODES } from '../core/base/errors/codes.ts';
import { type CommandHelp, faultOf, leavesOf, readCommandHelp } from './command-help.ts';
import { airlockArguments, documentedCommands, withoutFences } from './documented-commands.ts';
import { documents, screenshotsInDocs } from './documents.ts';
import { headings } from './headings.ts';
import { PACKAGE_OPTIONS } from './packages/options.ts';
import { ROOT } from './run.ts';
import { COMMAND_DOCS, commandDocs } from './write-command-docs.ts';
import { ERROR_DOCS, errorDocs } from './write-error-docs.ts';
import {
  FORMATS,
  formatPages,
  listedFormats,
  NMSTATE_FORMATS,
  rowsOf,
  withFieldLists,
} from './write-format-docs.ts';
import { TROUBLESHOOTING_DOCS, troubleshootingDocs } from './write-troubleshooting-docs.ts';

const pages = documents();
/** Pages that list all commands or messages, and therefore explain none. */
const GENERATED: ReadonlySet<string> = new Set([COMMAND_DOCS, TROUBLESHOOTING_DOCS]);

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

const program: CommandHelp = readCommandHelp(await commandLine());

describe('docs/errors.md', () => {
  test('is the output of scripts/write-error-docs.ts', () => {
    expect(read(ERROR_DOCS)).toBe(errorDocs());
  });

  test('has every code under a topic', () => {
    for (const code of Object.keys(ERROR_CODES)) expect(errorDocs()).toContain(`### \`${code}\`\n`);
  });
});

test('docs/commands.md is the output of scripts/write-command-docs.ts', async () => {
  expect(read(COMMAND_DOCS)).toBe(await commandDocs());
}, 30_000);

describe('docs/troubleshooting.md', () => {
  test('is the output of scripts/write-troubleshooting-docs.ts', async () => {
    expect(read(TROUBLESHOOTING_DOCS)).toBe(await troubleshootingDocs());
  }, 30_000);

  test('has messages of each topic with remedy and code', () => {
    const text = read(TROUBLESHOOTING_DOCS);
    expect(text).toContain('### the file system is read-only\n\nMount the file system read-write');
    const counts = text
      .split(/^## /m)
      .slice(1)
      .map((section) => section.split('\n### ').length - 1);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts.filter((count) => count < 10)).toEqual([]);
    const codes = [...text.matchAll(/errors\.md#([\w-]+)/g)].map(([, code]) => code!);
    expect(codes.length).toBeGreaterThan(500);
    expect(codes.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });
});

describe('docs/formats', () => {
  test.each(formatPages())('%s has the lists of fields that scripts/write-format-docs.ts writes', (page) => {
    expect(read(page)).toBe(withFieldLists(read(page)));
  });

  test('every format with a schema or a field table has one list, and every field outside of NMState a description', () => {
    const listed = formatPages().flatMap((page) => listedFormats(read(page)));
    expect(listed.toSorted()).toEqual(Object.keys(FORMATS).toSorted());
    const missing = Object.keys(FORMATS).flatMap((name) =>
      (name in NMSTATE_FORMATS ? [] : rowsOf(name)).flatMap((row) =>
        row.content ? [] : [`${name}: ${row.name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});

test('every link inside the repository leads to a file and, where it names one, to a heading', () => {
  const broken: string[] = [];
  for (const { file, text } of pages) {
    for (const [, target = ''] of withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const full = path ? join(ROOT, dirname(file), path) : join(ROOT, file);
      const known = existsSync(full) && !relative(ROOT, full).startsWith('..');
      if (!known || (anchor !== undefined && !headings(full).includes(anchor)))
        broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('docs/screenshots contains exactly the pictures that documents show', () => {
  expect(readdirSync(join(ROOT, 'docs/screenshots')).toSorted()).toEqual([...screenshotsInDocs()].toSorted());
});

test('files and folders in sentences exist in the repository', () => {
  const missing = pages.flatMap(({ file, text }) =>
    [...withoutFences(text).matchAll(/`((?:core|cli|docs|resources|scripts|lab-tests)\/[\w./-]+)`/g)].flatMap(
      ([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [`${file}: ${path}`]),
    ),
  );
  expect(missing).toEqual([]);
});

test('docs/security.md names at least one test for every threat, and each of them exists', () => {
  const rows = [...read('docs/security.md').matchAll(/^\|.*\|$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  let inThreats = false;
  const faults: string[] = [];
  let threats = 0;
  for (const [first = '', ...others] of rows) {
    if (others.at(-1)?.startsWith('---')) continue;
    if (others.at(-1) === 'test' || others.length < 2) {
      inThreats = others.at(-1) === 'test';
      continue;
    }
    if (!inThreats) continue;
    threats += 1;
    const cited = [...others.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
    if (cited.length === 0) faults.push(`${first}: no test`);
    for (const path of cited)
      if (!/\.test\.tsx?$/.test(path) || !existsSync(join(ROOT, path))) faults.push(`${first}: ${path}`);
  }
  expect(threats).toBeGreaterThan(30);
  expect(faults).toEqual([]);
});

describe('commands in the documents', () => {
  const scriptOptions = Object.keys(PACKAGE_OPTIONS).map((name) => `--${name}`);
  const commands = pages.flatMap(({ file, text }) =>
    documentedCommands(text).map((command) => ({ ...command, file, at: `${file}:${command.line}` })),
  );
  test('are commands of this version, with options and arguments that it has', () => {
    const faults = commands.flatMap(({ words, mention, at }) => {
      const given = airlockArguments(words);
      // `airlock COMMAND --help` stands for all of them.
      const fault = given && given[0] !== 'COMMAND' && faultOf(program, given, mention);
      return fault ? [`${at}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });

  test('cover every command and every option', () => {
    const own = pages.filter(({ file }) => !GENERATED.has(file));
    const all = own.map(({ text }) => text).join('\n');
    const missing = leavesOf(program).flatMap(({ name, options }) => [
      ...(commands.some(({ file, words }) => !GENERATED.has(file) && words.join(' ').startsWith(name))
        ? []
        : [name]),
      ...[...options.keys()].filter(
        (option) => option.startsWith('--') && !new RegExp(`${option}\\b(?!-)`).test(all),
      ),
    ]);
    expect([...new Set(missing)]).toEqual([]);
  });

  test('cover every option of npm run package', () => {
    const text = read('docs/release.md');
    expect(scriptOptions.filter((option) => !text.includes(`| \`${option}`))).toEqual([]);
  });

  test('contain only options that some command has', () => {
    const known = new Set([
      ...leavesOf(program).flatMap(({ options }) => [...options.keys()]),
      ...FLAGS.map(({ name }) => `--${name}`),
      ...scriptOptions,
    ]);
    const unknown = commands.filter(
      ({ words: [first = ''], mention }) =>
        mention && /^--\w/.test(first) && !known.has(first.split('=')[0]!),
    );
    expect(unknown.map(({ words, at }) => `${at}: ${words[0]}`)).toEqual([]);
  });

  test('run only npm scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const requested = commands.flatMap(({ words: [npm, verb, ...rest] }) => {
      if (npm !== 'npm') return [];
      return verb === 'run'
        ? rest.filter((word) => !word.startsWith('-')).slice(0, 1)
        : verb === 'test'
          ? ['test']
          : [];
    });
    expect(requested).toContain('practice');
    expect(requested.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('docs/decisions.md has every dependency with the version of package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const decisions = read('docs/decisions.md');
  const all = Object.entries({ ...dependencies, ...devDependencies });
  expect(all.filter(([name, version]) => !decisions.includes(`\`${name}@${version}\``))).toEqual([]);
});

test('error codes in the troubleshooting table are codes', () => {
  const rows = /^## Troubleshooting$([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? '';
  const codes = [...rows.matchAll(/^\| \[`([\w-]+)`\]/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter((code) => !(code! in ERROR_CODES))).toEqual([]);
});

describe('the search for commands in documents', () => {
  test('finds commands in shell blocks: continued lines, pipes, substitutions, leading variables, redirections', () => {
    const text = [
      '```sh',
      '# a comment with airlock nothing',
      'NO_PROXY=x airlock plan -c isc.yaml \\',
      '  file://DIR > plan.txt && airlock verify file://DIR | tail -n 1',
      'if ! out=$(airlock mirror -c "a b.yaml" file://DIR); then exit 1; fi',
      '```',
    ].join('\n');
    expect(documentedCommands(text).map(({ words }) => words.join(' '))).toEqual([
      'airlock plan -c isc.yaml file://DIR',
      'airlock verify file://DIR',
      'tail -n 1',
      'airlock mirror -c "a b.yaml" file://DIR',
      'exit 1',
    ]);
  });

  test('finds a wrong command, option, or number of arguments', () => {
    expect(faultOf(program, ['verify', 'file://DIR'], false)).toBeUndefined();
    expect(faultOf(program, ['mend', 'file://DIR'], false)).toBe('airlock has no command mend');
    expect(faultOf(program, ['verify', '--deep', 'file://DIR'], false)).toBe(
      'airlock verify has no option --deep',
    );
    expect(faultOf(program, ['verify'], false)).toBe('airlock verify needs 1 arguments, not 0');
    expect(faultOf(program, ['verify'], true)).toBeUndefined();
    expect(faultOf(program, ['verify', 'a', 'b'], true)).toBe('airlock verify takes 1 arguments, not 2');
    expect(faultOf(program, ['mirror', '--for'], false)).toBe('airlock mirror: --for needs a value');
  });
});
