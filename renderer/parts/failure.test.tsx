import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ContractFailure, ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { t as choose } from '../choose/where/messages.ts';
import { t as cluster } from '../cluster/messages.ts';
import { failing } from '../engine/failing.fixture.ts';
import { openScreen } from '../engine/screen.fixture.tsx';
import { t as carry } from '../media/carry/messages.ts';
import { t as media } from '../media/messages.ts';
import { t as receive } from '../media/receive/messages.ts';
import { t as setup } from '../run/setup/messages.ts';
import { FailureAlert, ProblemList } from './failure.tsx';
import { t } from './messages.ts';
import { t as groups } from './problem-groups/messages.ts';
import { ToKnow } from './to-know.tsx';
import { OPTION_FIELDS, withoutTicks } from './words.tsx';

const problem = (more: Partial<ContractProblem> = {}): ContractProblem => ({
  ...{ code: 'x', level: 'error', message: 'the channel is unknown', remedy: 'Fix `name`.' },
  ...more,
});

function alert(more: Partial<ContractFailure> = {}, elsewhere = false) {
  const opened: (number | undefined)[] = [];
  const page = openScreen(
    <FailureAlert
      error={failing('connection refused', { remedy: 'Check `proxy`.', ...more })}
      title="The plan failed"
      actions={<button type="button">Try again</button>}
      onProblem={({ line }) => opened.push(line)}
      problemsElsewhere={elsewhere}
    />,
    {},
  );
  return { ...page, opened };
}
const text = () => document.querySelector('.al-failure')!.textContent;

describe('a failure', () => {
  test('shows the failed action, the cause and the remedy', () => {
    alert();
    expect(screen.getByRole('heading', { name: /The plan failed/ })).toBeTruthy();
    expect(text()).toContain('Connection refused');
    expect(screen.getByText('proxy').tagName).toBe('CODE');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test.each([
    ['source', t('sourceLabel')],
    ['destination', t('destinationLabel')],
    ['local', t('localLabel')],
  ] as const)('of the side %s names it', (side, label) => {
    alert({ side });
    expect(text()).toContain(`${label} connection refused`);
  });

  test('shows the expected and the found value', () => {
    alert({ expected: 'sha256:1', found: 'sha256:2' });
    expect(text()).toContain('Expected sha256:1 but found sha256:2.');
  });

  test('shows that no value was found', () => {
    alert({ expected: 'sha256:1' });
    expect(text()).toContain('Expected sha256:1 but found nothing.');
  });

  test.each<[string, Partial<ContractFailure>, string]>([
    ['file, line and column', { file: 'a.yaml', line: 3, column: 5 }, '(a.yaml:3:5)'],
    ['a path of a document', { file: 'a.yaml', path: 'mirror.helm' }, '(a.yaml, mirror.helm)'],
    ['a path alone', { path: 'mirror.helm' }, '(mirror.helm)'],
  ])('shows its place: %s', (_what, place, words) => {
    alert(place);
    expect(text()).toContain(words);
  });

  test("doesn't repeat a file that its message begins with", () => {
    openScreen(
      <FailureAlert error={failing('a.yaml is empty', { remedy: 'r', file: 'a.yaml' })} title="t" />,
      {},
    );
    expect(text()).not.toContain('(');
  });

  test('opens its line', async () => {
    const { user, opened } = alert({ line: 7 });
    await user.click(screen.getByRole('button', { name: t('goToLineButton', { line: 7 }) }));
    expect(opened).toEqual([7]);
  });

  test('lists its problems with their lines in place of its own line', async () => {
    const { user, opened } = alert({ line: 7, problems: [problem({ line: 2 }), problem({ line: 9 })] });
    expect(screen.queryByRole('button', { name: t('goToLineButton', { line: 7 }) })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('lineButton', { line: 9 }) }));
    expect(opened).toEqual([9]);
  });

  test('omits problems that are listed elsewhere', () => {
    alert({ problems: [problem({ line: 2 }), problem({ line: 9 })] }, true);
    expect(screen.queryByRole('button', { name: t('lineButton', { line: 9 }) })).toBeNull();
  });

  test('with one problem shows its place and remedy once', () => {
    alert({ problems: [problem({ message: 'connection refused', line: 4, file: 'a.yaml' })] });
    expect(text()).toContain('(a.yaml:4)');
    expect(text()).toContain('Fix name.');
    expect(text()).not.toContain('Check proxy.');
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('copies all details', async () => {
    const { user } = alert({ side: 'source' });
    await user.click(screen.getByRole('button', { name: t('copyDetailsButton') }));
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
      ...{ code: 'internal', message: 'connection refused', side: 'source' },
    });
    expect(screen.getByRole('button', { name: t('copiedButton') })).toBeTruthy();
  });

  test('from any thrown value has a remedy', () => {
    openScreen(<FailureAlert error={new TypeError('x is undefined')} title="t" />, {});
    expect(text()).toContain('X is undefined');
    expect(text()).toContain('Copy the details and report them.');
  });
});

