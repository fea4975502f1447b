import { type OtherFile, otherFile } from '../../base/document/recognize/other-file.ts';
import { placeAt, readYaml, valueAt } from '../../base/document/yaml-text.ts';
import type { Problem } from '../../base/errors/airlock-error.ts';
import { credentialsOf, effectiveConfig, secretFor } from './effective-config.ts';
import { t } from './messages.ts';
import type { CloudConfig, EffectiveCloudConfig, Leftover, ParsedConfig } from './model.ts';
import { listedProblems, problemAt } from './problems.ts';
import { readIni } from './read-ini.ts';
import { readYamlConfig } from './read-yaml.ts';
import { withoutHeredoc, withoutTemplate } from './template.ts';
import { type Unwrapped, unwrap, type Wrapper } from './wrapper.ts';

export interface ReadCloudConfig {
  /** Absent if the text is neither. */
  format?: 'ini' | 'yaml';
  /** The object that contains the configuration. */
  wrapper?: Wrapper;
  /** The configuration without the object around it. It may contain passwords: see `maskCloudConfig`. */
  text: string;
  /** The settings of the file. */
  config: CloudConfig;
  /** The configuration as the provider interprets it. */
  effective: EffectiveCloudConfig;
  leftovers: Leftover[];
  /** Number of comments. */
  comments: number;
  /** Whether the entire text was understood. Otherwise a conversion would lose settings. */
  complete: boolean;
  /** Problems with lines and columns of the given text, without values. The provider accepts the text if none is an error. */
  problems: Problem[];
  ok: boolean;
}

/**
 * Reads a configuration of the vSphere cloud provider, INI or YAML (the provider tries YAML first). It can be in a
 * ConfigMap, a Secret, a template of a chart or a shell command that writes it (cloud-provider-vsphere:
 * pkg/common/config/config.go). Never throws.
 */
export function readCloudConfig(given: string, { file }: { file?: string } = {}): ReadCloudConfig {
  const template = withoutTemplate(withoutHeredoc(given));
  const unwrapped = unwrapFully(template.text);
  const text = unwrapped?.text ?? template.text;
  const { format, parsed } = readEither(text);
  const { config, leftovers, comments } = parsed;
  const inner = listedProblems([...parsed.problems, ...(format ? rejections(parsed, format) : [])]);
  const problems = inner.map((problem): Problem => {
    const place = { line: problem.line ?? 1, column: problem.column ?? 1 };
    return {
      ...problem,
      ...(unwrapped?.placeOf(place) ?? place),
      file: file ?? problem.file,
    };
  });
  if (template.line !== undefined)
    problems.push({
      ...problemAt(
        'cloud-config-suspicious',
        { line: template.line, column: 1 },
        t('template', { placeholder: '{{ … }}' }),
        { remedy: t('templateRemedy') },
      ),
      file,
    });
  return {
    format,
    wrapper: unwrapped?.wrapper,
    text,
    ...{ config, effective: effectiveConfig(config), leftovers, comments, problems },
    complete: format !== undefined && parsed.problems.every(({ level }) => level !== 'error'),
    ok: problems.every(({ level }) => level !== 'error'),
  };
}

/** Maximum nesting of objects. */
const MOST_WRAPPERS = 3;

function unwrapFully(text: string): Unwrapped | undefined {
  const outer = unwrap(text);
  let found = outer;
  for (let more = 1; found && more < MOST_WRAPPERS; more++) {
    const inner = unwrap(found.text);
    if (!inner) break;
    const { placeOf } = found;
    // The converted text replaces the entire inner object.
    found = { wrapper: found.wrapper, text: inner.text, placeOf: (place) => placeOf(inner.placeOf(place)) };
  }
  return found;
}

