import { removeValue, renameKey, setValue } from '../../../base/document/edit/edit.ts';
import { pathText, samePath, startsWith, writtenPath } from '../../../base/document/field-path.ts';
import { type Path, placeAt, valueAt, type YamlText } from '../../../base/document/yaml-text.ts';
import type { Conversion } from '../model/conversion.ts';
import { decode, type Note } from '../model/decode.ts';
import type { InstallConfig } from '../model/model.ts';
import { readDocument } from '../model/read-install-config.ts';
import { networkingConversions } from './deprecated-networking.ts';
import { vsphereConversions } from './deprecated-vsphere.ts';
import { t } from './messages.ts';

/** A change that `convertDeprecated` made, for display without values of secrets. */
export interface ConversionChange {
  /** The old field; the same as `to` if only its value changes. */
  from?: string;
  /** The new field. */
  to?: string;
  message: string;
}

/** Returns all conversions of a file, in the order of loading (openshift/installer: pkg/types/conversion/installconfig.go). */
export function conversionsOf(config: InstallConfig): Conversion[] {
  return [
    ...networkingConversions(config),
    ...vsphereConversions(config),
    ...vipConversions(config),
    ...bareMetalConversions(config),
    ...sourceConversions(config),
  ];
}

function vipConversions({ platform }: InstallConfig): Conversion[] {
  return (['vsphere', 'baremetal'] as const).flatMap((name) =>
    (['apiVIP', 'ingressVIP'] as const).flatMap((field): Conversion[] => {
      const [one, list = []] = [platform?.[name]?.[field], platform?.[name]?.[`${field}s`]];
      const from = ['platform', name, field];
      const remedy = t('vipListRemedy', { list: `${field}s`, field });
      const message = `platform.${name}.${field} is deprecated; please use ${field}s`;
      if (!one) return [];
      if (list.includes(one)) return [{ kind: 'drop', from, message, remedy }];
      // The validation reports fields that contradict each other.
      return list.length
        ? []
        : [{ kind: 'move', from, path: ['platform', name, `${field}s`], value: [one], message, remedy }];
    }),
  );
}

function bareMetalConversions({ platform }: InstallConfig): Conversion[] {
  const { provisioningHostIP, clusterProvisioningIP, provisioningDHCPExternal, provisioningNetwork } =
    platform?.baremetal ?? {};
  const path = ['platform', 'baremetal'];
  const conversion = (old: string, now: string, value: unknown, isReplaced: boolean): Conversion => {
    const from = [...path, old];
    const message = `platform.baremetal.${old} is deprecated; please use ${now}`;
    return isReplaced
      ? { kind: 'drop', from, message, remedy: t('removeOldRemedy', { field: old }) }
      : { kind: 'move', from, path: [...path, now], value, message, remedy: t('renameRemedy', { old, now }) };
  };
  return [
    ...(provisioningHostIP
      ? [
          conversion(
            'provisioningHostIP',
            'clusterProvisioningIP',
            provisioningHostIP,
            Boolean(clusterProvisioningIP),
          ),
        ]
      : []),
    ...(provisioningDHCPExternal === undefined
      ? []
      : [
          conversion(
            'provisioningDHCPExternal',
            'provisioningNetwork',
            'Unmanaged',
            Boolean(provisioningNetwork) || !provisioningDHCPExternal,
          ),
        ]),
  ];
}

/** Returns the conversion of image sources in the file only, because the installer writes an ImageContentSourcePolicy for the old field. */
function sourceConversions({ imageContentSources: old, imageDigestSources }: InstallConfig): Conversion[] {
  if (!old || imageDigestSources) return [];
  return [
    {
      kind: 'move',
      onlyInFile: true,
      quiet: true,
      from: ['imageContentSources'],
      path: ['imageDigestSources'],
      value: old,
      message: 'imageContentSources is deprecated, please use ImageDigestSources',
      remedy: t('renameRemedy', { old: 'imageContentSources', now: 'imageDigestSources' }),
    },
  ];
}

