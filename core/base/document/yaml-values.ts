import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import { newValuesOf, readYaml } from './yaml-text.ts';

/**
 * Returns the value of each document in an untrusted YAML or JSON text, read by Kubernetes' rules (YAML 1.1: `yes` is
 * true, `010` is 8). The caller may change the values.
 * @throws AirlockError `document-unreadable` with line and column of the first fault, which may be an exceeded limit
 */
export function yamlValues(text: string): unknown[] {
  const doc = readYaml(text);
  const [fault] = doc.faults;
  if (!fault) return newValuesOf(doc);
  const { line, column, message } = fault;
  throw new AirlockError('document-unreadable', t('faultAtLine', { line, fault: message }), {
    side: 'local',
    at: { line, column },
  });
}

/**
 * Returns the value of a text with one document, like {@link yamlValues}. Null for an empty text.
 * @throws AirlockError `document-unreadable`
 */
export function yamlValue(text: string): unknown {
  const values = yamlValues(text);
  if (values.length < 2) return values[0] ?? null;
  throw new AirlockError('document-unreadable', t('oneDocument', { count: values.length }), {
    side: 'local',
  });
}
