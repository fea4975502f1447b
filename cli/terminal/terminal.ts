import { LOG_LEVELS, type Log, type LogLevel } from '../../core/app/log/log.ts';
import { runEventLog } from '../../core/app/log/run-event-log.ts';
import { inertJson, visibleLine, visibleText } from '../../core/base/document/inert-text.ts';
import type { AirlockError, Problem, Side } from '../../core/base/errors/airlock-error.ts';
import { valueWithoutLogins, withoutLogins } from '../../core/base/errors/without-logins.ts';
import { currentWaits, timeOfDay, waitWords } from '../../core/contract/topics/link-words.ts';
import type { RunWait } from '../../core/contract/topics/run.ts';
import { controlWords, windowWords } from '../../core/runs/control/control-words.ts';
import { requesterName } from '../../core/runs/control/requester-name.ts';
import type { RunEvent } from '../../core/runs/progress/events.ts';
import { RateMeter } from '../../core/runs/progress/rate-meter.ts';
import { bytes, duration, localTime } from './format.ts';
import { t } from './messages.ts';

export interface TerminalOptions {
  json: boolean;
  logLevel: LogLevel;
  /** Receives every message and the events of runs, also with --json. */
  log?: Log;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
}

const PLAIN_PROGRESS_MS = 5_000;
const READING_PROGRESS_MS = 250;

/**
 * Writes a command's results to standard output (with --json every event as one line, the result last), and progress
 * and messages to standard error. Progress is a bar on a terminal, and plain lines elsewhere.
 */
export class Terminal {
  private readonly options: TerminalOptions;
  private barShown = false;
  private lastPlain = Date.now();
  private lastReading = 0;
  private readonly waits = new Map<string, RunWait>();
  private readonly logEvent: ((event: RunEvent) => void) | undefined;
  private window: Extract<RunEvent, { type: 'window' }> | undefined;

  constructor(options: TerminalOptions) {
    this.options = options;
    this.logEvent = options.log && runEventLog(options.log);
  }

  /** The log of this command. */
  get log(): Log | undefined {
    return this.options.log;
  }

  get json(): boolean {
    return this.options.json;
  }

  /**
   * Prints lines of the output. A line break in a name never starts another line. Prints nothing with --json, where
   * `result` is the output.
   */
  print(lines: string | readonly string[]): void {
    if (this.json) return;
    this.clearBar();
    const shown = [lines].flat().map((line) => visibleLine(withoutLogins(line)));
    this.options.stdout.write(`${shown.join('\n')}\n`);
  }

  /** Prints a document of several lines, whose names are escaped by its format or by {@link visibleLine}. */
  printText(text: string): void {
    if (this.json) return;
    this.clearBar();
    this.options.stdout.write(`${visibleText(withoutLogins(text))}\n`);
  }

  /** Prints the text of a file as it is, so that redirected output equals the file. Prints nothing with --json. */
  printFile(text: string): void {
    if (this.json) return;
    this.clearBar();
    const [, mark = '', content = ''] = /^(\uFEFF?)([\s\S]*)$/.exec(withoutLogins(text)) ?? [];
    this.options.stdout.write(mark + content.split('\r\n').map(visibleText).join('\r\n'));
  }

  /** Prints the command's result, the last line with --json. */
  result(value: object): void {
    this.clearBar();
    if (this.json) this.options.stdout.write(jsonLine({ type: 'result', ...value }));
  }

  /** Prints another line with --json, for example that a server is ready. */
  line(value: { type: string } & Record<string, unknown>): void {
    if (this.json) this.options.stdout.write(jsonLine(value));
  }

  /** Prints and logs a message of one or several lines. A line break in a name never starts another line. */
  say(level: LogLevel, ...lines: string[]): void {
    this.log?.write(level, lines.map((line) => line.trim()).join(' '));
    this.show(level, ...lines);
  }

  /** Prints a message that isn't logged, or was logged with its facts. */
  private show(level: LogLevel, ...lines: string[]): void {
    if (this.json || LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(this.options.logLevel)) return;
    this.clearBar();
    const shown = lines.map((line) => visibleLine(withoutLogins(line)));
    this.options.stderr.write(`${shown.join('\n    ')}\n`);
  }

