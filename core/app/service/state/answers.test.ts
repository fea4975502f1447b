import { expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { contractFailure } from './answers.ts';
import { t } from './messages.ts';

test('the remedy of an invalid value is to correct it, not a command, unless the error has its own', () => {
  expect(contractFailure(new AirlockError('usage', 'not a host')).remedy).toBe(t('fieldInvalidRemedy'));
  const own = new AirlockError('usage', 'not a host', { remedy: 'Enter a host.' });
  expect(contractFailure(own).remedy).toBe('Enter a host.');
});