/** Returns the configuration as the installer has it after loading, and the path of each field in the file. */
export function afterLoading(config: InstallConfig): { config: InstallConfig; originOf(path: Path): Path } {
  const result = structuredClone(config);
  const origins: { path: Path; from: Path }[] = [];
  for (const step of conversionsOf(config)) {
    if (step.onlyInFile) continue;
    if (step.kind !== 'set') write(result, step.from, undefined);
    if (step.kind === 'drop') continue;
    write(result, step.path, step.value);
    const from = step.at ?? step.from;
    if (from) origins.unshift({ path: step.path, from });
  }
  return {
    config: result,
    originOf: (path) =>
      origins.find((origin) => samePath(origin.path, path))?.from ??
      origins.find((origin) => startsWith(path, origin.path))?.from ??
      path,
  };
}

/**
 * Rewrites deprecated fields and field names in the wrong case. Comments move with their fields, and all else stays
 * unchanged. Names are joined to inventory paths as the installer does without a vCenter.
 * @throws AirlockError `document-unreadable` for invalid YAML, `document-uneditable` for a field from an alias
 */
export function convertDeprecated(document: YamlText): { document: YamlText; changes: ConversionChange[] } {
  let doc = document;
  const changes: ConversionChange[] = [];
  const notes: Note[] = [];
  decode(valueAt(doc, []), notes);
  // Deeper names first, so that the paths of the others stay valid.
  for (const note of notes.toReversed()) {
    if (note.kind !== 'case') continue;
    const parent = valueAt(doc, note.path.slice(0, -1)) as object;
    if (Object.hasOwn(parent, note.name)) continue;
    doc = renameKey(doc, note.path, note.name);
    const to = pathText([...note.path.slice(0, -1), note.name]);
    changes.push({
      from: pathText(note.path),
      to,
      message: t('fieldSpelling', { old: String(note.path.at(-1)), name: note.name }),
    });
  }
  for (const step of conversionsOf(readDocument(doc, undefined).config)) {
    const to = step.kind === 'drop' ? undefined : pathText(step.path);
    const inPlace = step.kind === 'set' && !step.from && valueAt(doc, step.path) !== undefined;
    const from = inPlace ? to : step.from && pathText(step.from);
    doc = apply(doc, step);
    // The change that moved its value is already listed.
    if (!to && changes.some((change) => change.from === from)) continue;
    changes.push({ from: from || undefined, to: to || undefined, message: step.message });
  }
  return { document: doc, changes };
}

function apply(doc: YamlText, step: Conversion): YamlText {
  if (step.kind === 'drop') return removeValue(doc, writtenPath(doc, step.from));
  if (step.kind === 'move') {
    const from = writtenPath(doc, step.from);
    const renamed = renameKey(doc, from, String(step.path.at(-1)));
    return setValue(renamed, [...from.slice(0, -1), step.path.at(-1)!], step.value);
  }
  const comment = step.from && commentOf(doc, writtenPath(doc, step.from));
  return setValue(doc, step.path, step.value, comment ? { comment } : {});
}

/** Returns the comments of an entry: the lines above it and the comment after its value. */
function commentOf(doc: YamlText, path: Path): string | undefined {
  const entry = placeAt(doc, path, { of: 'entry' });
  if (!entry) return undefined;
  const lines = doc.text.split(/\r?\n/);
  const comments: string[] = [];
  for (let i = entry.line - 2; i >= 0 && /^\s*#/.test(lines[i]!); i--) comments.unshift(lines[i]!);
  const rest = doc.text.slice(entry.end).split(/\r?\n/)[0] ?? '';
  if (/^\s*#/.test(rest)) comments.push(rest);
  return comments.length ? comments.map((line) => line.replace(/^\s*# ?/, '')).join('\n') : undefined;
}

/** Sets a value in plain data; undefined removes it. */
function write(root: unknown, path: Path, value: unknown): void {
  let at = root as Record<string | number, unknown>;
  for (const [i, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[i + 1] === 'number' ? [] : {};
    at = at[step] as Record<string | number, unknown>;
  }
  if (value === undefined) delete at[path.at(-1)!];
  else at[path.at(-1)!] = structuredClone(value);
}
