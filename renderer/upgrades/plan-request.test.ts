import { expect, test } from 'vitest';
import { draftIn, planRequest } from './plan-request.ts';
import { questionIn } from './question/upgrade-question.ts';

const question = questionIn(new URLSearchParams('from=4.16.1&to=4.17.2'), 'service');
const draft = draftIn(new URLSearchParams('catalogs=a%0Ab&operators=logging=5.8@stable-5.8+odf=4.16'));

test('the request contains the path, catalogs and operators', () => {
  expect(planRequest(question, draft, '/w')).toMatchObject({
    from: '4.16.1',
    to: '4.17.2',
    workspace: '/w',
    catalogs: ['a', 'b'],
    operators: [
      { package: 'logging', installed: '5.8', subscribed: 'stable-5.8' },
      { package: 'odf', installed: '4.16' },
    ],
    asNeeded: false,
  });
  expect(planRequest(question, { ...draft, asNeeded: true }, '/w')?.asNeeded).toBe(true);
});

test('a plan needs a path and valid operators, but neither operators nor catalogs', () => {
  const none = draftIn(new URLSearchParams());
  expect(planRequest(question, none, '/w')).toMatchObject({ catalogs: [], operators: [] });
  expect(planRequest({ ...question, to: '' }, draft, '/w')).toBeUndefined();
  expect(planRequest(question, { ...draft, operators: 'logging' }, '/w')).toBeUndefined();
});
