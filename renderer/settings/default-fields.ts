import { type RunDefaults, runDefaults } from '../../core/contract/topics/settings.ts';
import { linkRate, rate as rateText } from '../parts/format.ts';
import { t } from './messages.ts';

const MEBIBYTE = 1024 * 1024;

/** A default for new runs as a field. */
export interface DefaultField {
  key: keyof RunDefaults;
  label: string;
  unit: string;
  /** The value while the field is empty. */
  initial: string;
  helper: string;
}

export const DEFAULT_FIELDS: DefaultField[] = [
  {
    key: 'parallelImages',
    label: t('parallelImagesLabel'),
    unit: t('imagesUnit'),
    initial: '4',
    helper: t('parallelImagesHelp', { initial: '4' }),
  },
  {
    key: 'parallelLayers',
    label: t('parallelLayersLabel'),
    unit: t('layersUnit'),
    initial: '5',
    helper: t('parallelLayersHelp', { initial: '5' }),
  },
  {
    key: 'rate',
    label: t('rateLabel'),
    unit: t('rateUnit'),
    initial: t('noLimit'),
    helper: t('rateHelp', { initial: t('noLimit') }),
  },
  {
    key: 'archiveSizeGiB',
    label: t('archiveSizeLabel'),
    unit: t('archiveSizeUnit'),
    initial: '500',
    helper: t('archiveSizeHelp', { initial: '500' }),
  },
  {
    key: 'maxNestedPaths',
    label: t('pathDepthLabel'),
    unit: t('pathDepthUnit'),
    initial: t('sourcePathDepth'),
    helper: t('pathDepthHelp', { initial: t('sourcePathDepth') }),
  },
];

/** Returns the text of a field. */
export function defaultText(defaults: RunDefaults, key: keyof RunDefaults): string {
  const value = defaults[key];
  if (value === undefined) return '';
  if (key === 'rate') return String(Math.round((Number(value) / MEBIBYTE) * 1000) / 1000);
  return String(value);
}

/** Returns the value of a field's text, null if it is empty, or why it is rejected. */
export function typedDefault(
  key: keyof RunDefaults,
  text: string,
): { value: string | number | null } | { error: string } {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return { value: null };
  if (key === 'authFile')
    return text.trim().startsWith('/') ? { value: text.trim() } : { error: t('pathError') };
  if (!/^\d+(\.\d+)?$/.test(typed)) return { error: t('numberError') };
  const value = key === 'rate' ? Math.round(Number(typed) * MEBIBYTE) : Number(typed);
  if (runDefaults.safeParse({ [key]: value }).success) return { value };
  if (key === 'rate') return { error: t('rateError') };
  if (!Number.isInteger(value)) return { error: t('integerError') };
  if (key === 'archiveSizeGiB') return { error: t('archiveSizeError') };
  return { error: t('parallelError') };
}

/** Returns the value of a default for the notice of a change: `2.0 MiB/s (17 Mbit/s)`. */
export function defaultWords(
  { key, initial }: Pick<DefaultField, 'key' | 'initial'>,
  defaults: RunDefaults,
): string {
  const value = defaults[key] ?? (/^\d+$/.test(initial) ? Number(initial) : undefined);
  if (value === undefined) return initial;
  if (key === 'rate')
    return t('rateValue', { rate: rateText(Number(value)), linkRate: linkRate(Number(value)) });
  if (key === 'parallelImages') return t('imagesValue', { value: Number(value) });
  if (key === 'parallelLayers') return t('layersValue', { value: Number(value) });
  if (key === 'archiveSizeGiB') return t('archiveSizeValue', { value: Number(value) });
  if (key === 'maxNestedPaths') return t('pathDepthValue', { value: Number(value) });
  return String(value);
}

/** Returns the heading of Defaults: `New runs copy 4 images in parallel at up to 2.0 MiB/s by default`. */
export function defaultsSentence(defaults: RunDefaults): string {
  const own = Object.values(defaults).filter((value) => value !== undefined).length;
  if (own === 0) return t('ownDefaultsTitle');
  const images = defaults.parallelImages ?? 4;
  return defaults.rate === undefined
    ? t('defaultsTitle', { images })
    : t('limitedDefaultsTitle', { images, rate: rateText(defaults.rate) });
}
