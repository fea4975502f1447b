import { type RunDefaults, runDefaults } from '../../core/contract/topics/settings.ts';
import { linkRate, rate as rateText } from '../parts/format.ts';

const MEBIBYTE = 1024 * 1024;

/** A default for new runs as a field. */
export interface DefaultField {
  key: keyof RunDefaults;
  label: string;
  unit: string;
  /** What holds while the field is empty. */
  absent: string;
  helper: string;
}

export const DEFAULT_FIELDS: DefaultField[] = [
  {
    key: 'parallelImages',
    label: 'Images at once',
    unit: 'images',
    absent: '4',
    helper: '1 to 10. More helps on fast links with long round trips.',
  },
  {
    key: 'parallelLayers',
    label: 'Layers of an image at once',
    unit: 'layers',
    absent: '5',
    helper: '1 to 10.',
  },
  {
    key: 'rate',
    label: 'Rate',
    unit: 'MiB/s',
    absent: 'no limit',
    helper: 'For everything of a run together; can be changed while it works.',
  },
  {
    key: 'archiveSizeGiB',
    label: 'Largest piece of a set',
    unit: 'GiB',
    absent: '500',
    helper: 'Whole GiB. Holds where the configuration has no archiveSize.',
  },
  {
    key: 'maxNestedPaths',
    label: 'Nested paths at the destination',
    unit: 'parts',
    absent: 'as at the source',
    helper: 'For registries that take only so many parts in a name; 0 keeps them all.',
  },
];

/** What stands in the field. */
export function defaultText(defaults: RunDefaults, key: keyof RunDefaults): string {
  const value = defaults[key];
  if (value === undefined) return '';
  if (key === 'rate') return String(Math.round((Number(value) / MEBIBYTE) * 1000) / 1000);
  return String(value);
}

/** What a field's text means: a value, null for an empty one, or why it cannot be. */
export function typedDefault(
  key: keyof RunDefaults,
  text: string,
): { value: string | number | null } | { error: string } {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return { value: null };
  if (key === 'authFile')
    return text.trim().startsWith('/') ? { value: text.trim() } : { error: 'A whole path, from / on.' };
  if (!/^\d+(\.\d+)?$/.test(typed)) return { error: 'A number.' };
  const value = key === 'rate' ? Math.round(Number(typed) * MEBIBYTE) : Number(typed);
  if (runDefaults.safeParse({ [key]: value }).success) return { value };
  if (key === 'rate') return { error: 'At least 0.001 MiB/s; leave it empty for no limit.' };
  if (!Number.isInteger(value)) return { error: 'A whole number.' };
  if (key === 'archiveSizeGiB') return { error: 'At least 1 GiB.' };
  return { error: 'From 1 to 10.' };
}

/** A value as the note of a change says it: `2.0 MiB/s (17 Mb/s)`. */
export function defaultWords(
  field: Pick<DefaultField, 'key' | 'unit' | 'absent'>,
  defaults: RunDefaults,
): string {
  const value = defaults[field.key];
  if (value === undefined) return field.absent;
  if (field.key === 'rate') return `${rateText(Number(value))} (${linkRate(Number(value))})`;
  return field.unit ? `${value} ${field.unit}` : String(value);
}

/** `New runs use Airlock's own defaults.` */
export function defaultsSentence(defaults: RunDefaults): string {
  const own = Object.values(defaults).filter((value) => value !== undefined).length;
  if (own === 0) return 'New runs begin with Airlock’s own defaults.';
  const limit = defaults.rate === undefined ? '' : ` and at most ${rateText(defaults.rate)}`;
  return `New runs begin with ${defaults.parallelImages ?? 4} images at once${limit}.`;
}
