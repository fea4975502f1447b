/**
 * Runs parsers on hostile inputs and prints what each cost, so that other load on the machine doesn't matter.
 * `node stress/parsers/parser-child.ts BYTES MEGABYTES PARSER:INPUT…`; memory is the peak of the process until then, and the process
 * ends after the input that brings it above MEGABYTES.
 */
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { corpusOf } from './fuzz.ts';
import { hostileInputs } from './hostile-inputs.ts';
import { PARSERS } from './parser-entries.ts';
import { stretchedSamples } from './stretched-samples.ts';

const [bytes, most, ...tasks] = process.argv.slice(2);
for (const task of tasks) {
  const colon = task.indexOf(':');
  const [parser, input] = [task.slice(0, colon), task.slice(colon + 1)];
  const { syntax, run } = PARSERS[parser]!;
  const makers = { ...hostileInputs(syntax), ...stretchedSamples(corpusOf(parser), syntax) };
  const text = makers[input]!(Number(bytes));
  const before = process.cpuUsage();
  let outcome: string;
  try {
    const result = await run(text);
    outcome = `result of ${(JSON.stringify(result) ?? '').length} characters`;
  } catch (error) {
    outcome =
      error instanceof AirlockError
        ? `${error.code}: ${error.message.slice(0, 120)}`
        : `UNEXPECTED ${(error as Error).stack?.slice(0, 900)}`;
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(`${JSON.stringify({ parser, input, seconds, megabytes, outcome })}\n`);
  if (megabytes > Number(most)) break;
}