  problem(problem: Problem): void {
    const { level: severity, message, ...facts } = problem;
    this.log?.write(severity, message, facts);
    this.showProblem(problem);
  }

  private showProblem(problem: Problem): void {
    if (this.json) return;
    const level = problem.level === 'info' ? 'info' : problem.level;
    const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
    const field = problem.path && !namesField(problem.message, problem.path) ? `${problem.path}: ` : '';
    this.show(level, `${place ? `${place}: ` : ''}${problem.level}: ${field}${problem.message}`);
    if (problem.remedy && problem.level !== 'info') this.show(level, `    ${problem.remedy}`);
  }

  /** Prints an error that ends the command. With --json, the result contains it. */
  error(error: AirlockError): void {
    const { level: _level, message: _message, ...facts } = error.toJSON();
    const { stack } = error.code === 'internal' && error.cause instanceof Error ? error.cause : error;
    const cause = error.code === 'internal' ? stack : undefined;
    this.log?.write('error', error.message, { ...facts, problems: error.problems, stack: cause });
    const [only, ...others] = error.problems;
    const isOwnMessage = only !== undefined && others.length === 0 && error.message.includes(only.message);
    const problems = isOwnMessage ? [] : error.problems;
    for (const problem of problems) this.showProblem(problem);
    this.show('error', t('error', { message: withSide(error, error.message) }));
    if (error.expected !== undefined) this.show('error', `    ${t('expected', { value: error.expected })}`);
    if (error.found !== undefined) this.show('error', `    ${t('found', { value: error.found })}`);
    if (problems.length === 0) this.show('error', `    ${error.remedy}`);
    if (error.code === 'internal' && error.cause instanceof Error)
      this.show('debug', ...(error.cause.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)));
  }

  event(event: RunEvent): void {
    this.logEvent?.(event);
    if (this.json) {
      this.options.stdout.write(jsonLine(event));
      return;
    }
    switch (event.type) {
      case 'run':
        this.show('info', t('run', { run: event.run, workflow: event.workflow, directory: event.directory }));
        return;
      case 'phase':
        this.show(
          'info',
          event.detail
            ? t('phase', { phase: t(`${event.phase}Phase`), detail: event.detail })
            : t(`${event.phase}Phase`),
        );
        return;
      case 'plan':
        if (event.complete)
          this.show(
            'info',
            t('planned', {
              images: event.images,
              size: bytes(event.bytes),
              present: bytes(event.bytesPresent),
            }),
          );
        return;
      case 'progress':
        this.progress(event);
        return;
      case 'image':
        if (event.result === 'failed') {
          this.show(
            'error',
            t('imageFailed', {
              origin: event.origin,
              destination: event.destination,
              message: event.error ? withSide(event.error, event.error.message) : '',
            }),
          );
          if (event.error?.remedy) this.show('error', `        ${event.error.remedy}`);
        } else
          this.show(
            'debug',
            t(event.result === 'copied' ? 'imageCopied' : 'imagePresent', {
              origin: event.origin,
              destination: event.destination,
              size: bytes(event.bytes),
            }),
          );
        return;
      case 'deliverable':
        this.show(
          'info',
          t(event.complete ? 'deliverableComplete' : 'deliverableIncomplete', { name: event.name }),
        );
        return;
      case 'retry':
        this.show(
          'debug',
          t('retry', { attempt: event.attempt, wait: duration(event.waitMs), message: event.message }),
        );
        return;
      case 'wait':
        this.waits.set(event.host, event);
        this.show('info', waitWords(event));
        return;
      case 'window':
        this.window = event;
        this.show('info', windowWords(event, localTime));
        return;
      case 'control':
        // Requests by this terminal's own keys were reported when the keys were pressed.
        if (event.by !== requesterName())
          this.show('info', t('controlRequest', { requester: event.by, request: controlWords(event) }));
        return;
      case 'problem':
        this.showProblem(event.problem);
        return;
    }
  }

  /** Returns a listener that shows the progress of one reading with its own rate, in bytes. */
  readingProgress(
    phase: 'verify' | 'catalog' | 'extract',
  ): (progress: { done: number; total: number }) => void {
    const meter = new RateMeter();
    return ({ done, total }) => {
      meter.add(performance.now(), done);
      const rate = Math.round(meter.rate());
      this.reading(phase, { done, total, rate, remainingMs: meter.remainingMs(total - done) });
    };
  }

  /** Shows the progress of reading, in bytes, bytes per second and milliseconds. */
  reading(
    phase: 'verify' | 'catalog' | 'extract',
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
        [
          t('amount', { done: bytes(done), total: bytes(total) }),
          t('rate', { rate: bytes(rate) }),
          ...(remainingMs === undefined ? [] : [t('remaining', { duration: duration(remainingMs) })]),
        ].join(', '),
      );
  }

  /** Shows the progress of reading things that have no size. @param text as a sentence, with both numbers */
  counting(phase: 'probe', { done, total, text }: { done: number; total: number; text: string }): void {
    const now = Date.now();
    if (now - this.lastReading < READING_PROGRESS_MS) return;
    this.lastReading = now;
    if (this.json) this.options.stdout.write(`${inertJson({ type: 'progress', phase, done, total })}\n`);
    else this.bar(done, total, text);
  }

  private progress(event: Extract<RunEvent, { type: 'progress' }>): void {
    const { images, deliverables, remainingMs } = event;
    const rest =
      this.waitText() ??
      (remainingMs === undefined ? undefined : t('remaining', { duration: duration(remainingMs) }));
    const parts = [
      t(event.totalKnown ? 'amount' : 'amountAtLeast', {
        done: bytes(event.done),
        total: bytes(event.total),
      }),
      t('rate', { rate: bytes(event.rate) }),
      ...(rest === undefined ? [] : [rest]),
      t('imageCount', { done: images.copied + images.present, total: images.total }),
      ...(images.failed ? [t('failedCount', { count: images.failed })] : []),
      t('deliverableCount', { complete: deliverables.complete, total: deliverables.total }),
    ];
    this.bar(event.done, event.total, parts.join(', '));
  }

  /** Returns the reason why the run waits now, shown in place of the time left. */
  private waitText(): string | undefined {
    if (this.window?.state === 'closed' && this.window.until !== undefined)
      return t('windowOpens', { time: localTime(this.window.until) });
    const last = currentWaits([...this.waits.values()], new Date()).sort((a, b) =>
      a.until < b.until ? 1 : -1,
    )[0];
    return last && t('waiting', { host: last.host, time: timeOfDay(last.until) });
  }

  /** Shows a bar on a terminal, and a plain line every few seconds elsewhere. */
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
    this.show('info', `${percent}% ${text}`);
  }

  private clearBar(): void {
    if (!this.barShown) return;
    this.options.stderr.write('\r\x1b[2K');
    this.barShown = false;
  }
}

