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
const folder = (path: string): PathSuggestion => ({ path, name: path.split('/').at(-1)!, kind: 'folder' });

describe('what a field of a path offers', () => {
  it('looks into the home folder where nothing was typed', () => {
    expect(lookedFor('', '/home/user')).toBe('/home/user/');
    expect(lookedFor('', undefined)).toBe('');
    expect(lookedFor('/srv', '/home/user')).toBe('/srv');
  });

  it('offers nothing before the list was opened', () => {
    expect(pathSuggestions(undefined, '/srv/', [folder('/srv/mirror')])).toEqual([]);
  });

  it('offers the folder above while one browses, not while one types', () => {
    const found = [folder('/srv/mirror')];
    expect(pathSuggestions('browsing', '/srv/a/', found).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'up /srv',
      'folder /srv/mirror',
    ]);
    expect(pathSuggestions('typing', '/srv/a/', found)).toEqual(found);
    expect(pathSuggestions('browsing', '/', found)).toEqual(found);
  });

  it('closes over a file that is typed to its end', () => {
    const found = [file('/srv/isc.yaml')];
    expect(pathSuggestions('typing', '/srv/isc.yaml', found)).toEqual([]);
    expect(pathSuggestions('typing', '/srv/isc', found)).toEqual(found);
    expect(pathSuggestions('browsing', '/srv/isc.yaml', found)).toContainEqual(found[0]);
    const both = [...found, file('/srv/isc.yaml.old')];
    expect(pathSuggestions('typing', '/srv/isc.yaml', both)).toEqual(both);
  });

  it('still offers a folder that is typed to its end: there is more in it', () => {
    const found = [folder('/srv')];
    expect(pathSuggestions('typing', '/srv', found)).toEqual(found);
  });

  it('writes folders with a slash, so that the next letters complete what is in them', () => {
    expect(chosenPath(folder('/srv/mirror'))).toBe('/srv/mirror/');
    expect(chosenPath({ path: '/', name: '/', kind: 'up' })).toBe('/');
    expect(chosenPath(file('/srv/isc.yaml'))).toBe('/srv/isc.yaml');
  });
});

describe('arrow keys', () => {
  it('go through the list and the field in a circle', () => {
    const down = [-1, 0, 1, 2].map((active) => nextSuggestion(active, 1, 3));
    expect(down).toEqual([0, 1, 2, -1]);
    const up = [2, 1, 0, -1].map((active) => nextSuggestion(active, -1, 3));
    expect(up).toEqual([1, 0, -1, 2]);
  });
});

describe('where the list stands', () => {
  const field = { top: 100, bottom: 130, left: 40, width: 300 };

  it('is below the field, as high as it may be', () => {
    expect(listPlace(field, 800)).toEqual({
      width: '300px',
      left: '40px',
      maxHeight: '280px',
      top: '134px',
      bottom: 'auto',
    });
    expect(listPlace(field, 342).maxHeight).toBe('200px');
  });

  it('is above where little room is left below and more above', () => {
    const low = { ...field, top: 600, bottom: 630 };
    expect(listPlace(low, 700)).toMatchObject({ maxHeight: '280px', top: 'auto', bottom: '104px' });
    expect(listPlace({ ...low, top: 150, bottom: 180 }, 260)).toMatchObject({
      maxHeight: '138px',
      top: 'auto',
    });
  });

  it('stays below where there is even less room above', () => {
    expect(listPlace({ ...field, top: 20, bottom: 50 }, 150)).toMatchObject({
      maxHeight: '88px',
      top: '54px',
    });
  });
});