/** A section header after comments and empty lines. Other text is meant as YAML, and its fault is where YAML ends. */
const BEGINS_AS_INI = /^\uFEFF?(?:[ \t]*(?:[#;].*)?\r?\n)*[ \t]*\[[ \t]*[a-z]/i;

function readEither(text: string): { format?: 'ini' | 'yaml'; parsed: ParsedConfig } {
  const yaml = readYamlConfig(text);
  const start = { line: 1, column: 1 };
  if (text.trim() === '')
    return {
      parsed: {
        ...yaml,
        problems: [problemAt('cloud-config-unreadable', start, t('fileEmpty'))],
      },
    };
  if (!yaml.unreadable) {
    const document = readYaml(text);
    const other = otherFile(valueAt(document, []), 'cloudConfig');
    const place = other && placeAt(document, [other.field], { of: 'key' });
    if (other)
      return { parsed: { ...yaml, leftovers: [], problems: [otherFileProblem(other, place ?? start)] } };
  }
  if (!yaml.unreadable || (yaml.problems.length > 0 && /^(global|vcenter|labels|nodes)\s*:/m.test(text)))
    return { format: 'yaml', parsed: yaml };
  const ini = readIni(text);
  const [fault] = yaml.problems;
  const isMeant = BEGINS_AS_INI.test(text) || !fault;
  if (!ini.unreadable && (isMeant || ini.problems.every(({ code }) => code !== 'cloud-config-unreadable')))
    return { format: 'ini', parsed: ini };
  const [first] = ini.problems;
  // Quotes gcfg.
  const reason = first?.message ?? 'expected section header';
  const why = fault?.message ?? t('notMapping');
  const { line = 1, column = 1 } = (isMeant ? first : fault) ?? {};
  // Quotes the provider.
  const message = `ReadConfig failed.  YAML=[${why}], INI=[${reason}]`;
  return { parsed: { ...ini, problems: [problemAt('cloud-config-unreadable', { line, column }, message)] } };
}

function otherFileProblem(
  { field, message, remedy }: OtherFile,
  place: { line: number; column: number },
): Problem {
  return problemAt('cloud-config-unreadable', place, message, { remedy, path: field });
}

/** Returns what the provider rejects in a configuration, and warnings about what it accepts. */
function rejections(
  { config, leftovers, problems: faults }: ParsedConfig,
  format: 'ini' | 'yaml',
): Problem[] {
  const problems: Problem[] = [];
  const start = { line: 1, column: 1 };
  const { global } = config;
  const names = effectiveConfig(config).vcenters.map(({ name }) => name);
  // Unread parts of the file may contain the missing settings.
  const isComplete = faults.every(({ code }) => code !== 'cloud-config-unreadable');
  if (isComplete && names.length === 0)
    problems.push(
      // Quotes the provider.
      problemAt('cloud-config-invalid', start, 'No Virtual Center hosts defined', {
        remedy: format === 'ini' ? t('vcenterMissingIniRemedy') : t('vcenterMissingYamlRemedy'),
      }),
    );
  if (global.secretsDirectory && (global.secretName || global.secretNamespace))
    problems.push(
      problemAt('cloud-config-suspicious', start, t('secretAndDirectory'), {
        remedy: t('secretAndDirectoryRemedy'),
      }),
    );
  const without = names.filter((name) => credentialsOf(config, name).from === 'nowhere');
  if (isComplete && without.length > 0) {
    const user = without.some(
      (name) => !config.vcenters.get(name)?.clearText?.user && !global.clearText?.user,
    );
    const { namespace, name } = secretFor(config, without[0]);
    problems.push(
      problemAt(
        'cloud-config-invalid',
        start,
        `${user ? 'Username' : 'Password'} is missing (${without.join(', ')})`,
        { remedy: t('credentialsMissingRemedy', { name, namespace }) },
      ),
    );
  }
  for (const leftover of leftovers.filter(({ kind }) => kind === 'clear-text'))
    problems.push(clearTextProblem(config, leftover));
  if (format === 'ini')
    problems.push({
      ...problemAt('cloud-config-suspicious', start, t('iniDeprecated'), {
        remedy: t('iniDeprecatedRemedy'),
      }),
      level: 'info',
    });
  return problems;
}

/**
 * Returns the warning about an account in clear text. It names the Secret that the file names, and reports an account that the
 * provider ignores because the Secret has precedence.
 */
function clearTextProblem(config: CloudConfig, { line, key, section, subsection }: Leftover): Problem {
  const [, inYaml] = /^vcenter\.(.+)$/.exec(section) ?? [];
  const name = /^virtualcenter$/i.test(section) ? subsection : inYaml;
  const names = name === undefined ? effectiveConfig(config).vcenters.map((each) => each.name) : [name];
  const isUsed = names.some((each) => !['secret', 'directory'].includes(credentialsOf(config, each).from));
  const found = secretFor(config, name);
  const secret = `${found.namespace}/${found.name}`;
  const setting = `${section}.${key}`;
  return problemAt(
    'cloud-config-suspicious',
    { line, column: 1 },
    isUsed ? t('clearText', { setting }) : t('clearTextUnused', { setting }),
    { remedy: isUsed ? t('clearTextRemedy', { secret }) : t('clearTextUnusedRemedy') },
  );
}
