import { describe, expect, test } from 'vitest';
import { fleet } from '../fleet.fixture.ts';
import { canBeSaved, fileShown, isWaiting } from './output-words.ts';
import { EMPTY_FORM, isComplete, type SaveForm, saveInput } from './save-form.ts';

const form = (changes: Partial<SaveForm>): SaveForm => ({ ...EMPTY_FORM, directory: '/data', ...changes });
const wanted = { set: fleet(1), output: { kind: 'install-config' as const } };
const sent = (changes: Partial<SaveForm>, secret: boolean) => {
  const { set: _set, output: _output, ...rest } = saveInput(wanted, form(changes), secret);
  return JSON.parse(JSON.stringify(rest));
};

describe('the folder and passwords', () => {
  test('a folder is enough if no file contains passwords', () => {
    expect(isComplete(form({ directory: ' ' }), false)).toBe(false);
    expect(isComplete(form({ passwords: 'same' }), false)).toBe(true);
  });

  test('passwords are entered, omitted, or in a file', () => {
    expect(isComplete(form({ passwords: 'none' }), true)).toBe(true);
    expect(isComplete(form({ passwords: 'same' }), true)).toBe(false);
    expect(isComplete(form({ passwords: 'same', password: ' ' }), true)).toBe(true);
    expect(isComplete(form({ passwords: 'file', passwordFile: ' ' }), true)).toBe(false);
    expect(isComplete(form({ passwords: 'file', passwordFile: '/p.csv' }), true)).toBe(true);
  });

  test('only the chosen values are sent', () => {
    const all = { username: ' admin ', password: 'secret', passwordFile: '/p.csv' };
    expect(sent({ ...all, passwords: 'none' }, true)).toEqual({ directory: '/data', overwrite: false });
    expect(sent({ ...all, passwords: 'same' }, true)).toEqual({
      directory: '/data',
      overwrite: false,
      username: 'admin',
      password: 'secret',
    });
    expect(sent({ ...all, passwords: 'file' }, true)).toEqual({
      directory: '/data',
      overwrite: false,
      passwordFile: '/p.csv',
    });
    expect(sent({ ...all, passwords: 'same', username: '' }, true)).not.toHaveProperty('username');
  });

  test('no password is sent for files without passwords', () => {
    expect(sent({ passwords: 'same', password: 'secret', overwrite: true }, false)).toEqual({
      directory: '/data',
      overwrite: true,
    });
  });
});

describe('files', () => {
  const file = (name: string) => ({ file: name, about: '', text: '', secret: false });
  const error = { code: 'x', level: 'error', message: '', remedy: '' } as never;
  const made = { files: [file('a.yaml')], problems: [] };

  test('can be saved if there are any without errors', () => {
    const output = { kind: 'documents' as const };
    expect(canBeSaved(output, made, 0)).toBe(true);
    expect(canBeSaved(output, made, 1)).toBe(false);
    expect(canBeSaved(output, undefined, 0)).toBe(false);
    expect(canBeSaved(output, { ...made, files: [] }, 0)).toBe(false);
    expect(canBeSaved(output, { ...made, problems: [error] }, 0)).toBe(false);
  });

  test('of new hosts wait until hosts are selected', () => {
    expect(isWaiting({ kind: 'scale-out', hosts: [] })).toBe(true);
    expect(isWaiting({ kind: 'scale-out', hosts: ['w-1'] })).toBe(false);
    expect(canBeSaved({ kind: 'scale-out', hosts: [] }, made, 0)).toBe(false);
  });

  test('show the selected one, otherwise the first YAML file', () => {
    const files = [file('README.txt'), file('a.yml'), file('b.yaml')];
    expect(fileShown(files, 'README.txt')?.file).toBe('README.txt');
    expect(fileShown(files, 'gone')?.file).toBe('a.yml');
    expect(fileShown([file('README.txt')], '')).toBeUndefined();
  });
});
