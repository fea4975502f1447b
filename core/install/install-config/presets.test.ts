import { expect, test } from 'vitest';
import { readYaml } from '../../base/document/yaml-text.ts';
import { convertDeprecated } from './deprecated/deprecated.ts';
import { complete, problemsOf } from './model/install-config.fixture.ts';
import { secretPaths } from './model/secrets.ts';
import { PRESETS } from './presets.ts';

test.each(PRESETS.map((preset) => [preset.id, preset] as const))(
  '%s: only secrets are missing',
  (id, { text }) => {
    const document = readYaml(text);
    expect(secretPaths(document)).toEqual([]);
    const missing = problemsOf(document).filter(({ level }) => level === 'error');
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter(({ path }) => !/pullSecret|password/.test(path!))).toEqual([]);
    expect(problemsOf(complete(id)).filter(({ level }) => level === 'error')).toEqual([]);
    expect(convertDeprecated(document).changes).toEqual([]);
    expect(text).toMatch(/^ *# /m);
  },
);
