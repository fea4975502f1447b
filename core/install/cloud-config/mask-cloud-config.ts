import type { Field } from '../../base/document/fields.ts';
import { GLOBAL, iniKey, isSecret, LABELS, NODES, UPSTREAM_BLOCKS, VCENTER, WORKSPACE } from './settings.ts';

/** Replacement of a secret in previews and differences. */
const MASK = '********';

const SETTINGS = Object.entries({ ...GLOBAL, ...VCENTER, ...LABELS, ...NODES, ...WORKSPACE });

function namesOf(isRequested: (field: Field) => boolean): string[] {
  const names = SETTINGS.flatMap(([name, field]) => (isRequested(field) ? [name, iniKey(name) ?? name] : []));
  return names.map((name) => name.toLowerCase());
}

/** Settings whose values are shown. */
const SHOWN = new Set([
  ...namesOf((field) => !isSecret(field)),
  ...Object.values(UPSTREAM_BLOCKS).flatMap((names) => names.map((name) => name.toLowerCase())),
  ...['apiversion', 'kind', 'name', 'namespace'],
]);
const LISTS = new Set(namesOf(({ kind }) => kind === 'list'));
/** Keys whose own keys can be any name. */
const NAMES_BELOW = new Set(['vcenter', 'data', 'stringdata', 'loadbalancerclass']);
const BLOCKS = new Set([
  ...['global', 'labels', 'nodes', 'metadata', 'items', 'objects', ...NAMES_BELOW],
  ...Object.keys(UPSTREAM_BLOCKS).map((name) => name.toLowerCase()),
]);
const SECTION =
  /^\s*\[\s*(?:global|virtualcenter|workspace|labels|nodes|disk|network|loadbalancer(?:class)?|nsxt|route)(?:\s+"[^"]*")?\s*\]\s*$/i;
const ENTRY = /^(\s*(?:- +)?)(["']?)([\w.-]+)\2(\s*[:=]\s*)(.*)$/;
/** Matches an entire value without a comment. */
const PLAIN =
  /^(?:(?:"[^"\\#;]*"|'[^'\\#;]*'|\[[\w\s,."'-]*\]|\{\}|\[\])?\s*(?:,\s*)?|[^"'\\#;{}[\]&*!|>][^"'\\#;{}]*)$/;

/**
 * Returns the text with asterisks for every value that isn't the value of a known setting. The text can be INI, YAML, a
 * ConfigMap or invalid. Comments and unknown parts are replaced too. Lines stay.
 */
export function maskCloudConfig(text: string): string {
  let isContinued = false;
  let openQuote = '';
  let below = -1;
  /** Keys around a line, with their indentation. */
  const around: { depth: number; name: string }[] = [];
  return text
    .split('\n')
    .map((line) => {
      const depth = line.search(/\S/);
      if (depth < 0) return line;
      const masked = `${line.slice(0, depth)}${MASK}`;
      if (isContinued || openQuote) {
        isContinued = /\\\r?$/.test(line);
        if (openQuote && line.includes(openQuote)) openQuote = '';
        return masked;
      }
      if (below >= 0 && depth > below) return masked;
      below = -1;
      while (around.length > 0 && around.at(-1)!.depth >= depth) around.pop();
      if (/^(?:---|[\s{}[\],]*)$/.test(line) || SECTION.test(line)) return line;
      const parent = around.at(-1)?.name ?? '';
      const [, start, , key, between, value] = ENTRY.exec(line) ?? [];
      if (key === undefined) {
        const isListed = LISTS.has(parent) && /^-\s+(?!\s)["']?[\w .-]+["']?$/.test(line.trim());
        return isListed ? line : masked;
      }
      const name = key.toLowerCase();
      const isName = NAMES_BELOW.has(parent);
      const isShown = SHOWN.has(name) && parent !== 'data' && parent !== 'stringdata';
      const head = `${start}${nameShown(key, isName || isShown || BLOCKS.has(name))}${between}`;
      const written = line.slice(0, line.length - value!.length);
      const shownHead = head.includes(MASK) ? head : written;
      if (/^(?:""|'')?,?\s*$/.test(value!) || (/^\{\s*$/.test(value!) && (BLOCKS.has(name) || isName))) {
        around.push({ depth, name });
        if (!BLOCKS.has(name) && !isName && !isShown) below = depth;
        return `${shownHead}${value}`;
      }
      if (/^[|>][-+\d]*\s*$/.test(value!)) {
        // The lines of a file in an object are treated like those of a file.
        if (/^(?:string)?data$/.test(parent)) around.push({ depth, name: '' });
        else below = depth;
        return `${shownHead}${value}`;
      }
      if (isShown && PLAIN.test(value!)) return `${shownHead}${value}`;
      isContinued = /\\\r?$/.test(value!);
      openQuote = quoteLeftOpen(value!);
      if (between!.includes(':')) below = depth;
      return `${shownHead}${MASK}`;
    })
    .join('\n');
}

/** Returns whether a name consists only of letters, so that it isn't a misplaced password. */
function nameShown(name: string, known: boolean): string {
  return known || /^[A-Za-z_.-]{1,40}$/.test(name) || /\.(?:username|password)$/.test(name) ? name : MASK;
}

function quoteLeftOpen(value: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? '';
  return quote && value.replaceAll(/\\./g, '').split(quote).length % 2 === 0 ? quote : '';
}
