import { type Answer, jsonAnswer, rejection } from './exchange.ts';

/**
 * Returns one page of a sorted list: at most `n` items after `last`. A `Link` header refers to the next page if there
 * is one (distribution specification 1.1, "Listing tags").
 */
export function page(
  path: string,
  query: URLSearchParams,
  all: string[],
  body: (names: string[]) => unknown,
): Answer {
  const n = query.get('n');
  if (n !== null && !/^\d{1,9}$/.test(n))
    return rejection(400, 'PAGINATION_NUMBER_INVALID', 'invalid number of results requested', { n });
  const last = query.get('last');
  const rest = last === null ? all : all.filter((name) => name > last);
  const names = n === null ? rest : rest.slice(0, Number(n));
  const more = names.length < rest.length && names.length > 0;
  const next = `${path}?n=${n}&last=${encodeURIComponent(names.at(-1) ?? '')}`;
  return jsonAnswer(200, body(names), more ? { link: `<${next}>; rel="next"` } : {});
}
