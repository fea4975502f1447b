import { describe, expect, it } from 'vitest';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import {
  optionsFrom,
  type SetupOptions,
  type SetupPlaces,
  setupProblems,
  usesOption,
} from './setup-fields.ts';

const ALL = Object.keys(optionsFrom({})) as (keyof SetupOptions)[];
const unused = (workflow: WorkflowKind, operators: boolean | undefined) =>
  ALL.filter((option) => !usesOption(workflow, option, { operators })).sort();

describe("options that a workflow doesn't use", () => {
  it('in mirror to disk are those of a push', () => {
    expect(unused('mirrorToDisk', true)).toEqual([
      'allowRemoval',
      'configDirectory',
      'destinationTlsVerify',
      'icsp',
      'maxNestedPaths',
      'probe',
      'trustLedger',
      'verifyPush',
    ]);
  });

  it('in disk to mirror are those of a source', () => {
    expect(unused('diskToMirror', true)).toEqual([
      'acceptEmptyCharts',
      'archiveSize',
      'attach',
      'graphBaseImage',
      'resend',
      'sourceTlsVerify',
      'strictArchive',
    ]);
  });

  it('in mirror to mirror are those of an archive set', () => {
    expect(unused('mirrorToMirror', true)).toEqual(['archiveSize', 'attach', 'resend', 'strictArchive']);
  });

  it('include those of operators only when the configuration is known to have none', () => {
    const ofOperators = ['addDependencies', 'allowRemoval', 'skipUnknown'];
    expect(unused('mirrorToMirror', undefined)).toEqual(unused('mirrorToMirror', true));
    expect(unused('mirrorToMirror', false)).toEqual(
      [...ofOperators, 'archiveSize', 'attach', 'resend', 'strictArchive'].sort(),
    );
  });
});

describe('the options of a new run', () => {
  it('are the defaults of the settings', () => {
    expect(
      optionsFrom({ parallelImages: 8, archiveSizeGiB: 29, maxNestedPaths: 2, authFile: '/a.json' }),
    ).toMatchObject({
      parallelImages: 8,
      parallelLayers: 5,
      archiveSize: '29',
      maxNestedPaths: '2',
      authFile: '/a.json',
    });
    expect(optionsFrom({ maxNestedPaths: 0 }).maxNestedPaths).toBe('');
  });

  it('use the transfer windows of the workspace before those of the settings', () => {
    const windows = ['Mon-Fri 20:00-06:00'];
    expect(optionsFrom({ windows }).windows).toEqual(windows);
    expect(optionsFrom({ windows }, ['Sat 00:00-24:00']).windows).toEqual(['Sat 00:00-24:00']);
    expect(optionsFrom({ windows }, []).windows).toEqual([]);
  });

  it('verify certificates and signatures', () => {
    expect(optionsFrom({})).toMatchObject({ sourceTlsVerify: true, destinationTlsVerify: true, probe: true });
    const lax = ['ignoreReleaseSignature', 'removeSignatures', 'allowRemoval', 'skipUnknown'] as const;
    for (const option of lax) expect(optionsFrom({})[option], option).toBe(false);
  });
});

describe('problems of fields', () => {
  const places: SetupPlaces = {
    directory: '/w',
    config: '/c.yaml',
    destination: 'r.lab',
    enclave: '',
    state: '',
    source: '',
  };
  const wrong = (options: Partial<SetupOptions>, workflow: WorkflowKind = 'mirrorToDisk') =>
    Object.keys(setupProblems(workflow, places, { ...optionsFrom({}), ...options }));

  it('report invalid numbers', () => {
    expect(wrong({ rate: 'fast' })).toEqual(['rate']);
    for (const archiveSize of ['0', '1.5', 'x', '-1'])
      expect(wrong({ archiveSize }), archiveSize).toEqual(['archiveSize']);
    for (const archiveSize of ['', ' ', '29']) expect(wrong({ archiveSize }), archiveSize).toEqual([]);
  });

  it("ignore fields that the workflow doesn't have", () => {
    expect(wrong({ maxNestedPaths: 'x' })).toEqual([]);
    expect(wrong({ maxNestedPaths: 'x' }, 'mirrorToMirror')).toEqual(['maxNestedPaths']);
    expect(wrong({ maxNestedPaths: '0' }, 'mirrorToMirror')).toEqual([]);
    expect(wrong({ archiveSize: 'x' }, 'mirrorToMirror')).toEqual([]);
  });

  it('ignore a missing configuration with an approved plan', () => {
    const none = { ...places, config: '' };
    const options = optionsFrom({});
    expect(setupProblems('mirrorToDisk', none, options)).toHaveProperty('config');
    expect(setupProblems('mirrorToDisk', none, { ...options, planFile: '/p.json' })).toEqual({});
    expect(setupProblems('diskToMirror', none, options)).toEqual({});
  });

  it('report destinations with a scheme, a user or a space', () => {
    for (const destination of ['docker://r.lab', 'me@r.lab', 'r lab'])
      expect(setupProblems('mirrorToMirror', { ...places, destination }, optionsFrom({}))).toHaveProperty(
        'destination',
      );
    expect(
      setupProblems('mirrorToMirror', { ...places, destination: 'r.lab:5000/a/b' }, optionsFrom({})),
    ).toEqual({});
  });
});
