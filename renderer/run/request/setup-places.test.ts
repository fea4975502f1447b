import { describe, expect, it } from 'vitest';
import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { t } from './messages.ts';
import { lastTransfer, nameOf, placeParameter, placesOf, writePlaces } from './setup-places.ts';

const transfer = (name: string, state: TransferLine['state']) => ({ name, state }) as TransferLine;
const workspace = (directory: string, enclaves: string[], more: Partial<WorkspaceLine> = {}) =>
  ({
    directory,
    name: directory.split('/').at(-1)!,
    state: 'ready',
    practice: false,
    enclaves: enclaves.map((name) => ({ name, transfers: [] })),
    ...more,
  }) as unknown as WorkspaceLine;

const lines = [workspace('/srv/north', ['fleet']), workspace('/srv/south', ['a', 'b'])];
const at = (query: string, likely?: string) =>
  placesOf('mirrorToDisk', new URLSearchParams(query), lines, likely);

describe('the places of a form', () => {
  it('are those of the address', () => {
    expect(
      at(
        'workspace=/srv/south&config=/c.yaml&destination=r.lab&enclave=b&state=/var&from=/data/received',
        '/likely.yaml',
      ),
    ).toEqual({
      directory: '/srv/south',
      config: '/c.yaml',
      destination: 'r.lab',
      enclave: 'b',
      state: '/var',
      source: '/data/received',
    });
  });

  it('have defaults when the address contains none', () => {
    expect(at('', '/likely.yaml')).toEqual({
      directory: '/srv/north',
      config: '/likely.yaml',
      destination: '',
      enclave: 'fleet',
      state: '',
      source: '',
    });
    expect(placesOf('mirrorToDisk', new URLSearchParams(), [], undefined).directory).toBe('');
  });

  it('include an enclave only when the workspace has just one', () => {
    expect(at('workspace=/srv/south').enclave).toBe('');
    expect(at('workspace=/srv/elsewhere').enclave).toBe('');
  });

  it('can be empty on purpose', () => {
    expect(at('config=&enclave=', '/likely.yaml')).toMatchObject({ config: '', enclave: '' });
  });

  it('of a push start with the source', () => {
    expect(placeParameter('diskToMirror', 'directory')).toBe('from');
    expect(placeParameter('mirrorToMirror', 'directory')).toBe('workspace');
    const query = new URLSearchParams('from=/srv/south&workspace=/srv/north');
    expect(placesOf('diskToMirror', query, lines, undefined).directory).toBe('/srv/south');
    expect(placesOf('mirrorToDisk', query, lines, undefined).directory).toBe('/srv/north');
  });
});

describe('the destination of a push', () => {
  const pushed = (directory: string, target: string, startedAt: string) =>
    workspace(directory, [], {
      enclaves: [{ name: 'fleet', transfers: [], lastPush: { target, startedAt } }] as never,
    });
  const push = (query: string, workspaces: WorkspaceLine[], practice?: object) =>
    placesOf('diskToMirror', new URLSearchParams(query), workspaces, undefined, practice);
  const old = pushed('/srv/north', 'old.lab/mirror', '2026-01-01T00:00:00Z');
  const recent = pushed('/srv/south', 'new.lab', '2026-02-01T00:00:00Z');

  it('is that of the last push of this directory, or else of this host', () => {
    expect(push('from=/srv/north', [old, recent]).destination).toBe('old.lab/mirror');
    expect(push('from=/data/received', [old, recent]).destination).toBe('new.lab');
    expect(push('from=/data/received', []).destination).toBe('');
    // A typed destination, even an empty one, is kept.
    expect(push('from=/srv/north&destination=', [old]).destination).toBe('');
  });

  it('is the practice registry for both sides of practice', () => {
    const practice = {
      workspace: '/tmp/p/workspace',
      received: '/tmp/p/received',
      destination: '127.0.0.1:2',
      stateDirectory: '/tmp/p/state',
    };
    for (const from of ['/tmp/p/workspace', '/tmp/p/received'])
      expect(push(`from=${from}`, [recent], practice)).toMatchObject({
        destination: '127.0.0.1:2',
        state: '/tmp/p/state',
      });
  });
});

describe('changing places', () => {
  const written = (query: string, changes: Parameters<typeof writePlaces>[3], likely?: string) => {
    const address = new URLSearchParams(query);
    writePlaces('mirrorToDisk', address, at(query, likely), changes);
    return Object.fromEntries(address);
  };

  it('writes the defaults', () => {
    expect(written('', { destination: 'r.lab' }, '/likely.yaml')).toEqual({
      workspace: '/srv/north',
      config: '/likely.yaml',
      destination: 'r.lab',
      enclave: 'fleet',
      state: '',
      from: '',
    });
  });

  it('removes the configuration and the enclave for another folder', () => {
    expect(written('config=/c.yaml&enclave=fleet&destination=r.lab', { directory: '/srv/south' })).toEqual({
      workspace: '/srv/south',
      destination: 'r.lab',
      state: '',
      from: '',
    });
  });

  it('writes what is chosen together with another folder', () => {
    const changes = { directory: '/srv/south', config: '/s.yaml', enclave: 'a' };
    expect(written('config=/c.yaml', changes)).toMatchObject({
      workspace: '/srv/south',
      config: '/s.yaml',
      enclave: 'a',
    });
  });

  it('to the same folder retains its configuration', () => {
    expect(written('config=/c.yaml', { directory: '/srv/north' })).toMatchObject({ config: '/c.yaml' });
  });

  it("doesn't revert newer changes of the address", () => {
    const address = new URLSearchParams('config=/newer.yaml');
    writePlaces('mirrorToDisk', address, at('config=/older.yaml'), { enclave: 'x' });
    expect(address.get('config')).toBe('/newer.yaml');
  });

  it('retains other parameters', () => {
    expect(written('tab=plan', { enclave: 'x' })).toMatchObject({ tab: 'plan', enclave: 'x' });
  });
});

describe('workspaces', () => {
  it('are called by their names', () => {
    expect(nameOf('/srv/north', lines)).toBe('north');
    expect(nameOf('/tmp/world', [workspace('/tmp/world', [], { practice: true })])).toBe(t('practiceName'));
    expect(nameOf('/srv/other/', lines)).toBe('other');
    expect(nameOf('', lines)).toBe('');
  });

  it('have a last transfer, which is complete and for the enclave', () => {
    const transfers = [transfer('n-1', 'complete'), transfer('n-2', 'complete'), transfer('n-3', 'partial')];
    const line = {
      ...workspace('/srv/north', []),
      enclaves: [
        { name: 'fleet', transfers },
        { name: 'default', transfers: [transfer('d-1', 'complete')] },
      ],
    } as unknown as WorkspaceLine;
    expect(lastTransfer({ directory: '/srv/north', enclave: 'fleet' }, [line])?.name).toBe('n-2');
    expect(lastTransfer({ directory: '/srv/north', enclave: '' }, [line])?.name).toBe('d-1');
    expect(lastTransfer({ directory: '/srv/north', enclave: 'b' }, [line])).toBeUndefined();
    expect(lastTransfer({ directory: '/srv/south', enclave: 'fleet' }, [line])).toBeUndefined();
  });
});
