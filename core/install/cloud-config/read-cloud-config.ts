import type { Problem } from '../../base/errors/airlock-error.ts';
import { credentialsOf, effectiveConfig } from './effective-config.ts';
import type { CloudConfig, EffectiveCloudConfig, Leftover, ParsedConfig } from './model.ts';
import { listedProblems, problemAt } from './problems.ts';
import { readIni } from './read-ini.ts';
import { readYamlConfig } from './read-yaml.ts';
import { withoutHeredoc, withoutTemplate } from './template.ts';
import { type Unwrapped, unwrap, type Wrapper } from './wrapper.ts';

/** The Secret that OpenShift keeps the credentials of all vCenters in: keys `SERVER.username`, `SERVER.password`. */
export const CREDENTIALS_SECRET = { namespace: 'kube-system', name: 'vsphere-creds' } as const;

export interface ReadCloudConfig {
  /** Absent when the text is neither. */
  format?: 'ini' | 'yaml';
  /** The object that it was found in. */
  wrapper?: Wrapper;
  /** The configuration without what it was found in. May hold passwords: see `maskCloudConfig`. */
  text: string;
  /** As the file says it. */
  config: CloudConfig;
  /** As the provider understands it. */
  effective: EffectiveCloudConfig;
  leftovers: Leftover[];
  /** Number of comments. */
  comments: number;
  /** Whether all that is written was understood: what was not would be missing in a conversion. */
  complete: boolean;
  /** Lines and columns are those of the given text. The provider takes it when none is an error. Hold no values. */
  problems: Problem[];
  ok: boolean;
}

/**
 * Reads a configuration of the vSphere cloud provider, INI or YAML (the provider tries YAML first), bare or in a
 * ConfigMap or Secret, also a template of a chart or a shell command that writes it (cloud-provider-vsphere:
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
        'the file is a template: what {{ … }} stands for is not known',
        {
          remedy: 'Fill the template first, and read what comes of it.',
        },
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

/** Objects within objects, at most. */
const MOST_WRAPPERS = 3;

function unwrapFully(text: string): Unwrapped | undefined {
  const outer = unwrap(text);
  let found = outer;
  for (let more = 1; found && more < MOST_WRAPPERS; more++) {
    const inner = unwrap(found.text);
    if (!inner) break;
    const { placeOf } = found;
    // The converted text replaces the whole inner object.
    found = { wrapper: found.wrapper, text: inner.text, placeOf: (place) => placeOf(inner.placeOf(place)) };
  }
  return found;
}

function readEither(text: string): { format?: 'ini' | 'yaml'; parsed: ParsedConfig } {
  const yaml = readYamlConfig(text);
  const start = { line: 1, column: 1 };
  if (text.trim() === '')
    return {
      parsed: {
        ...yaml,
        problems: [problemAt('cloud-config-unreadable', start, 'Invalid YAML/INI file: it is empty')],
      },
    };
  if (!yaml.unreadable || (yaml.problems.length > 0 && /^(global|vcenter|labels|nodes)\s*:/m.test(text)))
    return { format: 'yaml', parsed: yaml };
  const ini = readIni(text);
  if (!ini.unreadable) return { format: 'ini', parsed: ini };
  const [first] = ini.problems;
  const reason = first?.message ?? 'expected section header';
  const why = yaml.problems[0]?.message ?? 'it is no mapping';
  const place = { line: first?.line ?? 1, column: first?.column ?? 1 };
  const message = `ReadConfig failed.  YAML=[${why}], INI=[${reason}]`;
  return { parsed: { ...ini, problems: [problemAt('cloud-config-unreadable', place, message)] } };
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
  // What a parser didn't read may well be in the file.
  const isComplete = faults.every(({ code }) => code !== 'cloud-config-unreadable');
  if (isComplete && names.length === 0)
    problems.push(
      problemAt('cloud-config-invalid', start, 'No Virtual Center hosts defined', {
        remedy:
          format === 'ini'
            ? 'Add [VirtualCenter "HOST"].'
            : 'Add the vCenter below vcenter, with its server.',
      }),
    );
  if (global.secretsDirectory && (global.secretName || global.secretNamespace))
    problems.push(
      problemAt(
        'cloud-config-suspicious',
        start,
        'a Secret and a directory of secrets are given at once: the provider takes neither',
        {
          remedy: 'Take the directory out.',
        },
      ),
    );
  const without = names.filter((name) => credentialsOf(config, name).from === 'nowhere');
  if (isComplete && without.length > 0) {
    const user = without.some(
      (name) => !config.vcenters.get(name)?.clearText?.user && !global.clearText?.user,
    );
    const { namespace, name } = CREDENTIALS_SECRET;
    problems.push(
      problemAt(
        'cloud-config-invalid',
        start,
        `${user ? 'Username' : 'Password'} is missing (${without.join(', ')})`,
        {
          remedy: `Name the Secret that holds the credentials: ${name} in ${namespace}.`,
        },
      ),
    );
  }
  for (const { line, key, section } of leftovers.filter(({ kind }) => kind === 'clear text'))
    problems.push(
      problemAt('cloud-config-suspicious', { line, column: 1 }, `${section}.${key} is in clear text`, {
        remedy: `Keep it in the Secret ${CREDENTIALS_SECRET.namespace}/${CREDENTIALS_SECRET.name}, and take it out here.`,
      }),
    );
  if (format === 'ini')
    problems.push({
      ...problemAt('cloud-config-suspicious', start, 'INI is deprecated: provider 2.0 will not read it', {
        remedy: 'Convert it to YAML.',
      }),
      level: 'info',
    });
  return problems;
}
