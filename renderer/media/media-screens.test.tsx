import { describe, expect, test } from 'vitest';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { type Answered, buttonsOf, drawn, linksOf, sentenceOf, textOf } from '../engine/page.fixture.tsx';
import CarryScreen from './carry/carry-screen.tsx';
import { t as carryTexts } from './carry/messages.ts';
import { DriveList } from './drives/drive-list.tsx';
import { t as driveTexts } from './drives/messages.ts';
import { t as keyTexts } from './keys/messages.ts';
import { SigningCard } from './keys/signing-card.tsx';
import { TrustCard } from './keys/trust-card.tsx';
import { arrivalLine, driveLine, exportJob, exportLine, importJob, startedExport } from './media.fixture.ts';
import { placeName } from './media-words.ts';
import { t } from './messages.ts';
import { t as receiveTexts } from './receive/messages.ts';
import ReadyScreen from './receive/ready-screen.tsx';
import ReceiveScreen from './receive/receive-screen.tsx';

const RESUME = t('resumeButton', { drives: 'FLEET-A' });
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
    { workspace: '/w', transfer: 'fleet-0008', to, profile: 'drive' },
    plan,
  ];
  const jobs = (...all: MediaJob[]): Answered => ['jobs.list', {}, { jobs: all }];
  const carry = (...answers: Answered[]) =>
    drawn(<CarryScreen />, [workspaces(transfer), drives, ...answers], '/carry');

  test('without a transfer it links to Fetch', () => {
    const html = drawn(<CarryScreen />, [workspaces()], '/carry');
    expect(sentenceOf(html)).toBe(carryTexts('emptyTitle'));
    expect(linksOf(html)).toEqual({ [carryTexts('fetchLink')]: '/fetch' });
  });

  test('nothing is written before a drive is chosen', () => {
    const html = carry(planned(), jobs());
    expect(sentenceOf(html)).toBe(t('chooseTitle', { transfer: 'fleet-0008' }));
    expect(buttonsOf(html)).toMatchObject({
      [carryTexts('writeButton', { count: 3 })]: 'off',
      [carryTexts('saveRecordButton')]: 'on',
    });
    expect(textOf(html)).toContain('11.2 GiB in 3 volumes of at most 4 GB');
    expect(textOf(html)).toContain(`7F3K-29QX ${carryTexts('fingerprintNote')}`);
  });

  test('a running export can be paused, and its drive must stay inserted', () => {
    const html = carry(planned(startedExport(1), ['/mnt/a']), jobs(exportJob()));
    expect(sentenceOf(html)).toBe(t('writingTitle', { volume: 2, total: 3, drive: 'FLEET-A' }));
    expect(buttonsOf(html)).toMatchObject({ [carryTexts('pauseButton')]: 'on' });
    expect(buttonsOf(html)).not.toHaveProperty(carryTexts('continueButton'));
    expect(textOf(html)).toContain(carryTexts('busyText'));
    expect(html).toMatch(/id="al-carry-marking"[^>]*disabled=""|disabled=""[^>]*id="al-carry-marking"/);
  });

  test('a waiting export shows the next volume, and not the full drive as the next one', () => {
    const need = {
      reason: 'next',
      message: '',
      volume: 3,
      volumeBytes: 4e9,
      volumes: 1,
      bytes: 4e9,
    } as const;
    const html = drawn(
      <CarryScreen />,
      [
        workspaces(transfer),
        ['media.drives', { workspace: '/w' }, { drives: [driveLine({ free: 1e9 })] }],
        planned(startedExport(2), ['/mnt/a']),
        jobs(exportJob({ status: 'waiting', need, safe: [{ drive: 'FLEET-A', volumes: [1, 2] }] })),
      ],
      '/carry',
    );
    expect(sentenceOf(html)).toBe(t('insertSafeTitle', { safe: 'FLEET-A' }));
    expect(buttonsOf(html)).toMatchObject({
      [carryTexts('continueButton')]: 'off',
      [carryTexts('pauseButton')]: 'on',
    });
    expect(textOf(html)).toContain(carryTexts('safeText', { count: 2, volumes: '1 and 2' }));
    expect(textOf(html)).toContain(
      carryTexts('remainingText', { count: 1, size: '3.7 GiB', volume: 3, nextSize: '3.7 GiB' }),
    );
  });

  test('a stopped export shows why, and resumes with its drives', () => {
    const error = {
      code: 'disk-full',
      message: 'no room on FLEET-A',
      remedy: 'Insert another.',
      problems: [],
    };
    const html = carry(
      planned(startedExport(1)),
      jobs(exportJob({ status: 'failed', error: error as never })),
    );
    expect(textOf(html)).toContain(carryTexts('stoppedTitle'));
    expect(textOf(html)).toContain('No room on FLEET-A');
    expect(buttonsOf(html)).toMatchObject({ [RESUME]: 'on' });
  });

  test('a complete transfer has buttons to follow it and to eject its drive', () => {
    const job = exportJob({ status: 'done', safe: [{ drive: 'FLEET-A', volumes: [3] }] });
    const html = carry(planned(startedExport(3)), jobs(job));
    expect(sentenceOf(html)).toBe(
      t('completeSafeTitle', { transfer: 'fleet-0008', drives: 'FLEET-A', safe: 'FLEET-A' }),
    );
    expect(buttonsOf(html)).toMatchObject({
      [driveTexts('ejectButton', { drive: 'FLEET-A' })]: 'on',
      [carryTexts('followButton', { transfer: 'fleet-0008' })]: 'on',
    });
  });

  test('another transfer can be chosen, but not during an export', () => {
    const other = { ...transfer, name: 'fleet-0009' };
    const all = [workspaces(transfer, other), drives, planned()];
    const select = new RegExp(`<select[^>]*aria-label="${t('transferLabel')}"`);
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
      [['media.drives', { directory: '/r' }, { drives: [driveLine()] }], trusted, ...answers],
      '/receive?directory=%2Fr',
    );
  const arrivals = (...lines: object[]): Answered => [
    'media.arrivals',
    { directory: '/r' },
    { arrivals: lines },
  ];
  const jobs = (...all: MediaJob[]): Answered => ['jobs.list', {}, { jobs: all }];

  test('without arrived transfers it prompts for drives and a destination folder', () => {
    const html = receive(arrivals(), jobs());
    expect(sentenceOf(html)).toBe(receiveTexts('chooseTitle'));
    expect(buttonsOf(html)).toMatchObject({ [receiveTexts('receiveButton')]: 'off' });
    expect(html.indexOf('al-receive-directory')).toBeLessThan(html.indexOf('al-receive-watch'));
  });

  test('a transfer with a missing volume can be pushed in part, and shows its code', () => {
    const html = receive(
      arrivals(arrivalLine(['complete', 'missing'], { code: '147K-Z', summary: '0008 is incomplete' })),
      jobs(),
    );
    expect(sentenceOf(html)).toBe('1 of 2 volumes arrived. Volume 2 is missing.');
    expect(buttonsOf(html)).toMatchObject({
      [receiveTexts('pushCompleteButton', { images: 540 })]: 'on',
      [receiveTexts('receiveButton')]: 'off',
    });
    expect(textOf(html)).toContain(receiveTexts('missingVolumesTitle', { count: 1, volumes: '2' }));
    expect(textOf(html)).toContain('147K-Z');
    expect(textOf(html)).toContain('one four seven Kilo, Zulu');
  });

  test('a copied transfer has no code before it is verified', () => {
    const html = receive(arrivals(arrivalLine(['complete'], { checked: false, code: '147K-Z' })), jobs());
    expect(linksOf(html)['Verify every byte']).toBe('/ready?directory=%2Fr');
    expect(textOf(html)).not.toContain('147K-Z');
    expect(buttonsOf(html)).toMatchObject({ [receiveTexts('pushButton', { transfer: 'fleet-0008' })]: 'on' });
  });

  test('a drive must stay inserted during the import, and can be removed afterwards', () => {
    const running = receive(arrivals(), jobs(importJob({ drive: 'FLEET-A', volume: 1 })));
    expect(textOf(running)).toContain(receiveTexts('busyText'));
    expect(buttonsOf(running)).toMatchObject({ [receiveTexts('pauseButton')]: 'on' });
    expect(buttonsOf(running)).not.toHaveProperty(receiveTexts('receiveButton'));
    const done = receive(arrivals(arrivalLine(['complete'])), jobs(importJob({ status: 'done' })));
    expect(textOf(done)).toContain(receiveTexts('verifiedText'));
    expect(buttonsOf(done)).toMatchObject({ [driveTexts('ejectButton', { drive: 'FLEET-A' })]: 'on' });
  });

  test('a stopped import shows why, and the rejected content', () => {
    const problem = { code: 'x', level: 'warning', message: 'a.tar is damaged', remedy: 'Look.' } as const;
    const error = { code: 'signature', message: 'no valid signature', remedy: 'Ask.', problems: [] } as never;
    const html = receive(arrivals(), jobs(importJob({ status: 'failed', error, problems: [problem] })));
    expect(textOf(html)).toContain(receiveTexts('stoppedTitle'));
    expect(textOf(html)).toContain(`${receiveTexts('rejectedTitle')} a.tar is damaged`);
    expect(buttonsOf(html)).toMatchObject({ [RESUME]: 'on' });
  });

  test('jobs of other folders are ignored', () => {
    const html = receive(arrivals(), jobs(importJob({}, { directory: '/other' })));
    expect(sentenceOf(html)).toBe(receiveTexts('chooseTitle'));
  });
});