describe('a list of problems', () => {
  const rejected = (image: number, remedy = 'Exclude the image.') =>
    problem({ code: 'check-rejected', message: `the check command false rejected image ${image}`, remedy });

  test('groups many problems with the same cause, and shows them when the group is opened', async () => {
    const { user } = openScreen(
      <ProblemList
        problems={[...Array.from({ length: 61 }, (_, at) => rejected(at)), problem(), rejected(61)]}
      />,
      {},
    );
    const rows = [...document.querySelectorAll('.al-problems > li')].map(({ textContent }) => textContent);
    expect(rows).toHaveLength(2);
    const first = 'The check command false rejected image 0.';
    expect(rows[0]).toContain(groups('similarTitle', { count: 62, message: first }));
    await user.click(screen.getByRole('button', { name: groups('showButton', { count: 62 }) }));
    const members = screen.getByRole('list', { name: /^Items: / });
    expect(members.querySelectorAll('li')).toHaveLength(62);
    await user.click(screen.getByRole('button', { name: groups('hideButton') }));
    expect(screen.queryByText(/image 61/)).toBeNull();
  });

  test('groups problems whose remedies name different files, and shows these remedies', async () => {
    const { user } = openScreen(
      <ProblemList
        problems={Array.from({ length: 6 }, (_, at) => ({
          ...rejected(at, `Read the report /r/${at}.`),
          file: `/r/${at}`,
        }))}
      />,
      {},
    );
    expect(screen.queryByText(/Read the report/)).toBeNull();
    await user.click(screen.getByRole('button', { name: groups('showButton', { count: 6 }) }));
    expect(screen.getByText('Read the report /r/5.')).toBeTruthy();
  });

  test('lists a few problems with the same cause one by one, in their order', () => {
    openScreen(
      <ProblemList problems={[rejected(0), problem(), ...[1, 2, 3, 4].map((at) => rejected(at))]} />,
      {},
    );
    const rows = [...document.querySelectorAll('.al-problems > li')].map(({ textContent }) => textContent);
    expect(rows).toHaveLength(6);
    expect(rows[1]).toContain('The channel is unknown');
  });

  test('shows lines as text without a callback, and an action for each problem', () => {
    openScreen(
      <ProblemList
        problems={[problem({ line: 2 }), problem({ level: 'warning', message: 'm' })]}
        actionOf={({ level }) => <button type="button">Fix {level}</button>}
      />,
      {},
    );
    expect(screen.getByText(t('lineButton', { line: 2 })).tagName).toBe('STRONG');
    expect(screen.getByRole('button', { name: 'Fix warning' })).toBeTruthy();
    expect(document.querySelectorAll('.al-mark-bad, .al-mark-warning')).toHaveLength(2);
  });

  test('shows a problem of several transfers once, with their names', () => {
    const unsigned = { level: 'warning', code: 'index-unsigned', message: 'Origin not verified' } as const;
    openScreen(
      <ProblemList
        problems={[
          problem({ ...unsigned, path: 'fleet-0001' }),
          problem({ message: 'another', path: 'other' }),
          problem({ ...unsigned, path: 'fleet-0002' }),
        ]}
      />,
      {},
    );
    const [first, second, ...others] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toContain('Origin not verified. (fleet-0001, fleet-0002)');
    expect(second).not.toContain('other)');
    expect(others).toEqual([]);
  });

  test('after an action omits bundles, which have their own card', () => {
    openScreen(<ToKnow problems={[problem({ code: 'bundle-incomplete' })]} />, {});
    expect(screen.queryByText(t('problemsTitle'))).toBeNull();
  });

  test('after an action shows the others', () => {
    openScreen(<ToKnow problems={[problem({ code: 'bundle-incomplete', message: 'b' }), problem()]} />, {});
    expect(screen.getByRole('heading', { name: t('problemsTitle') })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});

test('the field is shown once, and fields of the app replace options of the command line outside of commands', () => {
  const error = failing("directory: relative isn't an absolute path", {
    path: 'directory',
    remedy:
      'Lower --min-rate, use `--icsp` or --src-tls-verify=false, or run `airlock mirror --resend` with --no-such.',
  });
  openScreen(<FailureAlert error={error} title="The plan failed" />, {});
  expect(text()).toContain("directory: relative isn't an absolute path");
  expect(text()).not.toContain('(directory)');
  expect(text()).toContain(
    `Lower ${t('minRateField')}, use ${t('icspField')} or ${t('sourceTlsOff')}, or run airlock mirror --resend with --no-such.`,
  );
  expect(screen.getByText(t('minRateField')).tagName).toBe('STRONG');
});

test('fields of the app have the names of their screens', () => {
  const names = Object.values(OPTION_FIELDS).map((name) => name.replace(/: off$/, ''));
  const labels = [carry, choose, cluster, media, receive, setup].flatMap(({ catalog }) =>
    Object.values(catalog),
  );
  const shared = [t('kubeconfigLabel'), t('contextLabel')];
  // A label may end with its unit.
  const known = [...labels, ...shared].map((label) => label.replace(/, GiB$/, ''));
  for (const name of names) expect(known, name).toContain(name);
  expect(withoutTicks('Use `--icsp`, or `airlock x --icsp`.')).toBe(
    `Use ${t('icspField')}, or airlock x --icsp.`,
  );
});