/** Codes of local disks and drives, of which a side would say that they are registries. */
const LOCAL_CODES: ReadonlySet<string> = new Set([
  'disk',
  'disk-full',
  'file-system',
  'archive-hostile',
  'archive-malformed',
  'archive-size',
  'index-unsigned',
  'workspace-format',
  'workspace-invalid',
  'content-missing',
  'usage',
  'interrupted',
  'internal',
]);

/** Returns a message after the registry or service that it is about. Messages about this host and its drives are unchanged. */
function withSide({ code, side }: { code: string; side?: Side | undefined }, message: string): string {
  if (side === undefined || side === 'local' || LOCAL_CODES.has(code)) return message;
  return t(side === 'source' ? 'errorOnSource' : 'errorOnDestination', { message });
}

/** Returns a value as a line of JSON, without credentials in addresses. */
function jsonLine(value: object): string {
  return `${inertJson(valueWithoutLogins(value))}\n`;
}

/** Returns true if a message already names a field: by its path, its parent's path, or its name at the start. */
function namesField(message: string, path: string): boolean {
  const dot = path.lastIndexOf('.');
  const parent = path.slice(0, Math.max(dot, 0));
  return (
    message.includes(path) ||
    (parent.includes('.') && message.includes(parent)) ||
    (dot >= 0 && message.startsWith(`${path.slice(dot + 1)} `))
  );
}
