import { inertJson, visibleLine, visibleText } from '../../core/base/document/inert-text.ts';
import { capitalized } from '../../core/base/document/words.ts';
import type { AirlockError, Problem } from '../../core/base/errors/airlock-error.ts';
import { valueWithoutLogins, withoutLogins } from '../../core/base/errors/without-logins.ts';
import { currentWaits, timeOfDay, waitWords } from '../../core/contract/topics/link-words.ts';
import type { RunWait } from '../../core/contract/topics/run.ts';
import { controlWords, windowWords } from '../../core/runs/control/control-words.ts';
import { requesterName } from '../../core/runs/control/requester-name.ts';
import type { RunEvent } from '../../core/runs/progress/events.ts';
import { bytes, count, duration, localTime } from './format.ts';

export type LogLevel = 'error' | 'warning' | 'info' | 'debug';

export interface TerminalOptions {
  json: boolean;
  logLevel: LogLevel;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
}

const LEVELS: LogLevel[] = ['error', 'warning', 'info', 'debug'];
const PLAIN_PROGRESS_MS = 5_000;
const READING_PROGRESS_MS = 250;

/**
 * What a command says: results on standard output (with --json every event as one line, the result last), progress
 * and messages on standard error; a bar on a terminal, plain lines elsewhere.
 */
export class Terminal {
  private readonly options: TerminalOptions;
  private barShown = false;
  private lastPlain = Date.now();
  private lastReading = 0;
  private readonly waits = new Map<string, RunWait>();
  private window: Extract<RunEvent, { type: 'window' }> | undefined;

  constructor(options: TerminalOptions) {
    this.options = options;
  }

  get json(): boolean {
    return this.options.json;
  }

  /**
   * Prints lines of the answer, each given as one text: a line break in a name never starts another one. Not shown with
   * --json, where `result` is the answer.
   */
  print(lines: string | readonly string[]): void {
    if (this.json) return;
    this.clearBar();
    const shown = [lines].flat().map((line) => visibleLine(withoutLogins(line)));
    this.options.stdout.write(`${shown.join('\n')}\n`);
  }

  /** Prints a document or page of several lines, whose names are escaped as its format or a {@link visibleLine} has them. */
  printText(text: string): void {
    if (this.json) return;
    this.clearBar();
    this.options.stdout.write(`${visibleText(withoutLogins(text))}\n`);
  }

  /** The command's result: the last line with --json. */
  result(value: object): void {
    this.clearBar();
    if (this.json) this.options.stdout.write(jsonLine({ type: 'result', ...value }));
  }

  /** With --json: a line of its own kind, e.g. that a server is ready. */
  line(value: { type: string } & Record<string, unknown>): void {
    if (this.json) this.options.stdout.write(jsonLine(value));
  }

  /** A message of one line, or of several given one by one: a line break in a name never starts another one. */
  say(level: LogLevel, ...lines: string[]): void {
    if (this.json || LEVELS.indexOf(level) > LEVELS.indexOf(this.options.logLevel)) return;
    this.clearBar();
    const shown = lines.map((line) => visibleLine(withoutLogins(line)));
    this.options.stderr.write(`${shown.join('\n    ')}\n`);
  }

  problem(problem: Problem): void {
    if (this.json) return;
    const level = problem.level === 'info' ? 'info' : problem.level;
    const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
    const field = problem.path && !problem.message.includes(problem.path) ? `${problem.path}: ` : '';
    this.say(level, `${place ? `${place}: ` : ''}${problem.level}: ${field}${problem.message}`);
    if (problem.remedy && problem.level !== 'info') this.say(level, `    ${problem.remedy}`);
  }

