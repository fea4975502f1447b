import { isScalar, type Node } from 'yaml';
import { plainValue } from '../plain-value.ts';

/** How text is quoted. `json`: every text and every key in double quotes. */
export type Quotes = 'plain' | 'single' | 'double' | 'json';

/** A scalar in one line. Text is plain only where no reader of YAML 1.1 or 1.2 takes it for something else. */
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

/** Also within brackets, and as a key. */
function isPlain(value: string): boolean {
  return (
    /^[\w./][\w ./@:+=%~()<>;$!^*-]*$/.test(value) &&
    !/: | $|:$|^\.\.\.|^\d{4}-\d\d?-\d\d?/.test(value) &&
    // Base 60, for readers of YAML 1.1.
    !/^\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(value) &&
    plainValue(value) === value
  );
}

/** How the text of a node is quoted. */
export function quotesOf(node: Node | undefined): Quotes {
  if (!isScalar(node)) return 'plain';
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : 'plain';
}
