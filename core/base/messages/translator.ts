import type { GetICUArgs } from '@schummar/icu-type-parser';
import { type Formatters, IntlMessageFormat } from 'intl-messageformat';

/** The texts of one screen or command in ICU MessageFormat, by key. */
export type Catalog = Readonly<Record<string, string>>;

type Arguments<Text extends string> = GetICUArgs<
  Text,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

/** The tags of a text, such as `<link>`. */
type Tags<Text extends string> =
  Text extends `${infer Before}<${infer Tag}>${infer Inner}</${string}>${infer After}`
    ? Tag | Tags<`${Before}${Inner}${After}`>
    : never;

type Values<V> = Record<never, never> extends V ? [values?: V] : [values: V];

/** Writes the texts of one catalog. */
export interface Translator<C extends Catalog> {
  /** Returns a text with its values. */
  <K extends keyof C & string>(key: K, ...values: Values<Arguments<C[K]>>): string;
  /** Returns the parts of a text whose tags stand for something else, such as elements of a page. */
  parts<K extends keyof C & string, Part>(
    key: K,
    values: Arguments<C[K]> & Record<Tags<C[K]>, (inner: (string | Part)[]) => Part>,
  ): (string | Part)[];
  /** All texts, for tests and for people who translate them. */
  catalog: C;
}

/** The locale of texts, numbers and dates. */
export const LOCALE = 'en-US';
/** In a text that isn't returned as it is. */
const SYNTAX = /[{<]|''/;
// Otherwise the first message looks up all locales of the system, which takes 30 ms.
IntlMessageFormat.resolveLocale = () => new Intl.Locale(LOCALE);
// The first Intl.NumberFormat of a process takes 20 ms, so plain small numbers are written without one.
const formatters: Formatters = {
  getNumberFormat: (locales, options) =>
    ({ format: (value: number) => number(value, locales, options) }) as Intl.NumberFormat,
  getDateTimeFormat: (locales, options) => new Intl.DateTimeFormat(locales, options),
  getPluralRules: (locales, options) => new Intl.PluralRules(locales, options),
};

function number(value: number, locales: string | string[] | undefined, options: object | undefined): string {
  const plain = !options || Object.keys(options).length === 0;
  return plain && Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : new Intl.NumberFormat(locales, options).format(value);
}

/** Returns what writes the texts of a catalog. A text is parsed when it is first used; one without ICU syntax never is. */
export function translator<const C extends Catalog>(catalog: C): Translator<C> {
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (key: string) => {
    const known = formats.get(key);
    if (known) return known;
    const format = new IntlMessageFormat(catalog[key]!, LOCALE, undefined, { formatters });
    formats.set(key, format);
    return format;
  };
  const text = (key: string, values?: object) =>
    SYNTAX.test(catalog[key]!)
      ? String(formatOf(key).format(values as Record<string, string>))
      : catalog[key]!;
  const parts = (key: string, values: object) => {
    const found = formatOf(key).format(values as Record<string, string>);
    return Array.isArray(found) ? found : [found];
  };
  return Object.assign(text, { parts, catalog }) as Translator<C>;
}
