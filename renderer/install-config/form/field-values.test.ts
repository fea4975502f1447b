import { describe, expect, it } from 'vitest';
import { choicesOf, columnsOf, shownValue, tidyText, tokensOf, typedValue, valueIn } from './field-values.ts';
import type { Field } from './form-fields.ts';

describe('values of an item', () => {
  const item = {
    server: 'vc.lab',
    topology: { networks: ['a', 'b'], datastore: null },
    port: 443,
    off: false,
  };

  it('are found below mappings and lists', () => {
    expect(valueIn(item, ['topology', 'networks', 1])).toBe('b');
    expect(valueIn(item, [])).toBe(item);
    expect(valueIn('vc.lab', ['server'])).toBeUndefined();
    expect(valueIn({ topology: null }, ['topology', 'datastore'])).toBeUndefined();
  });

  it('are shown as texts', () => {
    const shown = (...path: string[]) => shownValue(item, { path });
    expect(shown('server')).toBe('vc.lab');
    expect(shown('topology', 'networks')).toBe('a, b');
    expect(shown('port')).toBe('443');
    expect(shown('off')).toBe('false');
    expect(shown('topology', 'datastore')).toBe('');
    expect(shown('missing')).toBe('');
  });
});

describe('fields', () => {
  it('are columns by their labels, in the order of the columns', () => {
    const field = (label: string): Field => ({ label, path: [label], kind: 'text' });
    const fields = ['Server', 'Port', 'Datacenters'].map(field);
    const labels = columnsOf({ columns: ['Datacenters', 'Server', 'Nothing'], fields }).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(['Datacenters', 'Server']);
  });

  it('offer an unknown value of the file', () => {
    const options = ['', 'Mint', 'Manual'];
    expect(choicesOf({ options }, 'Manual')).toEqual(options);
    expect(choicesOf({ options }, 'Passthrough')).toEqual([...options, 'Passthrough']);
    expect(choicesOf({ options }, '')).toEqual(options);
    expect(choicesOf({ options }, 4)).toEqual(options);
    expect(choicesOf({}, undefined)).toEqual([]);
  });

  it('contain lists, single values and items with one key', () => {
    expect(tokensOf(['10.0.0.1', '10.0.0.2'], undefined)).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(tokensOf('10.0.0.1', undefined)).toEqual(['10.0.0.1']);
    expect(tokensOf([{ cidr: '10.0.0.0/16' }, '10.1.0.0/16', { other: 1 }], 'cidr')).toEqual([
      '10.0.0.0/16',
      '10.1.0.0/16',
      '',
    ]);
    for (const none of [undefined, null, '', []]) expect(tokensOf(none, undefined)).toEqual([]);
    expect(tokensOf([null], undefined)).toEqual(['']);
  });

  it('write numbers as numbers, and other texts as typed', () => {
    expect(typedValue({ kind: 'number' }, '3')).toBe(3);
    expect(typedValue({ kind: 'number' }, '-1')).toBe(-1);
    expect(typedValue({ kind: 'number' }, '3 GiB')).toBe('3 GiB');
    expect(typedValue({ kind: 'text' }, '3')).toBe('3');
    expect(typedValue({ kind: 'number' }, '')).toBeUndefined();
  });

  it('are written without surrounding spaces; a block ends with a line break', () => {
    expect(tidyText({ kind: 'text' }, '  vc.lab ')).toBe('vc.lab');
    expect(tidyText({ kind: 'block' }, '\nkey\n\n')).toBe('key\n');
    expect(tidyText({ kind: 'block' }, ' \n')).toBe('');
  });
});
