import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProcess } from '../../cli/in-process.fixture.ts';
import { loadImageSet } from '../../core/image-set/config/load-image-set.ts';

const DIRECTORY = new URL('../../../shared/data/imageset/', import.meta.url).pathname;
const table = existsSync(`${DIRECTORY}EXPECT.tsv`)
  ? readFileSync(`${DIRECTORY}EXPECT.tsv`, 'utf8').trimEnd().split('\n').slice(1)
  : [];

/** A directory that doesn't exist: a valid configuration fails because of it. */
const NOWHERE = '/nowhere-of-the-test';

/** EXPECT.tsv has the verdict of oc-mirror's own loader. */
describe('published configurations through `airlock oc-mirror`', () => {
  test.each(table.map((row) => row.split('\t') as [string, string, string]))(
    '%s',
    async (file, _, verdict) => {
      const { kind } = await loadImageSet(DIRECTORY + file);
      const words =
        kind === 'DeleteImageSetConfiguration'
          ? ['delete', '--generate', '--workspace', `file://${NOWHERE}`]
          : ['--from', `file://${NOWHERE}`];
      const args = ['oc-mirror', '--v2', ...words, '-c', DIRECTORY + file, 'docker://127.0.0.1:1'];
      const host = { home: '/nowhere', env: {}, tool: 'airlock' };
      const { code, stdout } = await inProcess({ host }, args, []);
      expect(code).toBe(1);
      const [error] = /\[ERROR\] {2}: \[Executor\].*/s.exec(stdout)!;
      expect(error.includes(NOWHERE) ? 'ok' : 'error', error).toBe(verdict);
    },
  );
});
