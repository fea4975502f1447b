import type { Command } from '@commander-js/extra-typings';
import type { CloudConfigConversion } from '../../../core/install/cloud-config/convert-cloud-config.ts';
import type { EffectiveCloudConfig, EffectiveVCenter } from '../../../core/install/cloud-config/model.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { readNamedFile } from './file.ts';
import { t } from './messages.ts';

export function addCloudConfig(program: Command): void {
  const cloudConfig = program.command('cloud-config').description(t('cloudConfig'));
  addCommand(
    cloudConfig,
    'show <file>',
    t('showCloudConfig'),
    (command) => command,
    async ({ terminal }, _options, [file]) => {
      const { readCloudConfig } = await import('../../../core/install/cloud-config/read-cloud-config.ts');
      const { path, text } = await readNamedFile(file!);
      const { format, effective, problems, ok, wrapper } = readCloudConfig(text, { file: path });
      for (const problem of problems) terminal.problem(problem);
      const isRead = problems.every(({ code }) => code !== 'cloud-config-unreadable');
      if (format && isRead) terminal.print(effectiveText(effective, format));
      terminal.print(t(ok ? 'accepted' : 'rejected', { file: file! }));
      terminal.result({
        ...{ ok, format: format ?? null, problems },
        foundIn: wrapper && { kind: wrapper.kind, name: wrapper.name, key: wrapper.key },
        configuration: effective,
      });
      return ok ? 0 : 1;
    },
  );
  addCommand(
    cloudConfig,
    'convert <file>',
    t('convertCloudConfig'),
    (command) =>
      command
        .option('-o, --output <file>', t('cloudConfigOutputOption'))
        .option('--minimal', t('minimalOption')),
    async ({ terminal }, options, [file]) => {
      const [{ convertCloudConfig, droppedText }, { writeFileAtomic }] = await Promise.all([
        import('../../../core/install/cloud-config/convert-cloud-config.ts'),
        import('../../../core/base/files/atomic-file.ts'),
      ]);
      const { path, text: given } = await readNamedFile(file!);
      const layout = options.minimal ? 'minimal' : 'full';
      const conversion: CloudConfigConversion = convertCloudConfig(given, { file: path, layout });
      const { dropped, problems, secret, from } = conversion;
      const text = conversion.configMap ?? conversion.text;
      for (const problem of problems) terminal.problem(problem);
      for (const each of dropped) terminal.say('info', t('omitted', { setting: droppedText(each) }));
      if (secret)
        terminal.say(
          'warning',
          t('secretKeys', {
            secret: `${secret.namespace}/${secret.name}`,
            keys: secret.keys.join(', '),
          }),
        );
      const output = options.output === undefined ? undefined : userPath(options.output);
      const ok = text !== undefined && problems.every(({ level }) => level !== 'error');
      if (!ok) terminal.say('error', t('cloudConfigNotConverted', { file: file! }));
      else if (output) {
        await writeFileAtomic(output, text);
        terminal.print(t('cloudConfigConverted', { file: file!, output }));
      } else terminal.printFile(text);
      terminal.result({
        ...{ ok, from: from ?? null, dropped, problems },
        secret,
        output: ok ? output : undefined,
        configuration: ok && !output ? text : undefined,
      });
      return ok ? 0 : 1;
    },
  );
}

function effectiveText(
  { vcenters, labels, nodes, apiDisable, apiBinding }: EffectiveCloudConfig,
  format: string,
): string[] {
  const rows = [
    [
      ...[t('vcenterColumn'), t('serverColumn'), t('portColumn')],
      ...[t('datacentersColumn'), t('certificateColumn'), t('accountColumn')],
    ],
    ...vcenters.map((vcenter) => [
      ...[vcenter.name, vcenter.server, String(vcenter.port), vcenter.datacenters.join(', ') || '-'],
      t(vcenter.insecureFlag ? 'certificateNotChecked' : 'certificateChecked'),
      accountText(vcenter),
    ]),
  ];
  const settings = [
    ...Object.entries(labels).flatMap(([name, value]) =>
      value ? [t('tagCategory', { label: name, category: value })] : [],
    ),
    ...Object.entries(nodes).map(([name, value]) => t('nodeSetting', { name, value: String(value) })),
    ...(apiDisable ? [t('apiOff')] : apiBinding === ':43001' ? [] : [t('apiAt', { address: apiBinding })]),
  ];
  return [
    t('vcenters', { format: format.toUpperCase(), count: vcenters.length }),
    ...table(rows),
    ...(settings.length > 0 ? [settings.join('; ')] : []),
  ];
}

function accountText({ credentials }: EffectiveVCenter): string {
  switch (credentials.from) {
    case 'secret':
      return t('accountInSecret', { secret: `${credentials.namespace}/${credentials.name}` });
    case 'directory':
      return t('accountInDirectory', { path: credentials.path });
    case 'clear-text':
      return t('accountInClearText');
    default:
      return t('accountMissing');
  }
}
