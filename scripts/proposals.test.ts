import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './run.ts';

const page = readFileSync(join(ROOT, 'docs/proposals.md'), 'utf8');
const STATUSES = ['Met', 'Partly', 'Not met', "Doesn't apply"] as const;

interface Requirement {
  id: string;
  status: string | undefined;
  /** Tests of the last cell, with the titles that it quotes. */
  tests: { path: string; titles: string[] }[];
  /** The last cell states that the requirement has no test. */
  untested: boolean;
}

/** Returns the requirements of a section, in order. */
function requirementsIn(section: string): Requirement[] {
  return [...section.matchAll(/^\| ([A-Z]{2}-\d+): (.*) \|$/gm)].map(([, id = '', row = '']) => {
    const [, where = '', cell = ''] = row.split(' | ');
    return {
      id,
      status: STATUSES.find((status) => where.startsWith(`${status}: `)),
      tests: [...cell.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', titles = '']) => ({
        path,
        titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
      })),
      untested: cell === 'no test',
    };
  });
}

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n')[0]!, requirements: requirementsIn(text) }));
const requirements = sections.flatMap((section) => section.requirements);

/** Returns whether a test file contains the title as one string. */
function containsTitle(path: string, title: string): boolean {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll("\\'", "'");
  return [`'`, `"`, '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}

describe('docs/proposals.md', () => {
  test('numbers the requirements of each proposal from 1', () => {
    expect(sections.length).toBe(4);
    for (const { title, requirements: listed } of sections) {
      const prefix = listed[0]?.id.slice(0, 3);
      expect([title, listed.map(({ id }) => id)]).toEqual([
        title,
        listed.map((_, index) => `${prefix}${index + 1}`),
      ]);
    }
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    const rows = [...page.matchAll(/^\| .*\|$/gm)].filter(([row]) => /^\| [A-Z]{2}-/.test(row));
    expect(rows.length).toBe(requirements.length);
  });

  test('has a status and a test, or the remark that there is none, for each requirement', () => {
    expect(requirements.filter(({ status }) => status === undefined)).toEqual([]);
    expect(requirements.filter(({ tests, untested }) => untested === tests.length > 0)).toEqual([]);
  });

  test('names existing tests, and titles that occur in them', () => {
    const faults = requirements.flatMap(({ id, tests }) =>
      tests.flatMap(({ path, titles }) => {
        if (!/\.(test\.tsx?|e2e\.ts)$/.test(path) || !existsSync(join(ROOT, path))) return [`${id}: ${path}`];
        return titles.flatMap((title) => (containsTitle(path, title) ? [] : [`${id}: ${path}: ${title}`]));
      }),
    );
    expect(faults).toEqual([]);
  });

  test('counts the requirements by status', () => {
    const counts = (listed: readonly Requirement[]) => [
      listed.length,
      ...STATUSES.map((status) => listed.filter((each) => each.status === status).length),
      listed.filter(({ status, untested }) => untested && (status === 'Met' || status === 'Partly')).length,
    ];
    const summary = page.slice(0, page.indexOf('\n## '));
    const rows = [...summary.matchAll(/^\| (?:\[([^\]]+)\]\([^)]*\)|(Total)) \| ([\d |]+) \|$/gm)];
    expect(
      rows.map(([, title, total, numbers]) => [title ?? total, numbers!.split(' | ').map(Number)]),
    ).toEqual([
      ...sections.map(({ title, requirements: listed }) => [title, counts(listed)]),
      ['Total', counts(requirements)],
    ]);
  });

  test('lists the requirements that are not met or only partly', () => {
    const ids = (status: Requirement['status']) =>
      requirements
        .filter((each) => each.status === status)
        .map(({ id }) => id)
        .join(', ');
    expect(page).toContain(`\nNot met: ${ids('Not met') || 'none'}.\nPartly met: ${ids('Partly')}.\n`);
  });
});