  /** An error that ends the command. With --json it is in the result. */
  error(error: AirlockError): void {
    for (const problem of error.problems) this.problem(problem);
    this.say('error', `airlock: ${error.side ? `${error.side}: ` : ''}${error.message}`);
    if (error.expected !== undefined) this.say('error', `    expected ${error.expected}`);
    if (error.found !== undefined) this.say('error', `    found    ${error.found}`);
    if (error.problems.length === 0) this.say('error', `    ${error.remedy}`);
    if (error.code === 'internal' && error.cause instanceof Error)
      this.say('debug', ...(error.cause.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)));
  }

  event(event: RunEvent): void {
    if (this.json) {
      this.options.stdout.write(jsonLine(event));
      return;
    }
    switch (event.type) {
      case 'run':
        this.say('info', `Run ${event.run} (${event.workflow}) in ${event.directory}`);
        return;
      case 'phase':
        this.say('info', `${PHASES[event.phase]}${event.detail ? `: ${event.detail}` : ''}`);
        return;
      case 'plan':
        if (event.complete)
          this.say(
            'info',
            `Plan: ${count(event.images, 'image')}, ${bytes(event.bytes)}, of which ${bytes(event.bytesPresent)} already there`,
          );
        return;
      case 'progress':
        this.progress(event);
        return;
      case 'image':
        if (event.result === 'failed') {
          const side = event.error?.side ? `${event.error.side}: ` : '';
          this.say(
            'error',
            `failed  ${event.origin} -> ${event.destination}: ${side}${event.error?.message ?? ''}`,
          );
          if (event.error?.remedy) this.say('error', `        ${event.error.remedy}`);
        } else
          this.say(
            'debug',
            `${event.result === 'copied' ? 'copied ' : 'present'} ${event.origin} -> ${event.destination} (${bytes(event.bytes)})`,
          );
        return;
      case 'deliverable':
        this.say('info', event.whole ? `whole: ${event.name}` : `not whole: ${event.name}`);
        return;
      case 'retry':
        this.say('debug', `attempt ${event.attempt} in ${duration(event.waitMs)}: ${event.message}`);
        return;
      case 'wait':
        this.waits.set(event.host, event);
        this.say('info', waitWords(event));
        return;
      case 'window':
        this.window = event;
        this.say('info', capitalized(windowWords(event, localTime)));
        return;
      case 'control':
        // What this terminal's own keys asked for was said when they were pressed.
        if (event.by !== requesterName()) this.say('info', `${event.by} asked to ${controlWords(event)}`);
        return;
      case 'problem':
        this.problem(event.problem);
        return;
    }
  }

  /** Progress of what only reads. Bytes, bytes a second, ms. */
  reading(
    phase: 'verify' | 'catalog',
    {
      done,
      total,
      rate,
      remainingMs,
    }: {
      done: number;
      total: number;
      rate: number;
      remainingMs?: number;
    },
  ): void {
    const now = Date.now();
    if (now - this.lastReading < READING_PROGRESS_MS) return;
    this.lastReading = now;
    if (this.json)
      this.options.stdout.write(
        `${inertJson({ type: 'progress', phase, done, total, rate, remainingMs })}\n`,
      );
    else
      this.bar(
        done,
        total,
        `${bytes(done)} of ${bytes(total)}, ${bytes(rate)}/s${remainingMs === undefined ? '' : `, about ${duration(remainingMs)} left`}`,
      );
  }

  private progress(event: Extract<RunEvent, { type: 'progress' }>): void {
    const images = `${event.images.copied + event.images.present}/${event.images.total} images${event.images.failed ? `, ${event.images.failed} failed` : ''}`;
    const isComplete = `${event.deliverables.whole}/${event.deliverables.total} whole`;
    const rest =
      this.waitText() ??
      (event.remainingMs === undefined ? '' : `, about ${duration(event.remainingMs)} left`);
    this.bar(
      event.done,
      event.total,
      `${bytes(event.done)} of ${event.totalKnown ? '' : 'at least '}${bytes(event.total)}, ${bytes(event.rate)}/s${rest}, ${images}, ${isComplete}`,
    );
  }

  /** What the run waits for now, in place of the time left. */
  private waitText(): string | undefined {
    if (this.window?.state === 'closed' && this.window.until !== undefined)
      return `, transfer window opens ${localTime(this.window.until)}`;
    const last = currentWaits([...this.waits.values()], new Date()).sort((a, b) =>
      a.until < b.until ? 1 : -1,
    )[0];
    return last && `, waiting for ${last.host} until ${timeOfDay(last.until)}`;
  }

  /** A bar on a terminal, now and then a plain line elsewhere. */
  private bar(done: number, total: number, text: string): void {
    const percent = total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : 0;
    if (this.options.stderr.isTTY && this.options.logLevel !== 'error') {
      const cells = 20;
      const full = Math.round((percent * cells) / 100);
      const line = `[${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${percent}% ${text}`;
      this.options.stderr.write(
        `\r\x1b[2K${visibleLine(line).slice(0, Math.max(20, (this.options.stderr.columns ?? 120) - 1))}`,
      );
      this.barShown = true;
      return;
    }
    const now = Date.now();
    if (now - this.lastPlain < PLAIN_PROGRESS_MS) return;
    this.lastPlain = now;
    this.say('info', `${percent}% ${text}`);
  }

  private clearBar(): void {
    if (!this.barShown) return;
    this.options.stderr.write('\r\x1b[2K');
    this.barShown = false;
  }
}

const PHASES = {
  collect: 'Collecting what is asked for',
  probe: 'Asking the destination',
  copy: 'Copying',
  finish: 'Finishing the set',
  resources: 'Writing cluster resources',
  verify: 'Verifying',
  replay: 'Mending',
} as const;

/** A value as a line of JSON; its texts have no logins of addresses. */
function jsonLine(value: object): string {
  return `${inertJson(valueWithoutLogins(value))}\n`;
}
