import { dirname } from 'node:path';
import { yamlOf } from '../../../base/document/yaml-of.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import type { DeleteImageSetConfiguration, OperatorSelection } from '../../../image-set/config/image-set.ts';
import { deletionOf, loadImageSet } from '../../../image-set/config/load-image-set.ts';
import { configurationWithoutCredentials } from '../../../runs/audit/without-secrets.ts';

/** The content to delete, as written by the user. */
export interface DeleteSelection {
  file: string;
  text: string;
  /** Folder of the file, to which paths of local charts are relative. */
  directory: string;
  content: DeleteImageSetConfiguration;
  warnings: Problem[];
}

/**
 * Reads a DeleteImageSetConfiguration, or the `prune` section of an ImageSetConfiguration. A `prune` selects all
 * versions of its entries (enhancement improving-user-experience-of-oc-mirror-plugin, "New `Delete` sub-command"); a `delete`
 * selects the same as these lines in `mirror`, as in oc-mirror.
 * @throws AirlockError `config-unreadable`, `config-invalid` with every located problem
 */
export async function readDeleteSelection(file: string): Promise<DeleteSelection> {
  const loaded = await loadImageSet(file, 'DeleteImageSetConfiguration');
  const content = deletionOf(loaded);
  const { text, problems: warnings } = loaded;
  const prune = loaded.kind === 'ImageSetConfiguration';
  return { file, text, directory: dirname(file), content: prune ? everything(content) : content, warnings };
}

function everything(content: DeleteImageSetConfiguration): DeleteImageSetConfiguration {
  const { platform, operators } = content;
  return {
    ...content,
    platform: platform
      ? {
          ...platform,
          channels: platform.channels.map((channel) =>
            channel.minVersion || channel.maxVersion ? channel : { ...channel, full: true },
          ),
        }
      : content.platform,
    operators: operators.map(everyVersion),
  };
}

/** Selects all versions. `full` can't be combined with versions, so the lowest version is used instead. */
function everyVersion(operator: OperatorSelection): OperatorSelection {
  const ranged = (each: { minVersion?: string; maxVersion?: string }) =>
    each.minVersion !== undefined || each.maxVersion !== undefined;
  const packages = operator.packages ?? [];
  if (!packages.some((each) => ranged(each) || each.channels?.some(ranged)))
    return { ...operator, full: true };
  const lowest = { minVersion: '0.0.0-0' };
  return {
    ...operator,
    packages: packages.map((each) => {
      if (ranged(each)) return each;
      const { channels } = each;
      if (!channels?.some(ranged)) return { ...each, ...lowest };
      return {
        ...each,
        channels: channels.map((channel) => (ranged(channel) ? channel : { ...channel, ...lowest })),
      };
    }),
  };
}

/** Returns the parsed selection as a DeleteImageSetConfiguration, sorted as in oc-mirror. */
export function selectionText({ content }: Pick<DeleteSelection, 'content'>): string {
  const { kind, ...selected } = content;
  const text = yamlOf(
    { apiVersion: 'mirror.openshift.io/v2alpha1', delete: withoutDefaults(selected) ?? {}, kind },
    { lineWidth: 0, indentSeq: false, sortMapEntries: true },
  );
  return configurationWithoutCredentials(text);
}

/** Returns a value without places and default values, or undefined if it is empty. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 0 ? value.map((each) => withoutDefaults(each) ?? {}) : undefined;
  if (typeof value !== 'object' || value === null) return value === false || value === '' ? undefined : value;
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const saved = name === 'at' || (name === 'type' && each === 'ocp') ? undefined : withoutDefaults(each);
    return saved === undefined ? [] : [[name, saved]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
