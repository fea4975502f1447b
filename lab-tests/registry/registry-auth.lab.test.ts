import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findInAuthFile, parseAuthFile } from '../../core/registry/access/auth-file.ts';
import { parseRegistriesConf } from '../../core/registry/access/registries-conf.ts';

/** Published files: registries.conf and auth files of containers' own tests, of OpenShift's docs and of users. */
const folder = join(import.meta.dirname, '../../../shared/data/registry-auth');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const confs = files.filter((name) => name.endsWith('.conf'));
const mustBeRejected = confs.filter((name) => /_invalid-|mixing-v1-v2|-conflict/.test(name));
/** Excerpts of documents that contain shell or YAML around the file. */
const noConf = confs.filter((name) =>
  /operator\.md\.L44|mirror_registry_guide|ImageMirrorSetDesign/.test(name),
);
const good = confs.filter((name) => !mustBeRejected.includes(name) && !noConf.includes(name));

describe('published registries.conf files', () => {
  test.each(mustBeRejected)('%s is rejected', (name) => {
    expect(() => parseRegistriesConf(read(name), name)).toThrowError(
      expect.objectContaining({ code: 'config-invalid', message: expect.stringContaining(name) }),
    );
  });

  test.each(good)('%s is read', (name) => {
    const { registries } = parseRegistriesConf(read(name), name);
    const tables = read(name).match(/^\s*\[\[registry\]\]/gm) ?? [];
    expect(registries).toHaveLength(tables.length);
  });

  test('the data exists', () => {
    expect(mustBeRejected.length).toBeGreaterThanOrEqual(7);
    expect(good.length).toBeGreaterThanOrEqual(20);
  });
});

describe("auth files of containers' own tests", () => {
  const user = (name: string, host: string, repository = 'a/b') => {
    const file = parseAuthFile(
      read(`containers__container-libs__image_pkg_docker_config_testdata_${name}`),
      name,
      false,
    );
    const credentials = findInAuthFile(file, host, repository)?.credentials;
    return credentials?.kind === 'basic' ? `${credentials.username}:${credentials.password}` : credentials;
  };

  test.each([
    ['full.json', 'example.org', 'a/b', 'example:org'],
    ['full.json', 'docker.io', 'a/b', 'docker:io'],
    ['full.json', 'localhost:5000', 'a/b', 'local:host-5000'],
    ['full.json', '10.10.30.45', 'a/b', '10.10:30.45'],
    ['full.json', 'normalize.example.org', 'a/b', 'normalize:example'],
    ['abnormal.json', 'docker.io', 'a/b', 'index:docker.io'],
    ['abnormal.json', '127.0.0.1:5000', 'a/b', '127.0:0.1-5000'],
    ['abnormal.json', 'localhost', 'a/b', 'local:host'],
    ['abnormal.json', 'localhost:5001', 'a/b', 'local:host-5001'],
    ['refpath.json', 'example.org', 'repo', 'example:org'],
    ['refpath.json', 'example.org', 'repo/x', 'example:org'],
    ['refpath.json', 'example.org', 'other', 'local:host'],
    ['refpath.json', 'docker.io', 'vendor/x', 'first:level'],
    ['refpath.json', 'docker.io', 'library/busybox', 'library:busybox'],
    ['refpath.json', 'registry-1.docker.io', 'library/fedora', 'library:other'],
    ['refpath.json', 'docker.io', 'team/x', 'top:level'],
  ])('%s for %s/%s', (name, host, repository, expected) => {
    expect(user(name, host, repository)).toBe(expected);
  });

  test('identity token', () => {
    expect(user('example_identitytoken.json', 'example.org')).toEqual({
      kind: 'identity-token',
      token: 'some very long identity token',
    });
  });
});
