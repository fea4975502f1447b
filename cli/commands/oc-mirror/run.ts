import type { CommandContext } from '../../terminal/command-line.ts';
import { commandHost, VERSION } from '../../terminal/host.ts';
import { type CommandLine, FLAGS, OcMirrorError, parseCommandLine } from './flags.ts';
import { isOcMirrorLevel, OcMirrorLog } from './log.ts';
import { t } from './messages.ts';
import { asOcMirrorError } from './outcome.ts';
import { requireSupported, Values } from './request.ts';

/** Runs a command line of oc-mirror: prints its log, and returns its exit code. Errors end as oc-mirror's do. */
export async function runAsOcMirror(context: CommandContext, words: readonly string[]): Promise<number> {
  const { stdout, stderr } = commandHost();
  let log = new OcMirrorLog(stdout);
  try {
    const line = parseCommandLine(words);
    const values = new Values(line.values);
    if (line.command === 'help' || values.flag('help')) {
      stdout.write(helpText());
      return 0;
    }
    if (values.flag('version') && line.command === 'mirror') {
      stdout.write(`oc-mirror version ${VERSION} (airlock)\n`);
      return 0;
    }
    const level = values.text('log-level') ?? values.text('loglevel') ?? 'info';
    if (!isOcMirrorLevel(level))
      throw new OcMirrorError(`"${level}": invalid log-level, it should be one of (info,debug,trace,error)`);
    log = new OcMirrorLog(stdout, level);
    if (line.command !== 'completion') {
      log.info('👋 Hello, welcome to oc-mirror');
      log.info(`⚙️  environment version: airlock ${VERSION}`);
    }
    requireSupported(values);
    return await perform(context, log, line, values);
  } catch (thrown) {
    const error = asOcMirrorError(thrown);
    log.error(`[Executor] ${error.message} `);
    stderr.write(`${t('seeHelp')}\n`);
    return error.exitCode;
  }
}

async function perform(
  context: CommandContext,
  log: OcMirrorLog,
  { command, args }: CommandLine,
  values: Values,
): Promise<number> {
  switch (command) {
    case 'mirror': {
      const { mirrorAsOcMirror } = await import('./mirror.ts');
      return mirrorAsOcMirror(context, log, values, args);
    }
    case 'delete': {
      const { deleteAsOcMirror } = await import('./delete.ts');
      return deleteAsOcMirror(context, log, values, args);
    }
    case 'list operators': {
      const { listOperatorsAsOcMirror } = await import('./list.ts');
      return listOperatorsAsOcMirror(context, log, values);
    }
    case 'list releases': {
      const { listReleasesAsOcMirror } = await import('./list.ts');
      return listReleasesAsOcMirror(context, log, values);
    }
    case 'list':
      commandHost().stdout.write(helpText());
      return 0;
    case 'version': {
      const { versionAsOcMirror } = await import('./version.ts');
      return versionAsOcMirror(log, values);
    }
    case 'completion': {
      const { ocMirrorCompletion } = await import('./completion.ts');
      commandHost().stdout.write(ocMirrorCompletion(args) ?? helpText());
      return 0;
    }
    case 'help':
      return 0;
  }
}

function helpText(): string {
  const flags = FLAGS.filter(({ hidden }) => !hidden).map(
    ({ name, short, kind, commands, ignored }) =>
      `  ${short === undefined ? '    ' : `-${short}, `}--${name}${kind === 'boolean' ? '' : ` ${kind}`}` +
      `${commands ? ` (${commands.map((each) => (each === 'mirror' ? 'oc-mirror' : each)).join(', ')})` : ''}` +
      `${ignored ? ` ${t('ignored')}` : ''}`,
  );
  return `${t('help')}\n\n${t('flags')}\n${flags.join('\n')}\n\n${t('helpEnd')}\n`;
}
