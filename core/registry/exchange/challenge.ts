/** One challenge of a WWW-Authenticate header (RFC 9110 11.6.1): scheme and parameter names in lower case. */
export interface Challenge {
  scheme: string;
  parameters: Record<string, string>;
}

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const PARAMETER = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y;
const SEPARATORS = /[\s,]*/y;

/** Characters. Headers of a reply have 16 KiB together. */
const LONGEST_HEADER = 65_536;

/**
 * Parses all challenges of one or several header lines. A header may contain several challenges, and commas separate
 * both challenges and parameters: a word without `=` starts a new challenge. Skips unreadable parts, because one
 * invalid challenge must not hide a usable one.
 */
export function parseChallenges(header: string | readonly string[] | undefined): Challenge[] {
  if (header === undefined) return [];
  if (typeof header !== 'string') return header.flatMap((line) => parseChallenges(line));
  if (header.length > LONGEST_HEADER) return [];
  const found: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(header);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < header.length) {
    take(SEPARATORS);
    if (at >= header.length) break;
    const current = found.at(-1);
    const parameter = take(PARAMETER);
    if (parameter) {
      const [, name, quoted, plain] = parameter;
      if (current) current.parameters[name!.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '';
      continue;
    }
    const scheme = take(TOKEN);
    if (!scheme) {
      at++;
      continue;
    }
    found.push({ scheme: scheme[0].toLowerCase(), parameters: Object.create(null) });
    const blank = at;
    take(SEPARATORS);
    // `Negotiate abc==`: a bare value, which no supported scheme uses. Not after a comma, where it would be a scheme.
    if (!header.slice(blank, at).includes(',')) take(TOKEN68);
  }
  return found;
}
