import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadImageSet } from '../../core/image-set/config/load-image-set.ts';

const DIRECTORY = new URL('../../../shared/data/imageset/', import.meta.url).pathname;

/** The form of a reason of the table in problems: part of a path, and of a message. */
function sought(reason: string): { path?: string; message: string | RegExp } {
  const field = /^unknown field "(.+)" at (.+)$/.exec(reason);
  if (field) {
    const [, name, at] = field;
    return { path: at === '.' ? name! : `${at}.${name}`, message: `unknown field "${name}"` };
  }
  const [word, quoted] = [reason.split(' ')[0], /"(.+)"/.exec(reason)?.[1] ?? ''];
  if (reason.startsWith('duplicate channel'))
    return { message: new RegExp(`"${quoted}".*duplicate|duplicate.*"${quoted}"`) };
  if (word === 'duplicate') return { message: `duplicate package entry "${quoted}"` };
  if (reason.startsWith('not YAML')) return { message: /^failed to unmarshal config/ };
  if (reason.startsWith('several YAML documents')) return { message: 'several YAML documents' };
  if (reason.endsWith('not semver'))
    return { message: `"${quoted}" must respect semantic versioning notation` };
  if (reason.startsWith('mixing')) return { message: 'mixing both filtering' };
  if (reason.startsWith('platforms and')) return { message: 'cannot be used together' };
  if (reason === 'missing mirror stanza') return { message: 'configuration missing the `mirror` stanza' };
  if (reason === 'missing kind') return { message: 'configuration missing `kind`' };
  throw new Error(`the table gives a reason this test does not know: ${reason}`);
}

const table = readFileSync(`${DIRECTORY}EXPECT.tsv`, 'utf8').trimEnd().split('\n').slice(1);

/** The rules take precedence over the table; so far no file of the table differs. */
describe('published configurations', () => {
  test.each(table.map((row) => row.split('\t') as [string, string, string, string | undefined]))(
    '%s',
    async (file, apiVersion, verdict, reasons) => {
      const loaded = await loadImageSet(DIRECTORY + file);
      const errors = loaded.problems.filter(({ level }) => level === 'error');
      expect(errors.length ? 'error' : 'ok').toBe(verdict);
      expect(Boolean(loaded.configuration ?? loaded.deletion)).toBe(errors.length === 0);
      if (apiVersion !== '-' && errors.every(({ message }) => !message.startsWith('failed to')))
        expect(loaded.apiVersion).toBe(apiVersion);
      for (const problem of loaded.problems) {
        expect(problem.line, problem.message).toBeGreaterThan(0);
        expect(problem.column, problem.message).toBeGreaterThan(0);
      }
      for (const reason of reasons ? reasons.split(' | ') : []) {
        const { path, message } = sought(reason);
        const found = errors.filter((problem) =>
          typeof message === 'string' ? problem.message.includes(message) : message.test(problem.message),
        );
        expect(found, reason).not.toEqual([]);
        if (path) expect(found.map((problem) => problem.path?.replaceAll(/\[\d+\]/g, '[]'))).toContain(path);
      }
    },
  );
});
