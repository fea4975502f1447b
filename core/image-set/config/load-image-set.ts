import { readFile } from 'node:fs/promises';
import { isMap } from 'yaml';
import { object } from '../../base/document/fields.ts';
import { nodeValue, resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { otherFile } from '../../base/document/recognize/other-file.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { systemErrorCode } from '../../base/errors/system-error.ts';
import { buildDeleteImageSet, buildImageSet } from './build.ts';
import { decode } from './decode.ts';
import {
  API_VERSION,
  type ConfigurationSection,
  DELETE_IMAGE_SET,
  IMAGE_SET,
  PRUNE_IMAGE_SET,
} from './fields.ts';
import { type Findings, newFindings, placed } from './findings.ts';
import { entriesOf, parseYaml, type YamlText } from './go-yaml.ts';
import type { DeleteImageSetConfiguration, ImageSetConfiguration } from './image-set.ts';
import { t } from './messages.ts';
import { findSuspicious } from './suspicious.ts';
import { validate } from './validate.ts';

export type ImageSetKind = 'ImageSetConfiguration' | 'DeleteImageSetConfiguration';

const MOST_SYNTAX_FAULTS = 10;

export interface LoadedImageSet {
  file: string;
  /** The unchanged file, for archives and audit. Empty when it can't be read. */
  text: string;
  /** As written; empty when absent. */
  kind: string;
  /** As written; empty when absent. oc-mirror v2 ignores it. */
  apiVersion: string;
  /** Present when the file is an ImageSetConfiguration without errors. */
  configuration?: ImageSetConfiguration;
  /**
   * Present when the file is a DeleteImageSetConfiguration, or has a `prune` section and either no `mirror` section or a
   * deletion was expected, without errors.
   */
  deletion?: DeleteImageSetConfiguration;
  /** All problems in the order of the file. Errors are those for which oc-mirror v2 rejects the file. */
  problems: Problem[];
}

/**
 * Reads and checks a configuration file (oc-mirror v2: internal/pkg/config/load.go). Doesn't throw on mistakes
 * of a user: a file that can't be read is the problem `config-unreadable`.
 * @param expected the kind that the command needs; without it both kinds are accepted. For a deletion the `prune` section
 * of an ImageSetConfiguration is accepted too.
 */
export async function loadImageSet(file: string, expected?: ImageSetKind): Promise<LoadedImageSet> {
  const unusable = (code: 'config-unreadable' | 'config-invalid', message: string): LoadedImageSet => ({
    file,
    text: '',
    kind: '',
    apiVersion: '',
    problems: [{ code, level: 'error', message, remedy: ERROR_CODES[code][1], file }],
  });
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = systemErrorCode(error);
    return unusable(
      'config-unreadable',
      code === 'ENOENT' ? t('configMissing') : t('configUnreadable', { code: code ?? 'none' }),
    );
  }
  try {
    return parseImageSet(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      file,
      expected,
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return unusable('config-invalid', t('notUtf8', { file }));
  }
}

/** Checks the text of a configuration file; `file` is its name in problems. Pure. */
export function parseImageSet(text: string, file: string, expected?: ImageSetKind): LoadedImageSet {
  const yaml = parseYaml(text);
  const findings = newFindings(file, yaml.lines);
  const loaded: LoadedImageSet = { file, text, kind: '', apiVersion: '', problems: findings.problems };
  for (const fault of yaml.faults.slice(0, MOST_SYNTAX_FAULTS))
    findings.error('', `failed to unmarshal config: ${fault.message}`, {
      offset: fault.offset,
      remedy: t('yamlRemedy'),
    });
  if (yaml.faults.every((fault) => fault.harmless)) {
    const section = checkHead(yaml, loaded, expected, findings);
    if (section) checkContent(yaml, loaded, section, findings);
    if (section === 'mirror' && !expected) checkPruneSection(yaml, findings);
  }
  findings.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return loaded;
}

/**
 * Returns the configuration of a loaded file.
 * @throws AirlockError `config-invalid` or `config-unreadable` with all problems of the file
 */
export function imageSetOf(loaded: LoadedImageSet): ImageSetConfiguration {
  if (loaded.configuration) return loaded.configuration;
  throw rejected(loaded, 'ImageSetConfiguration');
}

/**
 * Returns the deletion of a loaded file.
 * @throws AirlockError as {@link imageSetOf}
 */
export function deletionOf(loaded: LoadedImageSet): DeleteImageSetConfiguration {
  if (loaded.deletion) return loaded.deletion;
  throw rejected(loaded, 'DeleteImageSetConfiguration');
}

function rejected(loaded: LoadedImageSet, kind: ImageSetKind): AirlockError {
  const errors = loaded.problems.filter((problem) => problem.level === 'error');
  const first = errors[0];
  const { line, column, path } = first ?? {};
  const message = first && placed(first, first.message);
  return new AirlockError(
    first?.code === 'config-unreadable' ? 'config-unreadable' : 'config-invalid',
    message !== undefined
      ? errors.length > 1
        ? t('moreErrors', { message, count: errors.length - 1 })
        : message
      : `cannot parse "${loaded.kind}" as "${kind}"`,
    {
      at: {
        file: loaded.file,
        line: line || undefined,
        column: column || undefined,
        path: path || undefined,
      },
      remedy: first?.remedy,
      problems: loaded.problems,
    },
  );
}

/** Checks kind, apiVersion and the required sections as oc-mirror does when it loads a file. */
function checkHead(
  { document }: YamlText,
  loaded: LoadedImageSet,
  expected: ImageSetKind | undefined,
  findings: Findings,
): ConfigurationSection | undefined {
  const root = document && resolved(document.contents);
  if (root && !isMap(root)) {
    findings.error('', t('rootNotMapping'), {
      remedy: t('rootNotMappingRemedy'),
    });
    return undefined;
  }
  const entries = new Map(root && document ? entriesOf(root).map((entry) => [entry.name, entry]) : []);
  const other = document && otherFile(nodeValue(document.contents), 'imageSet');
  if (other) {
    findings.error(other.field, other.message, {
      offset: entries.get(other.field)?.offset ?? 0,
      remedy: other.remedy,
    });
    return undefined;
  }
  const textOf = (name: string) => {
    const node = document && resolved(entries.get(name)?.value);
    return node && 'value' in node ? String(scalarValue(node) ?? '') : '';
  };
  loaded.kind = textOf('kind');
  loaded.apiVersion = textOf('apiVersion');
  for (const name of ['kind', 'apiVersion', 'mirror', 'delete', 'prune']) {
    const entry = entries.get(name);
    if (entry) findings.mark(name, entry.value?.range?.[0] ?? entry.offset);
  }
  const prunes =
    (expected === 'DeleteImageSetConfiguration' || (!expected && !entries.has('mirror'))) &&
    loaded.kind === 'ImageSetConfiguration' &&
    entries.has('prune');
  const kind = prunes
    ? 'ImageSetConfiguration'
    : kindOf(loaded.kind, entries.has('kind'), expected, findings);
  if (loaded.apiVersion !== API_VERSION)
    findings.warning(
      'apiVersion',
      loaded.apiVersion
        ? t('apiVersionOther', { found: loaded.apiVersion, expected: API_VERSION })
        : t('apiVersionMissing', { expected: API_VERSION }),
      { rule: { id: 'api-version' }, remedy: t('apiVersionRemedy', { expected: API_VERSION }) },
    );
  if (prunes || !kind) return prunes ? 'prune' : undefined;
  const [wanted, rejected] =
    kind === 'DeleteImageSetConfiguration'
      ? (['delete', 'mirror'] as const)
      : (['mirror', 'delete'] as const);
  if (!entries.has(wanted))
    findings.error('', `configuration missing the \`${wanted}\` stanza`, {
      remedy: t('sectionMissingRemedy', { section: wanted }),
    });
  if (entries.has(rejected))
    findings.error(rejected, t('sectionNotAllowed', { section: rejected, kind }), {
      remedy: t('sectionNotAllowedRemedy'),
    });
  if (kind === 'ImageSetConfiguration' && entries.has('prune'))
    findings.warning('prune', t('pruneWithMirror'), {
      remedy: t('pruneWithMirrorRemedy'),
    });
  return wanted;
}

function kindOf(
  found: string,
  present: boolean,
  expected: ImageSetKind | undefined,
  findings: Findings,
): ImageSetKind | undefined {
  const known = found === 'ImageSetConfiguration' || found === 'DeleteImageSetConfiguration';
  if (known && (!expected || found === expected)) return found;
  const wanted = expected ?? 'ImageSetConfiguration';
  if (found === 'ImageSetConfiguration') {
    findings.error('kind', t('pruneMissing'), { remedy: t('pruneMissingRemedy') });
    return undefined;
  }
  findings.error(
    'kind',
    present ? `cannot parse "${found}" as "${wanted}"` : 'configuration missing `kind`',
    { rule: { id: 'kind' }, remedy: t('kindRemedy', { kind: wanted }) },
  );
  // The rest of the file can be checked if its kind is clear.
  return known ? undefined : wanted;
}

function checkContent(
  yaml: YamlText,
  loaded: LoadedImageSet,
  section: ConfigurationSection,
  findings: Findings,
): void {
  if (!yaml.document) return;
  const clean = () => findings.problems.every((problem) => problem.level !== 'error');
  const { contents } = yaml.document;
  if (section === 'prune') {
    const fields = decode(contents, PRUNE_IMAGE_SET, findings);
    if (!fields) return;
    check(fields.prune ?? {}, 'prune', findings);
    if (clean()) loaded.deletion = buildDeleteImageSet(fields.prune ?? {}, 'prune', findings.at);
    return;
  }
  if (section === 'mirror') {
    const fields = decode(contents, IMAGE_SET, findings, ['delete', 'prune']);
    if (!fields) return;
    check(fields.mirror ?? {}, 'mirror', findings);
    if ((fields.archiveSize ?? 0) < 0)
      findings.warning('archiveSize', t('archiveSizeNegative', { size: String(fields.archiveSize) }));
    if (clean()) loaded.configuration = buildImageSet(fields, findings.at);
    return;
  }
  const fields = decode(contents, DELETE_IMAGE_SET, findings, ['mirror']);
  if (!fields) return;
  check(fields.delete ?? {}, 'delete', findings);
  if (clean()) loaded.deletion = buildDeleteImageSet(fields.delete ?? {}, 'delete', findings.at);
}

/** Checks the section that `airlock prune` uses. Doesn't affect whether the file can be mirrored. */
function checkPruneSection({ document }: YamlText, findings: Findings): void {
  const root = document && resolved(document.contents);
  const names = isMap(root) ? entriesOf(root).map(({ name }) => name) : [];
  if (!names.includes('prune')) return;
  const { prune } = PRUNE_IMAGE_SET.fields;
  const others = names.filter((name) => name !== 'prune');
  const fields = decode(document!.contents, object({ prune }), findings, others);
  if (fields) check(fields.prune ?? {}, 'prune', findings);
}

function check(
  content: Parameters<typeof validate>[0],
  section: ConfigurationSection,
  findings: Findings,
): void {
  validate(content, section, findings);
  findSuspicious(content, section, findings);
}
