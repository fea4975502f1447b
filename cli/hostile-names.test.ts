import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { exportWorkspace } from '../core/media/export/export.fixture.ts';
import { exportOver } from '../core/media/import/import.fixture.ts';
import { verifyDrive } from '../core/media/import/verify-drive.ts';
import { pageText } from '../core/media/record/static-page.ts';
import { table } from './terminal/format.ts';
import { Terminal } from './terminal/terminal.ts';

const LIE = 'Complete: 193 blobs, all digests match.';
const NAME = `x\x1b[31m\n${LIE}\r\n\t\x9bPWN\u202egpj.tar`;
// Characters that a terminal or a reader of a log would execute. Line breaks are checked by the lines.
const ACTIVE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test('a name on a page starts no new line in a terminal', () => {
  const text = pageText({
    title: NAME,
    marking: NAME,
    parts: [{ heading: NAME }, { text: NAME }, { list: [NAME] }, { columns: ['File'], rows: [[NAME]] }],
  });
  expect(text.match(/Complete:/g)).toHaveLength(7);
  expect(text).not.toMatch(/^\s*Complete:/m);
});

function written(json: boolean, use: (terminal: Terminal) => void): string {
  const out = new PassThrough();
  use(new Terminal({ json, logLevel: 'debug', stdout: out, stderr: out as never }));
  return (out.read() as Buffer | null)?.toString('utf8') ?? '';
}

test('a name on a drive reaches the terminal and JSON lines only escaped', async () => {
  const root = await mkdtemp(join(tmpdir(), 'airlock-hostile-'));
  try {
    const { directory } = await exportWorkspace(root, 2);
    const [drive] = (await exportOver(root, directory, { media: [4_000_000], volumeSize: 200_000 })) as [
      string,
    ];
    const folder = join(drive, 'airlock', 'lab-0001');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, NAME), 'x');
    const { problems } = await verifyDrive(drive);
    const file = problems.find((problem) => problem.file.includes('PWN'))!.file;
    expect(file).toContain('\x1b');
    const problem = { code: 'usage', level: 'warning', message: file, remedy: file, file } as const;
    for (const json of [false, true]) {
      const text = written(json, (terminal) => {
        terminal.say('error', `corrupt  ${file}`);
        terminal.print(table([['FILE', file, '1']]));
        terminal.problem(problem);
        terminal.event({ type: 'problem', problem });
        terminal.result({ ok: false, problems });
      });
      expect(text).not.toMatch(ACTIVE);
      expect(text).toContain(json ? '\\u001b[31m' : '\\x1b[31m');
      const lines = text.trim().split('\n');
      if (json) for (const line of lines) JSON.parse(line);
      else {
        for (const line of lines)
          expect(line).toContain(`x\\x1b[31m\\n${LIE}\\r\\n\\t\\x9bPWN\\u202egpj.tar`);
        // One message, one row, and twice a problem with its remedy.
        expect(lines).toHaveLength(6);
      }
    }
    const reported = written(false, (terminal) =>
      terminal.say('error', 'x\nairlock: all is well', 'own line'),
    );
    expect(reported).toBe('x\\nairlock: all is well\n    own line\n');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
