import { expect, test } from 'vitest';
import { FLAGS, parseCommandLine } from './flags.ts';

const parsed = (text: string) => {
  const { command, values, args } = parseCommandLine(text.split(' '));
  return { command, values: Object.fromEntries(values), args };
};

test.each([
  ['--v2 -c isc.yaml file://out', 'mirror', { v2: true, config: 'isc.yaml' }, ['file://out']],
  ['-cisc.yaml file://out --v2', 'mirror', { v2: true, config: 'isc.yaml' }, ['file://out']],
  ['-c=isc.yaml -p 5000 file://out', 'mirror', { config: 'isc.yaml', port: 5000 }, ['file://out']],
  ['--dest-tls-verify docker://h:1', 'mirror', { 'dest-tls-verify': true }, ['docker://h:1']],
  ['--dest-tls-verify=f -fq x', 'mirror', { 'dest-tls-verify': false, force: true, quiet: true }, ['x']],
  ['-fqc isc.yaml x', 'mirror', { force: true, quiet: true, config: 'isc.yaml' }, ['x']],
  ['-fcisc.yaml x', 'mirror', { force: true, config: 'isc.yaml' }, ['x']],
  ['--retry-delay 1m30s --image-timeout=0 x', 'mirror', { 'retry-delay': 90_000, 'image-timeout': 0 }, ['x']],
  [
    '-c d.yaml delete --generate docker://h:1',
    'delete',
    { config: 'd.yaml', generate: true },
    ['docker://h:1'],
  ],
  ['--authfile delete file://x', 'mirror', { authfile: 'delete' }, ['file://x']],
  ['list --v2 operators --catalog=c', 'list operators', { v2: true, catalog: 'c' }, []],
  ['list releases --filter-by-archs amd64,arm64', 'list releases', { 'filter-by-archs': 'amd64,arm64' }, []],
  ['completion bash', 'completion', {}, ['bash']],
  ['version --output json', 'version', { output: 'json' }, []],
  ['-- --from', 'mirror', {}, ['--from']],
])('parses %s', (text, command, values, args) => {
  expect(parsed(text)).toEqual({ command, values, args });
});

test.each([
  ['--bogus', 'unknown flag: --bogus'],
  ['-z', "unknown shorthand flag: 'z' in -z"],
  ['--config', 'flag needs an argument: --config'],
  ['-c', "flag needs an argument: 'c' in -c"],
  [
    '--dry-run=maybe x',
    'invalid argument "maybe" for "--dry-run" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
  ],
  [
    '--parallel-images -1',
    'invalid argument "-1" for "--parallel-images" flag: strconv.ParseUint: parsing "-1": invalid syntax',
  ],
  ['--retry-delay 3', 'invalid argument "3" for "--retry-delay" flag: time: missing unit in duration "3"'],
  ['delete --from file://x', 'unknown flag: --from'],
  ['--generate', 'unknown flag: --generate'],
])('rejects %s as oc-mirror does', (text, message) => {
  expect(() => parseCommandLine(text.split(' '))).toThrow(message);
});

test('has no flag twice in one command', () => {
  const names = FLAGS.flatMap(({ name, commands }) => (commands ?? ['all']).map((each) => `${each} ${name}`));
  expect(names).toEqual([...new Set(names)]);
});
