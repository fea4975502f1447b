import { isScalar, type Node } from 'yaml';
import { plainValue } from '../plain-value.ts';

/** Quoting style. `json`: every text and key in double quotes. */
export type Quotes = 'plain' | 'single' | 'double' | 'json';

/** Returns a scalar in one line. Text is plain only if no reader of YAML 1.1 or 1.2 interprets it as another type. */
export function scalarText(value: string | number | boolean | null, quotes: Quotes = 'plain'): string {
  if (typeof value === 'string') return textInOneLine(value, quotes);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
}

function textInOneLine(value: string, quotes: Quotes): string {
  const simple =
    /^[\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(value) && !/[\u2028\u2029]/.test(value);
  const apart = value.includes('"') && !/['\\]/.test(value);
  if (quotes === 'plain' && isPlain(value)) return value;
  if (simple && (quotes === 'single' || (quotes === 'plain' && apart)))
    return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value).replaceAll(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether text can be plain within brackets and as a key, too. */
function isPlain(value: string): boolean {
  return (
    /^[\w./][\w ./@:+=%~()<>;$!^*-]*$/.test(value) &&
    !/: | $|:$|^\.\.\.|^\d{4}-\d\d?-\d\d?/.test(value) &&
    // Base 60 numbers of YAML 1.1.
    !/^\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(value) &&
    plainValue(value) === value
  );
}

/** Returns the quoting style of a node's text. */
export function quotesOf(node: Node | undefined): Quotes {
  if (!isScalar(node)) return 'plain';
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : 'plain';
}
