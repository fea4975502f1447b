import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ScheduleLine } from '../../../core/contract/topics/schedules/schedules.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { localTime } from '../../terminal/format.ts';
import { t as common } from '../../terminal/messages.ts';
import { boolean, each, ownZone, userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';
import { configFolder, workspaceOf } from './places.ts';

/** `airlock schedule add` */
export function addScheduleAdd(schedule: Command): void {
  addCommand(
    schedule,
    'add <name> <file://DIR>',
    t('add'),
    (command) =>
      command
        .option('-c, --config <file>', t('configOption'))
        .option('--to <docker://HOST/PATH>', t('toOption'))
        .option('--compare', t('compareOption'))
        .option('--window <text>', t('windowOption'), each)
        .option('--at <time>', t('atOption'))
        .option('--for <enclave>', t('enclaveOption'), 'default')
        .option('--always', t('alwaysOption'))
        .option('--state <directory>', t('stateOption'))
        .option('--authfile <file>', common('authfileOption'))
        .option('--src-tls-verify [boolean]', common('sourceTlsOption'), boolean, true)
        .option('--dest-tls-verify [boolean]', common('destinationTlsOption'), boolean, true)
        .option('--replace <name>', t('replaceOption')),
    async ({ terminal }, options, [name, url]) => {
      const { config, to, compare, window = [], at, always, state, authfile, replace } = options;
      if (compare && to === undefined) throw new AirlockError('usage', t('conflictToDisk'));
      if (compare && config !== undefined) throw new AirlockError('usage', t('conflictConfig'));
      const workspace = workspaceOf(url!, 'add');
      const path = (given: string | undefined) => (given === undefined ? undefined : userPath(given));
      const [{ saveSchedule }, { scheduleLines }, { scheduleSettings }] = await Promise.all([
        import('../../../core/app/schedules/settings.ts'),
        import('../../../core/app/schedules/lines.ts'),
        import('../../../core/contract/topics/schedules/schedules.ts'),
      ]);
      const given = scheduleSettings.safeParse({
        name,
        job: compare ? 'compare' : to === undefined ? 'mirrorToDisk' : 'mirrorToMirror',
        configFile: path(config),
        destination: to,
        enclave: options.for,
        windows: window,
        at,
        onlyIfNew: !always,
        stateDirectory: path(state),
        authFile: path(authfile),
        sourceTlsVerify: options.srcTlsVerify,
        destinationTlsVerify: options.destTlsVerify,
      });
      if (!given.success) {
        const { path: field, message } = given.error.issues[0]!;
        throw new AirlockError('usage', `${field.join('.')}: ${message}`);
      }
      const configDirectory = await configFolder();
      const saved = await saveSchedule(workspace, given.data, {
        ...{ configDirectory, zone: ownZone(), replaces: replace },
      });
      const { schedules, holder } = await scheduleLines(workspace, configDirectory);
      const line = schedules.find((one) => one.name === saved.name);
      terminal.print(startText(line, saved.name));
      if (holder === undefined) terminal.print(t('addedNext', { workspace }));
      terminal.result({ ok: true, workspace, schedule: line });
      return 0;
    },
  );
}

/** Returns when a schedule starts next. */
export function startText(line: ScheduleLine | undefined, name: string): string {
  return line?.nextAt === undefined
    ? t('unplanned', { name })
    : t('added', { name, when: localTime(line.nextAt) });
}
