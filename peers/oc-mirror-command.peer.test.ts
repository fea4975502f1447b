import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, expect } from 'vitest';
import { FLAGS, type OcMirrorCommand, parseCommandLine } from '../cli/commands/oc-mirror/flags.ts';
import { inProcess } from '../cli/in-process.fixture.ts';
import { imagesOf, missingAt, newRig, type Rig } from '../core/mirror/mirror.fixture.ts';
import { copyArchives, done, ocMirror } from './oc-mirror.fixture.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
afterEach(() => rig[Symbol.asyncDispose]());

const destination = () => `docker://${rig.world.destination.host}`;
const wanted = () => imagesOf(rig, 'core').map((image) => ({ ...image, attachments: [] }));

/** Runs the same words with oc-mirror, without the options that {@link ocMirror} adds. */
async function plain({ file }: Program, words: string[]): Promise<{ code: number | null; output: string }> {
  const { REGISTRY_AUTH_FILE: _, ...env } = rig.world.environment;
  await mkdir(rig.host.home, { recursive: true });
  const child = spawn(file, words, {
    // oc-mirror writes files of a failed deletion to `logs` in the current directory.
    cwd: rig.host.home,
    env: { PATH: process.env.PATH, HOME: rig.host.home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('exit', resolve).once('error', reject),
  );
  const [code, stdout, stderr] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
  return { code, output: stdout + stderr };
}

const own = async (words: string[]) => {
  const { code, stdout, stderr } = await inProcess(rig, ['oc-mirror', ...words], []);
  return { code, output: stdout + stderr };
};

/** Returns the errors in the log of a run. */
function errors(output: string): string[] {
  return [...output.matchAll(/\[ERROR\] {2}: (?:\[Executor\] )?(.*)$/gm)].map(([, line]) => line!.trim());
}

/** Returns the lines of a log that scripts look for, without times, paths and the addresses of images. */
function milestones(output: string): string[] {
  return [...output.matchAll(/\[(?:INFO|WARN)\] {3}: (.*)$/gm)]
    .map(([, line]) => line!.trimEnd())
    .filter((line) => /workflow mode|discover|🔍|🚀|📌|Results|images (?:mirrored|deleted)|📦|👋/u.test(line))
    .sort();
}

/** Returns the output that isn't a log line. */
function listed(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => !/^\d{4}\/\d\d\/\d\d /.test(line))
    .map((line) => line.trimEnd());
}

/** Flags that only one of the two has for a reason. */
const NOT_IN_PEER = new Set(['loglevel', 'no-descriptions']);

await judgedBy('oc-mirror', ({ agrees }) => {
  agrees('every flag of the help is accepted, with or without a value', async (program, count) => {
    const commands: OcMirrorCommand[] = ['mirror', 'delete', 'list operators', 'list releases', 'version'];
    let cases = 0;
    for (const command of commands) {
      const words = command === 'mirror' ? [] : command.split(' ');
      const { output } = await plain(program, [...words, '--v2', '--help']);
      const flags = [...output.matchAll(/^ +(?:-(\w), )? *--([\w.-]+)(?: (\w+))? {2,}\S/gm)];
      for (const [, short, name, value] of flags) {
        if (name === 'help') continue;
        const given = value === undefined ? [`--${name}`] : [`--${name}`, sampleOf(value)];
        expect(() => parseCommandLine([...words, ...given]), `${command} --${name}`).not.toThrow();
        if (short !== undefined) {
          const { values } = parseCommandLine([...words, `-${short}`, ...given.slice(1)]);
          expect([...values.keys()]).toEqual([name]);
        }
        cases++;
      }
    }
    expect(cases).toBeGreaterThan(70);
    count(cases);
  });

  agrees('every flag that Airlock accepts is one of oc-mirror', async (program, count) => {
    const flags = FLAGS.filter(({ name }) => name !== 'help' && name !== 'v1' && !NOT_IN_PEER.has(name));
    for (const { name, kind, commands } of flags) {
      const [command = 'mirror'] = commands ?? [];
      const words = command === 'mirror' ? [] : command.split(' ');
      const value = { text: 'x', boolean: 'true', integer: '1', unsigned: '1', port: '1', duration: '1s' }[
        kind
      ];
      const { output } = await plain(program, [...words, '--v2', `--${name}=${value}`]);
      expect(output, `${command} --${name}`).not.toMatch(/unknown flag|invalid argument/);
    }
    count(flags.length);
  });

  agrees('wrong command lines have the same exit code and message', async (program, count) => {
    const config = rig.world.sets.core.file;
    const lines = [
      ['--v2'],
      ['--v2', '--bogus'],
      ['--v2', '-z', 'file://x'],
      ['--v2', '--config'],
      ['--v2', '--dry-run=maybe', 'file://x'],
      ['--v2', '--retry-delay', '3', 'file://x'],
      ['--v2', '--parallel-images', '-1', 'file://x'],
      ['--v2', 'file://x'],
      ['--v2', '-c', config, 'x'],
      ['--v2', '-c', config, 'docker://h:1'],
      ['--v2', '-c', config, '--from', 'file://x', 'file://y'],
      ['--v2', '-c', config, '--workspace', 'file://x', 'file://y'],
      ['--v2', '-c', config, '--from', 'x', 'docker://h:1'],
      ['--v2', '-c', config, '--workspace', 'x', 'docker://h:1'],
      ['--v2', '-c', config, '--from', 'file://x', '--workspace', 'file://y', 'docker://h:1'],
      ['--v2', '-c', config, '--since', 'yesterday', 'file://x'],
      ['--v2', '-c', config, '--parallel-images', '11', 'file://x'],
      ['--v2', '-c', config, '--parallel-layers', '0', 'file://x'],
      ['--v2', '-c', config, '--dry-run', '--dry-run-manifest-lists', 'file://x'],
      ['--v2', '-c', config, '--log-level', 'loud', 'file://x'],
      ['delete', '--v2'],
      ['delete', '--v2', 'docker://h:1'],
      ['delete', '--v2', 'h:1'],
      ['delete', '--v2', '--generate', 'docker://h:1'],
      ['delete', '--v2', '--generate', '--workspace', 'file://x', 'docker://h:1'],
      ['delete', '--v2', '--delete-yaml-file', '/none.yaml', 'docker://h:1'],
      ['list', 'operators', '--v2'],
      ['list', 'operators', '--v2', '--package', 'p'],
      ['list', 'operators', '--v2', '--channel', 'c'],
      ['list', 'operators', '--v2', '--catalogs'],
      ['list', 'releases', '--v2', '--channels'],
      ['list', 'releases', '--v2', '--channel', 'stable-4.16', '--filter-by-archs', 'vax'],
    ];
    for (const words of lines) {
      const [theirs, ours] = [await plain(program, words), await own(words)];
      expect([ours.code, errors(ours.output)], words.join(' ')).toEqual([theirs.code, errors(theirs.output)]);
    }
    count(lines.length);
  });

  agrees(
    'configurations that oc-mirror rejects end with the same exit code and message',
    async (program, count) => {
      const text = await readFile(rig.world.sets.core.file, 'utf8');
      const broken: [string, string][] = [
        ['kind', text.replace('kind: ImageSetConfiguration', 'kind: Other')],
        ['no-kind', text.replace('kind: ImageSetConfiguration\n', '')],
        ['unknown', text.replace('mirror:', 'mirror:\n  storage: 1')],
        ['empty', 'kind: ImageSetConfiguration\n'],
      ];
      for (const [name, content] of broken) {
        const file = join(rig.place(name), '..', `${name}.yaml`);
        await writeFile(file, content);
        const words = ['--v2', '-c', file, `file://${rig.place('set')}`];
        const [theirs, ours] = [await plain(program, words), await own(words)];
        expect(ours.code, name).toBe(theirs.code);
        expect(errors(ours.output)[0], name).toContain(
          errors(theirs.output)[0]!.replace('decode ImageSetConfiguration: json: ', ''),
        );
      }
      count(broken.length);
    },
  );

  agrees(
    'the same lines are printed for both steps, and the archive is pushed by oc-mirror',
    async (program) => {
      const config = rig.world.sets.core.file;
      const [theirs, ours, cache] = [rig.place('theirs'), rig.place('ours'), rig.place('cache')];
      const tls = ['--v2', '--src-tls-verify=false', '--dest-tls-verify=false'];
      const saved = await done(ocMirror(rig, program, cache, ['-c', config, `file://${theirs}`]));
      const own1 = await own([...tls, '-c', config, `file://${ours}`]);
      expect(own1.code, own1.output).toBe(0);
      expect(milestones(own1.output)).toEqual(milestones(saved));
      const pushed = await own([...tls, '-c', config, '--from', `file://${ours}`, destination()]);
      const copy = rig.place('copy');
      await copyArchives(theirs, copy);
      const again = await done(
        ocMirror(rig, program, rig.place('other'), ['-c', config, '--from', `file://${copy}`, destination()]),
      );
      expect(pushed.code, pushed.output).toBe(0);
      expect(milestones(pushed.output)).toEqual(milestones(again));
      expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
      const names = (await readdir(theirs)).sort();
      expect(
        (await readdir(ours)).filter((name) => !/^(?:transfers|config|\.airlock)$/.test(name)).sort(),
      ).toEqual(names);
    },
  );

  agrees('an archive of `airlock oc-mirror` is pushed by oc-mirror from its directory', async (program) => {
    const config = rig.world.sets.core.file;
    const [ours, carried] = [rig.place('ours'), rig.place('carried')];
    const saved = await own(['--v2', '--src-tls-verify=false', '-c', config, `file://${ours}`]);
    expect(saved.code, saved.output).toBe(0);
    await copyArchives(ours, carried);
    const words = ['-c', config, '--from', `file://${carried}`, destination()];
    await done(ocMirror(rig, program, rig.place('cache'), words));
    expect(await missingAt(rig.world.destination.host, wanted())).toEqual([]);
  });

  agrees('a missing additional image has the same exit code', async (program) => {
    const text = await readFile(rig.world.sets.core.file, 'utf8');
    const config = join(rig.place('configuration'), '..', 'failing.yaml');
    await writeFile(config, text.replace('quay.io/practice/oci:v1', 'quay.io/practice/none:v1'));
    const words = ['-c', config, '--retry-times', '0', `file://${rig.place('theirs')}`];
    const theirs = await ocMirror(rig, program, rig.place('cache'), words);
    const tls = ['--v2', '--src-tls-verify=false'];
    const ours = await own([...tls, ...words.slice(0, -1), `file://${rig.place('ours')}`]);
    expect([ours.code, theirs.code]).toEqual([8, 8]);
  });

  agrees('lists of releases and operators have the same lines', async (program, count) => {
    const { source, packages } = rig.world.inventory.catalog;
    const { name } = packages[0]!;
    const tls = '--src-tls-verify=false';
    const lines = [
      ['releases', '--channel', 'stable-4.16'],
      ['releases', '--version', '4.16'],
      ['releases', '--version', '4.16', '--channels'],
      ['operators', '--catalogs', '--version', '4.16'],
      ['operators', '--catalog', source],
      ['operators', '--catalog', source, '--package', name],
    ];
    const { REGISTRY_AUTH_FILE: authFile } = rig.world.environment;
    for (const [list, ...rest] of lines) {
      const words = ['list', list!, '--v2', tls, '--authfile', authFile!, ...rest];
      const [theirs, ours] = [await plain(program, words), await own(words)];
      expect([ours.code, listed(ours.output)], words.join(' ')).toEqual([theirs.code, listed(theirs.output)]);
    }
    count(lines.length);
  });
});

function sampleOf(kind: string): string {
  return { duration: '1s', int: '1', uint: '1', uint16: '1' }[kind] ?? 'x';
}
