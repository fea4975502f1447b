import type { EusPath } from './eus-path.ts';
import type { NoPath } from './explanation.ts';
import type { Hop, PathFound } from './hops.ts';
import { t } from './messages.ts';

export interface DrawOptions {
  /** Columns of the terminal. */
  width?: number;
  /** Address of the errata of a version. */
  errataOf?: (version: string) => string | undefined;
}

/**
 * Returns a path for a terminal, with one version per line, and the channel and the risks of each update in between:
 *
 *     ● 4.16.20
 *     │   stable-4.17
 *     ● 4.17.10   https://…
 *     ┊   stable-4.18, conditional
 *     ┊   ! SomeRisk: what may happen
 *     ◉ 4.18.9
 *
 * With the segments of an EUS path, the lines show where worker pools are paused and resumed.
 */
export function drawPath(
  found: PathFound & Partial<Pick<EusPath, 'segments'>>,
  options: DrawOptions = {},
): string[] {
  const { path, hops, segments = [] } = found;
  const width = Math.max(40, options.width ?? 80);
  const paused = segments.filter(({ pausePools }) => pausePools);
  const lines: string[] = [];
  for (const [at, version] of path.entries()) {
    const hop = hops[at];
    const errata = at > 0 ? options.errataOf?.(version) : undefined;
    lines.push(`${hop ? '●' : '◉'} ${version}${errata ? `   ${errata}` : ''}`);
    const bar = hop && hop.risks.length > 0 ? '┊' : '│';
    const note = (text: string) =>
      lines.push(...wrapped(text, width - 4).map((line) => `${hop ? bar : ' '}   ${line}`));
    if (paused.some(({ to }) => to === version)) note(t('poolsResume'));
    if (paused.some(({ from }) => from === version)) note(t('poolsPause'));
    if (hop) for (const text of hopNotes(hop)) note(text);
  }
  return lines;
}

/** Returns the lines that explain why no path exists. */
export function drawNoPath({ reason }: NoPath, { width = 80 }: Pick<DrawOptions, 'width'> = {}): string[] {
  return wrapped(reason, Math.max(40, width));
}

function hopNotes({ channel, risks, suggested }: Hop): string[] {
  const facts = [channel, risks.length > 0 && t('conditional'), suggested && t('suggested')];
  const notes = facts.filter((fact) => typeof fact === 'string').join(', ');
  const texts = risks.flatMap(({ name, message, url, fixedIn, answer }) => {
    const text = [name, message.trim()].filter(Boolean).join(': ') || t('reasonMissing');
    const risk = `! ${text}${url ? ` ${url}` : ''}${fixedIn ? ` ${t('fixedIn', { version: fixedIn })}` : ''}`;
    const { reason = '', applies } = answer ?? {};
    return answer ? [risk, `  ${t(applies ? 'answerConfirmed' : 'answerDismissed', { reason })}`] : [risk];
  });
  return [...(notes ? [notes] : []), ...texts];
}

/** Returns lines of at most `width` columns. A longer word, such as an address, has its own line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(/\s+/)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += (line && ' ') + word;
  }
  return line ? [...lines, line] : lines;
}

/** Removes control characters, because messages come from outside and must not control the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