describe('Ready', () => {
  const ready = (...lines: object[]) =>
    drawn(
      <ReadyScreen />,
      [['media.arrivals', { directory: '/r', reached: 'imported' }, { arrivals: lines }]],
      '/ready?directory=%2Fr',
    );

  test('without a transfer it links to Receive', () => {
    const html = ready();
    expect(sentenceOf(html)).toBe(receiveTexts('readyEmptyTitle'));
    expect(linksOf(html)).toEqual({ [receiveTexts('receiveLink')]: '/receive?directory=%2Fr' });
  });

  test('complete content can be pushed, and missing volumes received', () => {
    const complete = ready(arrivalLine(['complete']));
    expect(buttonsOf(complete)).toMatchObject({
      [receiveTexts('pushButton', { transfer: 'fleet-0008' })]: 'on',
    });
    expect(buttonsOf(complete)).not.toHaveProperty(receiveTexts('receiveRestButton'));
    const part = ready(arrivalLine(['complete', 'missing']));
    expect(buttonsOf(part)).toMatchObject({
      [receiveTexts('pushCompleteButton', { images: 540 })]: 'on',
      [receiveTexts('receiveRestButton')]: 'on',
    });
    expect(textOf(part)).toContain(receiveTexts('commandNote'));
    expect(textOf(part)).toContain('airlock mirror --from file:///r docker://REGISTRY');
  });

  test('a copied transfer is verified before it has a code', () => {
    expect(buttonsOf(ready(arrivalLine(['complete'], { checked: false })))).toMatchObject({
      [receiveTexts('verifyButton')]: 'on',
    });
  });

  test('complete deliverables have their own push links', () => {
    const line = { name: 'release 4.18.9', images: 196, missing: 0, volumes: [] };
    const html = ready(
      arrivalLine(['complete', 'missing'], {
        deliverables: [line, { ...line, name: 'odf', missing: 3, volumes: [2] }],
      }),
    );
    expect(html).toContain(`aria-label="${receiveTexts('pushContentLabel', { content: 'release 4.18.9' })}"`);
    expect(html).not.toContain(`aria-label="${receiveTexts('pushContentLabel', { content: 'odf' })}"`);
    expect(textOf(html)).toContain('3 of 196 images waiting for volume 2');
  });
});

