import { describe, expect, it } from 'vitest';
import {
  chosenPath,
  listPlace,
  lookedFor,
  nextSuggestion,
  type PathSuggestion,
  pathSuggestions,
} from './path-suggestions.ts';

const file = (path: string): PathSuggestion => ({ path, name: path.split('/').at(-1)!, kind: 'file' });
const folder = (path: string): PathSuggestion => ({ path, name: path.split('/').at(-1)!, kind: 'directory' });

describe('suggestions of paths', () => {
  it('start in the home folder when the field is empty', () => {
    expect(lookedFor('', '/home/user')).toBe('/home/user/');
    expect(lookedFor('', undefined)).toBe('');
    expect(lookedFor('/srv', '/home/user')).toBe('/srv');
  });

  it('are empty before the list is opened', () => {
    expect(pathSuggestions(undefined, '/srv/', [folder('/srv/mirror')])).toEqual([]);
  });

  it('include the parent folder while browsing, not while typing', () => {
    const found = [folder('/srv/mirror')];
    expect(pathSuggestions('browsing', '/srv/a/', found).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'up /srv',
      'directory /srv/mirror',
    ]);
    expect(pathSuggestions('typing', '/srv/a/', found)).toEqual(found);
    expect(pathSuggestions('browsing', '/', found)).toEqual(found);
  });

  it('are empty for a complete file name', () => {
    const found = [file('/srv/isc.yaml')];
    expect(pathSuggestions('typing', '/srv/isc.yaml', found)).toEqual([]);
    expect(pathSuggestions('typing', '/srv/isc', found)).toEqual(found);
    expect(pathSuggestions('browsing', '/srv/isc.yaml', found)).toContainEqual(found[0]);
    const both = [...found, file('/srv/isc.yaml.old')];
    expect(pathSuggestions('typing', '/srv/isc.yaml', both)).toEqual(both);
  });

  it('include a complete folder name, because the folder has content', () => {
    const found = [folder('/srv')];
    expect(pathSuggestions('typing', '/srv', found)).toEqual(found);
  });

  it('end in a slash for folders, so that the next letters complete their content', () => {
    expect(chosenPath(folder('/srv/mirror'))).toBe('/srv/mirror/');
    expect(chosenPath({ path: '/', name: '/', kind: 'up' })).toBe('/');
    expect(chosenPath(file('/srv/isc.yaml'))).toBe('/srv/isc.yaml');
  });
});

describe('arrow keys', () => {
  it('cycle through the list and the field', () => {
    const down = [-1, 0, 1, 2].map((active) => nextSuggestion(active, 1, 3));
    expect(down).toEqual([0, 1, 2, -1]);
    const up = [2, 1, 0, -1].map((active) => nextSuggestion(active, -1, 3));
    expect(up).toEqual([1, 0, -1, 2]);
  });
});

describe('the position of the list', () => {
  const field = { top: 100, bottom: 130, left: 40, width: 300 };

  it('is below the field, up to its maximum height', () => {
    expect(listPlace(field, 800)).toEqual({
      width: '300px',
      left: '40px',
      maxHeight: '280px',
      top: '134px',
      bottom: 'auto',
    });
    expect(listPlace(field, 342).maxHeight).toBe('200px');
  });

  it('is above the field where more space is available there', () => {
    const low = { ...field, top: 600, bottom: 630 };
    expect(listPlace(low, 700)).toMatchObject({ maxHeight: '280px', top: 'auto', bottom: '104px' });
    expect(listPlace({ ...low, top: 150, bottom: 180 }, 260)).toMatchObject({
      maxHeight: '138px',
      top: 'auto',
    });
  });

  it('is below the field where even less space is available above', () => {
    expect(listPlace({ ...field, top: 20, bottom: 50 }, 150)).toMatchObject({
      maxHeight: '88px',
      top: '54px',
    });
  });
});
