import { describe, expect, test } from 'vitest';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { type Answered, buttonsOf, drawn, linksOf, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import CarryScreen from './carry/carry-screen.tsx';
import { MediumList } from './drives/medium-list.tsx';
import { SigningCard } from './keys/signing-card.tsx';
import { TrustCard } from './keys/trust-card.tsx';
import { arrivalLine, begunExport, driveLine, exportJob, exportLine, importJob } from './media.fixture.ts';
import ReadyScreen from './receive/ready-screen.tsx';
import ReceiveScreen from './receive/receive-screen.tsx';

const FINGERPRINT = 'DB73FDBB89576B7E3DC46D4F101A7FC98A3FD99C';

describe('Carry', () => {
  const transfer = {
    name: 'fleet-0008',
    state: 'complete',
    step: 'fetched',
    createdAt: '2026-01-01T00:00:00Z',
  };
  const workspaces = (...transfers: object[]): Answered => [
    'workspaces.list',
    {},
    { workspaces: [{ directory: '/w', enclaves: [{ transfers }] }] },
  ];
  const drives: Answered = ['media.drives', { workspace: '/w' }, { drives: [driveLine()] }];
  const planned = (plan = exportLine(), to: string[] = []): Answered => [
    'media.planExport',
    { workspace: '/w', transfer: 'fleet-0008', to, profile: 'folders' },
    plan,
  ];
  const jobs = (...all: MediaJob[]): Answered => ['jobs.list', {}, { jobs: all }];
  const carry = (...answers: Answered[]) =>
    drawn(<CarryScreen />, [workspaces(transfer), drives, ...answers], '/carry');

  test('without a transfer it says how one comes', () => {
    const html = drawn(<CarryScreen />, [workspaces()], '/carry');
    expect(sentenceOf(html)).toBe('Nothing is here to be carried.');
    expect(linksOf(html)).toEqual({ 'Fetch a transfer': '/fetch' });
  });

  test('nothing is written before a medium is chosen', () => {
    const html = carry(planned(), jobs());
    expect(sentenceOf(html)).toBe('Where shall fleet-0008 be written?');
    expect(buttonsOf(html)).toMatchObject({ 'Write 3 pieces': 'off', 'Save record to print': 'on' });
    expect(textOf(html)).toContain('11.2 GiB in 3 pieces of at most 4 GB');
    expect(textOf(html)).toContain('7F3K-29QX must match the record on the receiving side');
  });

  test('what is written can be paused, and its medium stays in', () => {
    const html = carry(planned(begunExport(1), ['/mnt/a']), jobs(exportJob()));
    expect(sentenceOf(html)).toBe('Writing piece 2 of 3 onto FLEET-A.');
    expect(buttonsOf(html)).toMatchObject({ Pause: 'on' });
    expect(buttonsOf(html)).not.toHaveProperty('Go on');
    expect(textOf(html)).toContain('Leave it in: it is being written.');
    expect(html).toMatch(/id="al-carry-marking"[^>]*disabled=""|disabled=""[^>]*id="al-carry-marking"/);
  });

  test('an export that waits names the next piece, and continues with the medium that was chosen', () => {
    const need = { reason: 'next', message: '', piece: 3, pieceBytes: 4e9, pieces: 1, bytes: 4e9 } as const;
    const html = carry(
      planned(begunExport(2), ['/mnt/a']),
      jobs(exportJob({ status: 'waiting', need, safe: [{ medium: 'FLEET-A', pieces: [1, 2] }] })),
    );
    expect(sentenceOf(html)).toBe('FLEET-A is safe to remove. Insert the next medium.');
    expect(buttonsOf(html)).toMatchObject({ 'Go on with FLEET-A': 'on', Pause: 'on' });
    expect(textOf(html)).toContain('Pieces 1 and 2 written, read back, flushed. Safe to remove.');
    expect(textOf(html)).toContain('3.7 GiB are left in 1 piece; piece 3 with 3.7 GiB is next');
  });

  test('an export that stopped says why, and resumes with its media', () => {
    const error = {
      code: 'disk-full',
      message: 'no room on FLEET-A',
      remedy: 'Insert another.',
      problems: [],
    };
    const html = carry(planned(begunExport(1)), jobs(exportJob({ status: 'failed', error: error as never })));
    expect(textOf(html)).toContain('The export stopped');
    expect(textOf(html)).toContain('No room on FLEET-A');
    expect(buttonsOf(html)).toMatchObject({ 'Go on with FLEET-A': 'on' });
  });

  test('a transfer that is whole on media is followed, its drive ejected', () => {
    const job = exportJob({ status: 'done', safe: [{ medium: 'FLEET-A', pieces: [3] }] });
    const html = carry(planned(begunExport(3)), jobs(job));
    expect(sentenceOf(html)).toBe('All of fleet-0008 is on FLEET-A. FLEET-A is safe to remove.');
    expect(buttonsOf(html)).toMatchObject({ 'Eject FLEET-A': 'on', 'Follow fleet-0008': 'on' });
  });

  test('several transfers can be chosen from, but not while one is written', () => {
    const other = { ...transfer, name: 'fleet-0009' };
    const all = [workspaces(transfer, other), drives, planned()];
    const select = /<select[^>]*aria-label="Transfer"/;
    expect(drawn(<CarryScreen />, [...all, jobs()], '/carry?transfer=fleet-0008')).toMatch(select);
    expect(
      drawn(
        <CarryScreen />,
        [...all, planned(exportLine(), ['/mnt/a']), jobs(exportJob())],
        '/carry?transfer=fleet-0008',
      ),
    ).not.toMatch(select);
  });
});

describe('Receive', () => {
  const trusted: Answered = ['keys.trusted', { directory: '/r' }, { keys: [] }];
  const receive = (...answers: Answered[]) =>
    drawn(
      <ReceiveScreen />,
      [['media.drives', {}, { drives: [driveLine()] }], trusted, ...answers],
      '/receive?directory=%2Fr',
    );
  const arrivals = (...lines: object[]): Answered => [
    'media.arrivals',
    { directory: '/r' },
    { arrivals: lines },
  ];
  const jobs = (...all: MediaJob[]): Answered => ['jobs.list', {}, { jobs: all }];

  test('nothing has arrived: media are chosen, and where it goes is asked', () => {
    const html = receive(arrivals(), jobs());
    expect(sentenceOf(html)).toBe('What has arrived?');
    expect(buttonsOf(html)).toMatchObject({ Receive: 'off' });
    expect(html.indexOf('al-receive-directory')).toBeLessThan(html.indexOf('al-receive-watch'));
  });

  test('a transfer with a piece missing: what is whole is pushed, the code told', () => {
    const html = receive(
      arrivals(arrivalLine(['whole', 'missing'], { code: '147K-Z', words: '0008 lacks piece 2' })),
      jobs(),
    );
    expect(sentenceOf(html)).toBe('1 of 2 pieces are here. Piece 2 is missing.');
    expect(buttonsOf(html)).toMatchObject({ 'Push what is whole': 'on', Receive: 'off' });
    expect(textOf(html)).toContain('Piece 2 was on no medium so far');
    expect(textOf(html)).toContain('147K-Z');
    expect(textOf(html)).toContain('one four seven Kilo, Zulu');
  });

  test('what was copied by other means has no code before it was read', () => {
    const html = receive(arrivals(arrivalLine(['whole'], { checked: false, code: '147K-Z' })), jobs());
    expect(linksOf(html)['Read them all']).toBe('/ready?directory=%2Fr');
    expect(textOf(html)).not.toContain('147K-Z');
    expect(buttonsOf(html)).toMatchObject({ 'Push fleet-0008': 'on' });
  });

  test('a medium that is read stays in; one that was read may go', () => {
    const running = receive(arrivals(), jobs(importJob({ medium: 'FLEET-A', piece: 1 })));
    expect(textOf(running)).toContain('Leave it in: it is being read.');
    expect(buttonsOf(running)).toMatchObject({ Pause: 'on' });
    expect(buttonsOf(running)).not.toHaveProperty('Receive');
    const done = receive(arrivals(arrivalLine(['whole'])), jobs(importJob({ status: 'done' })));
    expect(textOf(done)).toContain('Read. Safe to remove.');
    expect(buttonsOf(done)).toMatchObject({ 'Eject FLEET-A': 'on' });
  });

  test('an import that stopped says why, and what was not accepted', () => {
    const problem = { code: 'x', level: 'warning', message: 'a.tar is no piece', remedy: 'Look.' } as const;
    const error = { code: 'signature', message: 'no valid signature', remedy: 'Ask.', problems: [] } as never;
    const html = receive(arrivals(), jobs(importJob({ status: 'failed', error, problems: [problem] })));
    expect(textOf(html)).toContain('The import stopped');
    expect(textOf(html)).toContain('Not taken a.tar is no piece');
    expect(buttonsOf(html)).toMatchObject({ 'Go on with FLEET-A': 'on' });
  });

  test('jobs of other folders are not told', () => {
    const html = receive(arrivals(), jobs(importJob({}, { directory: '/other' })));
    expect(sentenceOf(html)).toBe('What has arrived?');
  });
});

describe('Ready', () => {
  const ready = (...lines: object[]) =>
    drawn(
      <ReadyScreen />,
      [['media.arrivals', { directory: '/r', reached: 'imported' }, { arrivals: lines }]],
      '/ready?directory=%2Fr',
    );

  test('without a transfer it leads to media', () => {
    const html = ready();
    expect(sentenceOf(html)).toBe('No transfer is here yet.');
    expect(linksOf(html)).toEqual({ 'Receive from media': '/receive?directory=%2Fr' });
  });

  test('what is whole is pushed; the rest is received', () => {
    const whole = ready(arrivalLine(['whole']));
    expect(buttonsOf(whole)).toMatchObject({ 'Push fleet-0008': 'on' });
    expect(buttonsOf(whole)).not.toHaveProperty('Receive the rest');
    const part = ready(arrivalLine(['whole', 'missing']));
    expect(buttonsOf(part)).toMatchObject({ 'Push what is whole': 'on', 'Receive the rest': 'on' });
    expect(textOf(part)).toContain('pushes the images that are whole');
    expect(textOf(part)).toContain('airlock mirror --from file:///r docker://REGISTRY');
  });

  test('what was copied by other means is read before there is a code', () => {
    expect(buttonsOf(ready(arrivalLine(['whole'], { checked: false })))).toMatchObject({
      'Read every byte': 'on',
    });
  });

  test('deliverables are pushed one by one when they are whole', () => {
    const line = { name: 'release 4.18.9', images: 196, lacking: 0, pieces: [] };
    const html = ready(
      arrivalLine(['whole', 'missing'], {
        deliverables: [line, { ...line, name: 'odf', lacking: 3, pieces: [2] }],
      }),
    );
    expect(html).toContain('aria-label="Push release 4.18.9"');
    expect(html).not.toContain('aria-label="Push odf"');
    expect(textOf(html)).toContain('3 of 196 images wait for piece 2');
  });
});

describe('drives', () => {
  const list = (drives: ReturnType<typeof driveLine>[], chosen: string[] = [], failure?: string) =>
    drawn(
      <MediumList
        title="Media"
        drives={{
          found: drives,
          failure: failure === undefined ? undefined : ({ message: failure } as never),
          nameOf: (path) => path,
        }}
        chosen={chosen}
        onChoose={() => {}}
        stateOf={() => null}
      />,
    );

  test('a drive with its label, model and room', () => {
    expect(textOf(list([driveLine()]))).toContain('FLEET-A SanDisk Ultra 32.0 GiB · exFAT · 8.0 GiB free');
    expect(textOf(list([driveLine({ label: undefined })]))).not.toContain('SanDisk Ultra SanDisk Ultra');
  });

  test('none, and none that can be listed', () => {
    expect(textOf(list([]))).toContain('No removable drives found. Insert a drive, or name a folder.');
    expect(textOf(list([], [], 'no lsblk'))).toContain(
      'Drives cannot be listed here: no lsblk. Name the folder of the medium.',
    );
  });

  test('others are behind a button; folders that were chosen are in sight', () => {
    const system = driveLine({ device: '/dev/sda', refused: { reason: 'system', words: 'the system disk' } });
    const html = list([system], ['/srv/drop']);
    expect(buttonsOf(html)).toMatchObject({ 'Show 1 other drive': 'on', 'Add folder': 'off' });
    expect(textOf(html)).toContain('/srv/drop a folder');
    expect(textOf(html)).not.toContain('the system disk');
  });
});

describe('keys', () => {
  const sign = (...keys: object[]) =>
    drawn(
      <SigningCard
        workspace="/w"
        diode={false}
        passphraseFile=""
        onPassphraseFile={() => {}}
        disabled={false}
      />,
      [['keys.signing', { workspace: '/w' }, { keys }]],
    );
  const key = {
    fingerprint: FINGERPRINT,
    name: 'Airlock workspace',
    createdBy: 'ann',
    createdAt: '2026-01-01T00:00:00Z',
    publicKey: '/w/key.asc',
    privateKey: 'open',
  };

  test('an export that nobody signs is warned of', () => {
    const html = sign();
    expect(textOf(html)).toContain("Exports aren't signed.");
    expect(buttonsOf(html)).toMatchObject({ 'Create key pair': 'on' });
  });

  test('the newest key of this user signs; its fingerprint is read in groups of four', () => {
    const html = sign({ ...key, name: 'old' }, key);
    expect(textOf(html)).toContain('New exports are signed by this key. Name Airlock workspace');
    expect(textOf(html)).toContain('DB73 FDBB 8957 6B7E');
    expect(buttonsOf(html)).not.toHaveProperty('Create key pair');
    expect(html).not.toContain('al-carry-passphrase');
    expect(sign({ ...key, privateKey: 'protected' })).toContain('al-carry-passphrase');
  });

  test('a key of somebody else does not sign for this user', () => {
    const html = sign({ ...key, privateKey: 'missing' });
    expect(textOf(html)).toContain("This workspace is signed by ann, and you don't have the private key.");
    expect(buttonsOf(html)).toMatchObject({ 'Create key pair': 'on' });
  });

  const trust = (keys: object[], found: object[] = [], paths = ['/mnt/a']) =>
    drawn(<TrustCard directory="/r" paths={paths} />, [
      ['keys.trusted', { directory: '/r' }, { keys }],
      ['keys.find', { directory: '/r', paths }, { keys: found }],
    ]);
  const trustedKey = { ...key, by: 'root', at: '2026-01-01T00:00:00Z', directory: '/r' };

  test('without a trusted key no signature is required', () => {
    expect(textOf(trust([]))).toContain('No signature is required.');
    expect(buttonsOf(trust([]))).toEqual({ 'Choose a file for Public key file': 'on', 'Show key': 'off' });
  });

  test('one trusted key, or one of several', () => {
    const one = trust([trustedKey]);
    expect(textOf(one)).toContain('Only transfers signed with this key are accepted.');
    expect(textOf(one)).toContain('For this directory, trusted by root');
    expect(buttonsOf(one)).toMatchObject({ 'Remove key Airlock workspace': 'on' });
    const two = trust([trustedKey, { ...trustedKey, fingerprint: 'A', directory: undefined }]);
    expect(textOf(two)).toContain('signed with one of these keys');
    expect(textOf(two)).toContain('For everything you receive');
  });

  test('a key on a drive is unknown until it is trusted', () => {
    const found = { file: '/mnt/a/key.asc', fingerprint: FINGERPRINT, name: 'Somebody', trusted: false };
    const html = trust([], [found]);
    expect(textOf(html)).toMatch(/Unknown key named ?Somebody/);
    expect(buttonsOf(html)).toMatchObject({ 'Trust key Somebody': 'on' });
    expect(textOf(trust([trustedKey], [{ ...found, trusted: true }]))).not.toContain('Somebody');
    expect(textOf(trust([], [found], []))).not.toContain('Somebody');
  });
});
