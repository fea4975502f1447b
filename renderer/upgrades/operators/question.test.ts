import { expect, test } from 'vitest';
import { putTexts } from '../question/upgrade-question.ts';
import { changeTo, channelChoices, fieldsIn, operatorRequest } from './question.ts';

const fieldsOf = (text: string) => fieldsIn(new URLSearchParams(text));

test('the address contains and restores the question', () => {
  const fields = fieldsOf(
    'catalogs=a+b&package=logging&from=5.8&to=5.9&channel=stable&subscribed=fast&other=1',
  );
  expect(fields).toEqual({
    catalogs: 'a b',
    package: 'logging',
    from: '5.8',
    to: '5.9',
    channel: 'stable',
    subscribed: 'fast',
  });
  const query = new URLSearchParams('other=1');
  putTexts(query, fields);
  expect(fieldsIn(query)).toEqual(fields);
  expect(query.get('other')).toBe('1');
  putTexts(query, { ...fields, from: ' ' });
  expect(query.has('from')).toBe(false);
});

test('sends no request without a catalog or package', () => {
  expect(operatorRequest(fieldsOf('package=logging'), '/w')).toBeUndefined();
  expect(operatorRequest(fieldsOf('catalogs=a'), '/w')).toBeUndefined();
  expect(operatorRequest(fieldsOf('catalogs=+&package=logging'), '/w')).toBeUndefined();
});

test('the request contains only filled fields', () => {
  const request = operatorRequest(fieldsOf('catalogs=a%0Ab+a&package=logging&from=5.8'), undefined);
  expect(JSON.parse(JSON.stringify(request))).toEqual({
    catalogs: ['a', 'b'],
    package: 'logging',
    from: '5.8',
  });
  expect(operatorRequest(fieldsOf('catalogs=a&package=logging&subscribed=fast'), '/w')).toMatchObject({
    workspace: '/w',
    subscribed: 'fast',
  });
});

test('a chosen channel is offered first', () => {
  expect(channelChoices('', ['stable', 'fast'], 'default')).toEqual([
    ['', 'default'],
    ['stable', 'stable'],
    ['fast', 'fast'],
  ]);
  expect(channelChoices('old', ['stable'], 'unknown').map(([value]) => value)).toEqual(['', 'old', 'stable']);
  expect(channelChoices('stable', ['stable'], 'unknown')).toHaveLength(2);
});

test('a close option changes the current or the target version', () => {
  const near = (kind: Parameters<typeof changeTo>[0]['kind'], channel?: string) =>
    changeTo({ kind, name: 'logging.v5', channel } as Parameters<typeof changeTo>[0]);
  expect(near('leads-to-target', 'fast')).toEqual({ from: 'logging.v5' });
  expect(near('similar')).toEqual({ from: 'logging.v5' });
  expect(near('reached', 'fast')).toEqual({ to: 'logging.v5', channel: 'fast' });
  expect(near('reached')).toEqual({ to: 'logging.v5' });
  expect(near('allows', 'fast')).toEqual({ to: 'logging.v5' });
});
