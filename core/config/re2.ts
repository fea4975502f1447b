export type CompiledPattern = { pattern: RegExp } | { reason: string };

const POSIX: Record<string, string> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** The highest repeat count RE2 takes. */
const MOST_REPEATS = 1000;

/**
 * Compiles a pattern of RE2, the syntax of oc-mirror's blockedImages, to a JavaScript expression that finds the same in
 * image references (which are ASCII). What either of the two does not have is refused with a reason for people.
 */
export function compileRe2(source: string): CompiledPattern {
  const leading = /^\(\?([imsU-]+)\)/.exec(source);
  let rest = source;
  let flags = '';
  if (leading) {
    if (!/^[ims]+$/.test(leading[1]!)) return { reason: `the flags ${leading[0]} are not supported` };
    flags = [...new Set(leading[1]!)].join('');
    rest = source.slice(leading[0].length);
  }
  const translated = translate(rest);
  if (typeof translated !== 'string') return translated;
  try {
    return { pattern: new RegExp(translated, flags) };
  } catch (error) {
    const message = (error as Error).message;
    return { reason: message.slice(message.lastIndexOf(': ') + 2) };
  }
}

function translate(source: string): string | { reason: string } {
  let result = '';
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const step =
      rest[0] === '\\'
        ? escapeSequence(rest)
        : rest[0] === '['
          ? characterClass(rest)
          : rest.startsWith('(?')
            ? group(rest)
            : rest[0] === '{'
              ? repeat(rest)
              : { text: rest[0]!, length: 1 };
    if ('reason' in step) return step;
    result += step.text;
    at += step.length;
  }
  return result;
}

type Step = { text: string; length: number } | { reason: string };

function escapeSequence(rest: string): Step {
  const next = rest[1];
  if (next === undefined) return { reason: 'it ends with a backslash' };
  if (next === 'A') return { text: '(?<![^])', length: 2 };
  if (next === 'z') return { text: '(?![^])', length: 2 };
  if (next === 'a') return { text: '\\x07', length: 2 };
  if (next === 'C') return { text: '[^]', length: 2 };
  if (next === 'Q') {
    const end = rest.indexOf('\\E', 2);
    const literal = rest.slice(2, end < 0 ? undefined : end);
    return {
      text: literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
      length: literal.length + (end < 0 ? 2 : 4),
    };
  }
  if (next === 'x') return hexadecimal(rest);
  if (next === '0' || /^\\[1-7][0-7]/.test(rest)) {
    const octal = /^\\([0-7]{1,3})/.exec(rest)!;
    return { text: unicode(Number.parseInt(octal[1]!, 8)), length: octal[0].length };
  }
  if (/[1-9]/.test(next)) return { reason: `RE2 has no back references (\\${next})` };
  if (next === 'p' || next === 'P') return { reason: `Unicode classes (\\${next}) are not supported` };
  if (/[bBdDsSwWfnrtv]/.test(next)) return { text: `\\${next}`, length: 2 };
  if (/[A-Za-z]/.test(next)) return { reason: `RE2 has no escape \\${next}` };
  return { text: `\\${next}`, length: 2 };
}

function hexadecimal(rest: string): Step {
  const code = /^\\x(?:\{([\dA-Fa-f]{1,8})\}|([\dA-Fa-f]{2}))/.exec(rest);
  if (!code) return { reason: 'RE2 takes \\xHH and \\x{HHHH} only' };
  const point = Number.parseInt(code[1] ?? code[2]!, 16);
  if (point > 0xffff) return { reason: `${code[0]} cannot be part of an image reference` };
  return { text: unicode(point), length: code[0].length };
}

function unicode(point: number): string {
  return `\\u${point.toString(16).padStart(4, '0')}`;
}

/** A bracket expression; a `]` that comes first is itself, and `[:alpha:]` names a class. */
function characterClass(rest: string): Step {
  let at = rest[1] === '^' ? 2 : 1;
  let text = rest.slice(0, at);
  if (rest[at] === ']') {
    text += '\\]';
    at++;
  }
  while (rest[at] !== ']') {
    if (at >= rest.length) return { reason: 'a [ without ]' };
    const posix = /^\[:(\^?)([a-z]+):\]/.exec(rest.slice(at));
    if (posix) {
      const members = POSIX[posix[2]!];
      if (!members || posix[1]) return { reason: `the class ${posix[0]} is not supported` };
      text += members;
      at += posix[0].length;
    } else if (rest[at] === '\\') {
      const step = escapeSequence(rest.slice(at));
      if ('reason' in step) return step;
      if (/^\\[AzCbBQ]/.test(rest.slice(at)))
        return { reason: `RE2 has no ${rest.slice(at, at + 2)} inside [ ]` };
      text += step.text;
      at += step.length;
    } else {
      text += rest[at] === '[' ? '\\[' : rest[at];
      at++;
    }
  }
  return { text: `${text}]`, length: at + 1 };
}

function group(rest: string): Step {
  const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest);
  if (named) return { text: `(?<${named[1]}>`, length: named[0].length };
  if (/^\(\?<?[=!]/.test(rest)) return { reason: 'RE2 has no look-ahead and look-behind' };
  const modified = /^\(\?(-?[ims]*(?:-[ims]+)?):/.exec(rest);
  if (modified) return { text: modified[0], length: modified[0].length };
  if (/^\(\?[imsU-]+\)/.test(rest)) return { reason: 'flags such as (?i) are supported at the start only' };
  return { reason: `${rest.slice(0, 4)} is not a group that is supported` };
}

function repeat(rest: string): Step {
  const counts = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
  // Not a repeat: RE2 and JavaScript both take the brace for itself.
  if (!counts) return { text: '\\{', length: 1 };
  if (Number(counts[1]) > MOST_REPEATS || Number(counts[2] || 0) > MOST_REPEATS)
    return { reason: `RE2 repeats at most ${MOST_REPEATS} times` };
  return { text: counts[0], length: counts[0].length };
}
