import { t } from './messages.ts';

/** The limits of one JSON text. Records of 100,000 images are well below them. */
export const JSON_LIMITS = {
  /** UTF-16 units. */
  characters: 256 * 2 ** 20,
  /** Nesting levels of lists and objects. */
  depth: 100,
  /** Total elements of lists and fields of objects. */
  values: 4_000_000,
} as const;

/** A limit of {@link JSON_LIMITS} is exceeded. The message contains the limit and never quotes the text. */
export class JsonLimitExceeded extends Error {}

/**
 * Parses an untrusted JSON text within {@link JSON_LIMITS}, so that recursive readers of the value can't exhaust the
 * stack.
 * @throws SyntaxError for invalid JSON; JsonLimitExceeded
 */
export function parseJson(text: string): unknown {
  const { characters, depth, values } = JSON_LIMITS;
  if (text.length > characters)
    throw new JsonLimitExceeded(t('jsonTooLong', { characters: text.length, limit: characters }));
  let level = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === CLOSED_LIST || sign === CLOSED_OBJECT) level--;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT || sign === COMMA) {
      if (sign !== COMMA && ++level > depth) throw new JsonLimitExceeded(t('jsonTooDeep', { limit: depth }));
      if (++count > values) throw new JsonLimitExceeded(t('jsonTooManyValues', { limit: values }));
    }
  }
  return JSON.parse(text);
}

/** Returns why {@link parseJson} failed, without quoting the text. */
export function notJson(error: unknown): string {
  return error instanceof JsonLimitExceeded ? error.message : t('notJson');
}

const [QUOTE, COMMA, OPEN_LIST, CLOSED_LIST, OPEN_OBJECT, CLOSED_OBJECT] = [...'",[]{}'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number];

/** Returns the position of a string's closing quote; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = end;
    while (text[slashes - 1] === '\\') slashes--;
    if ((end - slashes) % 2 === 0) return end;
  }
  return text.length;
}
