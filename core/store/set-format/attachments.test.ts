import { describe, expect, it } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { attachmentFault, attachmentsIn, attachmentsText, parseAttachments } from './attachments.ts';

const file = (name: string) => ({ name, digest: sha256(name), size: 1 });

describe('attachmentFault', () => {
  it.each(['rhcos-vmware.ova', 'Übersicht (1).pdf', 'a b.txt', 'console.log', 'com10.txt', '日本.txt', '-v'])(
    'accepts %s',
    (name) => expect(attachmentFault(name)).toBeUndefined(),
  );

  it.each([
    ['', 'empty'],
    ['../etc/passwd', 'separator'],
    ['C:\\x', 'separator'],
    ['a/b', 'separator'],
    ['..', 'hidden'],
    ['.bashrc', 'hidden'],
    ['a:b', 'character'],
    ['a?b', 'character'],
    ['a\nb', 'control'],
    ['a\0', 'control'],
    ['a\u001b[31m', 'control'],
    ['a\u202egnp.exe', 'control'],
    ['a\u200bb', 'control'],
    ['name.', 'ending'],
    ['name ', 'ending'],
    ['NUL', 'reserved'],
    ['con.txt', 'reserved'],
    ['Com1.tar.gz', 'reserved'],
    ['lpt².txt', 'reserved'],
    ['aux .txt', 'reserved'],
    ['x'.repeat(201), 'tooLong'],
  ])('rejects %j: %s', (name, fault) => expect(attachmentFault(name)).toBe(fault));
});

describe('parseAttachments', () => {
  it('reads what was written', () => {
    const files = [{ ...file('a.ova'), note: 'for vSphere' }, file('b.txt')];
    expect(parseAttachments(Buffer.from(attachmentsText(files)), 'here')).toEqual(files);
  });

  it.each([
    ['a path', [file('../a')]],
    ['two names that differ in case', [file('Read.me'), file('read.ME')]],
    ['two Unicode forms of a name', [file('\u00e9.txt'), file('e\u0301.txt')]],
  ])('rejects %s as hostile', (_, files) => {
    expect(() => parseAttachments(Buffer.from(attachmentsText(files)), 'here')).toThrow(
      expect.objectContaining({ code: 'archive-hostile' }),
    );
  });

  it.each(['', '{}', '{"format":2,"files":[]}', '{"format":1,"files":[{"name":"a","digest":"x","size":1}]}'])(
    'rejects %s as malformed',
    (text) => {
      expect(() => parseAttachments(Buffer.from(text), 'here')).toThrow(
        expect.objectContaining({ code: 'archive-malformed' }),
      );
    },
  );
});

it('the files of a workspace are listed by transfer', async () => {
  const stored = new Map([
    ['airlock/attachments/fleet-0001.json', attachmentsText([file('a')])],
    ['airlock/attachments/fleet-0002.json', attachmentsText([file('a'), file('b')])],
    ['airlock/attachments/../x.json', 'no list'],
    ['airlock/built-from.json', '{}'],
  ]);
  const source = {
    location: '/ws',
    files: (prefix: string) => [...stored.keys()].filter((name) => name.startsWith(prefix)),
    file: async (name: string) => Buffer.from(stored.get(name)!),
  };
  expect((await attachmentsIn(source)).map(({ transfer, files }) => [transfer, files.length])).toEqual([
    ['fleet-0001', 1],
    ['fleet-0002', 2],
  ]);
});