describe('drives', () => {
  const list = (drives: ReturnType<typeof driveLine>[], chosen: string[] = [], failure?: string) =>
    drawn(
      <DriveList
        title="Drives"
        directoryLabel="Directory"
        drives={{
          found: drives,
          failure: failure === undefined ? undefined : ({ message: failure } as never),
          ...{ added: [], setAdded: () => {}, isRemoved: () => false, listedAt: 0 },
          nameOf: (path) => placeName(path, drives),
        }}
        isFinished={() => false}
        chosen={chosen}
        onChoose={() => {}}
        stateOf={() => null}
      />,
    );

  test('a drive has label, model and free space', () => {
    expect(textOf(list([driveLine()]))).toContain('FLEET-A SanDisk Ultra 32.0 GiB · exFAT · 8.0 GiB free');
    expect(textOf(list([driveLine({ label: undefined })]))).not.toContain('SanDisk Ultra SanDisk Ultra');
  });

  test('no drives, and a failed listing', () => {
    expect(textOf(list([]))).toContain(driveTexts('noDrivesText'));
    expect(textOf(list([], [], 'no lsblk'))).toContain(driveTexts('listFailedText', { reason: 'no lsblk' }));
  });

  test('unavailable drives are hidden, chosen folders are visible', () => {
    const system = driveLine({
      device: '/dev/sda',
      rejected: { reason: 'system', message: 'the system disk' },
    });
    const html = list([system], ['/srv/drop']);
    expect(buttonsOf(html)).toMatchObject({
      [driveTexts('showOthersButton', { count: 1 })]: 'on',
      [driveTexts('addDirectoryButton')]: 'off',
    });
    expect(textOf(html)).toContain(`drop /srv/drop ${driveTexts('directory')}`);
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

  test('unsigned exports show a warning', () => {
    const html = sign();
    expect(textOf(html)).toContain(keyTexts('unsignedText'));
    expect(buttonsOf(html)).toMatchObject({ [keyTexts('createButton')]: 'on' });
  });

  test('the newest key of this user signs, and its fingerprint has groups of four digits', () => {
    const html = sign({ ...key, name: 'old' }, key);
    expect(textOf(html)).toContain(`${keyTexts('signedText')} ${keyTexts('nameLabel')} Airlock workspace`);
    expect(textOf(html)).toContain('DB73 FDBB 8957 6B7E');
    expect(buttonsOf(html)).not.toHaveProperty(keyTexts('createButton'));
    expect(html).not.toContain('al-carry-passphrase');
    expect(sign({ ...key, privateKey: 'protected' })).toContain('al-carry-passphrase');
  });

  test('the key of another user does not sign for this user', () => {
    const html = sign({ ...key, privateKey: 'missing' });
    expect(textOf(html)).toContain(keyTexts('otherSignerText', { user: 'ann' }));
    expect(buttonsOf(html)).toMatchObject({ [keyTexts('createButton')]: 'on' });
  });

  const trust = (keys: object[], found: object[] = [], paths = ['/mnt/a']) =>
    drawn(<TrustCard directory="/r" paths={paths} />, [
      ['keys.trusted', { directory: '/r' }, { keys }],
      ['keys.find', { directory: '/r', paths }, { keys: found }],
    ]);
  const trustedKey = { ...key, by: 'root', at: '2026-01-01T00:00:00Z', directory: '/r' };

  test('without a trusted key no signature is required', () => {
    expect(textOf(trust([]))).toContain(keyTexts('noneRequiredText'));
    expect(buttonsOf(trust([]))).toEqual({
      'Choose a file for Public key file': 'on',
      [keyTexts('showKeyButton')]: 'off',
    });
  });

  test('one trusted key, or one of several', () => {
    const one = trust([trustedKey]);
    expect(textOf(one)).toContain(keyTexts('requiredText', { keys: 1 }));
    expect(textOf(one)).toContain('Trusted for this directory. Added by root');
    expect(buttonsOf(one)).toMatchObject({
      [keyTexts('removeKeyLabel', { name: 'Airlock workspace' })]: 'on',
    });
    const two = trust([trustedKey, { ...trustedKey, fingerprint: 'A', directory: undefined }]);
    expect(textOf(two)).toContain(keyTexts('requiredText', { keys: 2 }));
    expect(textOf(two)).toContain('Trusted for all transfers you receive');
  });

  test('a key on a drive is unknown until it is trusted', () => {
    const found = { file: '/mnt/a/key.asc', fingerprint: FINGERPRINT, name: 'Somebody', trusted: false };
    const html = trust([], [found]);
    expect(textOf(html)).toMatch(new RegExp(`${keyTexts('unknownKey')} ?Somebody`));
    expect(buttonsOf(html)).toMatchObject({ [keyTexts('trustKeyLabel', { name: 'Somebody' })]: 'on' });
    expect(textOf(trust([trustedKey], [{ ...found, trusted: true }]))).not.toContain('Somebody');
    expect(textOf(trust([], [found], []))).not.toContain('Somebody');
  });
});
