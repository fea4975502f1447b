import { describe, expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { inChunks } from '../catalog.fixture.ts';
import { t } from '../messages.ts';
import { fbcDocuments } from './fbc-documents.ts';

/** Documents of a file that is read in chunks of each size, to test every boundary. */
async function read(text: string | Buffer, path = 'catalog.json') {
  let first: { number: number; line: number; json: string }[] | undefined;
  for (const bytes of [1, 2, 3, 5, 4096]) {
    const found = [];
    for await (const { number, line, json } of fbcDocuments({ path, content: inChunks(text, bytes) }))
      found.push({ number, line, json: json.toString() });
    if (first) expect(found, `in chunks of ${bytes} bytes`).toEqual(first);
    first = found;
  }
  return first!;
}

async function rejection(text: string | Buffer, path = 'p/catalog.yaml'): Promise<AirlockError> {
  const error = await read(text, path).catch((thrown: unknown) => thrown);
  if (!(error instanceof AirlockError)) return expect.unreachable('it must be rejected');
  return error;
}

describe('JSON', () => {
  test('consecutive documents, with or without blanks between them', async () => {
    const text =
      '\n{"schema": "a",\n "t": "}{ \\" \\\\"}{"schema":"b"}\n\n  { "schema" : "c", "n": [ 1, {} ] }\n';
    expect(await read(text)).toEqual([
      { number: 1, line: 2, json: '{"schema":"a","t":"}{ \\" \\\\"}' },
      { number: 2, line: 3, json: '{"schema":"b"}' },
      { number: 3, line: 5, json: '{"schema":"c","n":[1,{}]}' },
    ]);
  });

  test('strings and numbers stay the same bytes', async () => {
    const json = '{"schema":"a","n":12345678901234567890,"f":1.50,"t":"\\u003cä\\/ \u{1f600}"}';
    expect(await read(json)).toMatchObject([{ json }]);
  });

  test('a byte order mark is skipped, and an empty file has no documents', async () => {
    expect(await read(Buffer.from('\ufeff{"schema":"a"}'))).toMatchObject([{ json: '{"schema":"a"}' }]);
    expect(await read('')).toEqual([]);
    expect(await read(' \n\n')).toEqual([]);
  });
});

describe('YAML', () => {
  test('documents between lines of dashes, but not at text that only begins with dashes', async () => {
    const text = '---\nschema: a\ntext: |\n  x\n  --- y\n---\n# nothing\n---\nschema: b\n---   \nschema: c';
    expect(await read(text, 'c.yaml')).toEqual([
      { number: 1, line: 2, json: '{"schema":"a","text":"x\\n--- y\\n"}' },
      { number: 2, line: 9, json: '{"schema":"b"}' },
      { number: 3, line: 11, json: '{"schema":"c"}' },
    ]);
  });

  test('like Go: words of YAML 1.1, merges, keys as strings', async () => {
    const text = 'schema: a\nbase: &base {a: yes, b: "yes"}\nown:\n  <<: *base\n  b: 0x10\n1: ~\n';
    const [document] = await read(text, 'c.yaml');
    expect(JSON.parse(document!.json)).toEqual({
      schema: 'a',
      base: { a: true, b: 'yes' },
      own: { a: true, b: 16 },
      1: null,
    });
  });

  test('Windows line endings', async () => {
    expect(await read('schema: a\r\n---\r\nschema: b\r\n', 'c.yaml')).toMatchObject([
      { json: '{"schema":"a"}', line: 1 },
      { json: '{"schema":"b"}', line: 3 },
    ]);
  });
});

describe('rejects invalid catalogs with file, document, line and reason', () => {
  test.each<[string, string, string]>([
    [
      'a document without schema',
      '{"schema":"a"}\n{"name":"x"}',
      `document 2, line 2: ${t('schemaMissing')}`,
    ],
    ['an empty schema', 'schema: ""', `document 1, line 1: ${t('schemaMissing')}`],
    ['a list', '[{"schema":"a"}]', `document 1, line 1: ${t('notAnObject')}`],
    [
      'text between objects',
      '{"schema":"a"}\n,{"schema":"b"}',
      `document 2, line 2: ${t('objectExpected', { found: '","' })}`,
    ],
    ['a truncated document', '{"schema":"a"}\n{"schema":', `document 2, line 2: ${t('documentTruncated')}`],
    ['JSON with a fault', '{"schema":"a"}\n{"schema":"b",\n"x" 1}', 'document 2, line 3: invalid JSON'],
    ['JSON that ends in a string', '{"schema":"a', `document 1, line 1: ${t('documentTruncated')}`],
    ['YAML with a fault', 'schema: a\n---\nschema: b\nx: [1\n', 'document 2, line'],
    ['an alias without anchor', 'schema: *gone\n', 'document 1, line 1'],
    ['YAML that is a string', 'only words\n', `document 1, line 1: ${t('notAnObject')}`],
    ["a number that isn't valid JSON", 'schema: a\nx: .inf\n', 'document 1, line 2'],
  ])('%s', async (_what, text, message) => {
    const error = await rejection(text);
    expect(error.code).toBe('catalog-invalid');
    expect(error.message).toContain(`catalog file p/catalog.yaml, ${message}`);
    expect(error.at).toMatchObject({ file: 'p/catalog.yaml', line: expect.any(Number) });
  });

  test('aliases that expand a small document', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`)}]`);
    const error = await rejection(`schema: a\nl0: &l0 [xxxxxxxxxx]\n${levels.join('\n')}\n`);
    expect(error.message).toMatch(/line 7.*expanding the YAML aliases adds more than 100000 values/);
  });
});
