import { visibleLine } from '../../../core/base/document/inert-text.ts';
import { withoutLogins } from '../../../core/base/errors/without-logins.ts';

const LEVELS = ['error', 'info', 'debug', 'trace'] as const;
export type OcMirrorLevel = (typeof LEVELS)[number];

export function isOcMirrorLevel(text: string): text is OcMirrorLevel {
  return (LEVELS as readonly string[]).includes(text);
}

/** Prints lines in the format of oc-mirror (internal/pkg/log), which scripts search: time, level, message. */
export class OcMirrorLog {
  private readonly out: NodeJS.WritableStream;
  private readonly level: OcMirrorLevel;

  constructor(out: NodeJS.WritableStream, level: OcMirrorLevel = 'info') {
    this.out = out;
    this.level = level;
  }

  info(...lines: string[]): void {
    if (this.level !== 'error') this.write('[INFO]   : ', lines);
  }

  warn(...lines: string[]): void {
    if (this.level !== 'error') this.write('[WARN]   : ', lines);
  }

  error(...lines: string[]): void {
    this.write('[ERROR]  : ', lines);
  }

  debug(...lines: string[]): void {
    if (this.level === 'debug' || this.level === 'trace') this.write('[DEBUG]  : ', lines);
  }

  /** Prints a line of the results. The mark is green or red, also in files, as oc-mirror prints it. */
  result(complete: boolean, text: string): void {
    const mark = complete ? '\x1b[1;92m ✓ \x1b[0m' : '\x1b[1;91m ✗ \x1b[0m';
    if (this.level !== 'error') this.write(`[INFO]   : ${mark} `, [text]);
  }

  /** Prints output without time and level. */
  print(...lines: string[]): void {
    for (const line of lines) this.out.write(`${shown(line)}\n`);
  }

  private write(prefix: string, lines: readonly string[]): void {
    this.out.write(`${goTime(new Date())}  ${prefix}${lines.map(shown).join('\n')}\n`);
  }
}

/** Returns a line without control characters and logins, so that a name never starts another line. */
function shown(line: string): string {
  return visibleLine(withoutLogins(line));
}

/** Returns a local time as Go's log package writes it: `2006/01/02 15:04:05`. */
function goTime(date: Date): string {
  return `${dayOf(date).join('/')} ${timeOf(date).join(':')}`;
}

/** Returns a local time as in the names of oc-mirror's log files: `20060102_150405`. */
export function fileTime(date: Date): string {
  return `${dayOf(date).join('')}_${timeOf(date).join('')}`;
}

function dayOf(date: Date): string[] {
  return [String(date.getFullYear()), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
}

function timeOf(date: Date): string[] {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Returns a time span as Go prints it: `1m2.5s`, `850ms`. */
export function goDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms * 1e6) / 1e6}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = `${Math.round((ms % 60_000) * 1e6) / 1e9}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
