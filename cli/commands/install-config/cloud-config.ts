import type { Command } from '@commander-js/extra-typings';
import type { CloudConfigConversion } from '../../../core/install/cloud-config/convert-cloud-config.ts';
import type { EffectiveCloudConfig, EffectiveVCenter } from '../../../core/install/cloud-config/model.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { readNamedFile } from './file.ts';

export function addCloudConfig(program: Command): void {
  const cloudConfig = program
    .command('cloud-config')
    .description(
      'configuration of the vSphere cloud provider: read as the provider does, converted from INI to YAML',
    );
  addCommand(
    cloudConfig,
    'show <file>',
    'what the provider makes of it: INI or YAML, also in a ConfigMap; never an account',
    (command) => command,
    async ({ terminal }, _options, [file]) => {
      const { readCloudConfig } = await import('../../../core/install/cloud-config/read-cloud-config.ts');
      const { path, text } = await readNamedFile(file!);
      const { format, effective, problems, ok, wrapper } = readCloudConfig(text, { file: path });
      for (const problem of problems) terminal.problem(problem);
      const isRead = problems.every(({ code }) => code !== 'cloud-config-unreadable');
      if (format && isRead) terminal.print(effectiveText(effective, format));
      terminal.print(
        ok ? `The cloud provider would accept ${file}.` : `The cloud provider would reject ${file}.`,
      );
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
    'as YAML with the same effect; says what is left out. Accounts are never copied',
    (command) =>
      command
        .option('-o, --output <file>', 'write it there, also over the file itself; default: print it')
        .option('--minimal', 'only what is set (default: every setting, as the installer writes it)'),
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
      for (const each of dropped) terminal.say('info', `omitted: ${droppedText(each)}`);
      if (secret)
        terminal.say(
          'warning',
          `The Secret ${secret.namespace}/${secret.name} must have these keys: ${secret.keys.join(', ')}.`,
        );
      const output = options.output === undefined ? undefined : userPath(options.output);
      const ok = text !== undefined && problems.every(({ level }) => level !== 'error');
      if (!ok) terminal.say('error', `Didn't convert ${file}: the cloud provider would reject it.`);
      else if (output) {
        await writeFileAtomic(output, text);
        terminal.print(`Converted ${file} to YAML in ${output}`);
      } else terminal.printText(text.replace(/\n$/, ''));
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
    ['VCENTER', 'SERVER', 'PORT', 'DATACENTERS', 'CERTIFICATE', 'ACCOUNT'],
    ...vcenters.map((vcenter) => [
      ...[vcenter.name, vcenter.server, String(vcenter.port), vcenter.datacenters.join(', ') || '-'],
      vcenter.insecureFlag ? 'not checked' : 'checked',
      accountText(vcenter),
    ]),
  ];
  const settings = [
    ...Object.entries(labels).flatMap(([name, value]) => (value ? [`${name} by category ${value}`] : [])),
    ...Object.entries(nodes).map(([name, value]) => `${name} ${value}`),
    ...(apiDisable ? ['the API is off'] : apiBinding === ':43001' ? [] : [`the API is at ${apiBinding}`]),
  ];
  return [
    `${format.toUpperCase()}, ${count(vcenters.length, 'vCenter')}`,
    ...table(rows),
    ...(settings.length > 0 ? [settings.join('; ')] : []),
  ];
}

function accountText({ credentials }: EffectiveVCenter): string {
  switch (credentials.from) {
    case 'secret':
      return `Secret ${credentials.namespace}/${credentials.name}`;
    case 'directory':
      return `files in ${credentials.path}`;
    case 'clear text':
      return 'in clear text';
    default:
      return 'missing';
  }
}
