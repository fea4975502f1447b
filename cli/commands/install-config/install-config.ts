import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { addInstallConfigConvert } from './convert.ts';
import { addInstallConfigDay2 } from './day2.ts';
import { installMethod, plainProblem, purposeOptions, readNamedFile } from './file.ts';
import { addInstallConfigFromMirror } from './from-mirror.ts';
import { addInstallConfigManifests } from './manifests.ts';
import { t } from './messages.ts';
import { addTestVCenters } from './test-vcenters.ts';

export function addInstallConfig(program: Command): void {
  const installConfig = program.command('install-config').description(t('installConfig'));
  addCommand(
    installConfig,
    'validate <file>',
    t('validate'),
    purposeOptions,
    async ({ terminal }, options, [file]) => {
      const [{ printable }, { readYaml }, { validateInstallConfig }] = await Promise.all([
        import('../../../core/image-set/config/findings.ts'),
        import('../../../core/base/document/yaml-text.ts'),
        import('../../../core/install/install-config/validate-install-config.ts'),
      ]);
      const { openshiftVersion } = options;
      const method = installMethod(options);
      const { path, text } = await readNamedFile(file!);
      const { ok, problems, unchecked } = validateInstallConfig(readYaml(text), {
        ...{ file: path, method },
        openShiftVersion: openshiftVersion,
      });
      const errors = problems.filter(({ level }) => level === 'error').length;
      for (const problem of problems) {
        terminal.print(printable(problem));
        if (problem.level !== 'info') terminal.print(`    ${problem.remedy}`);
      }
      if (!ok) terminal.print(t('invalid', { file: file!, errors }));
      else if (unchecked) {
        const { platform, fields } = unchecked;
        terminal.print(t('validInPart', { file: file!, warnings: problems.length }));
        terminal.print(t('unchecked', { platform }));
        if (fields.length > 0) terminal.print(t('uncheckedFields', { fields: fields.join(', ') }));
      } else terminal.print(t('valid', { file: file!, warnings: problems.length }));
      terminal.result({ ok, problems: problems.map(plainProblem), unchecked });
      return ok ? 0 : 1;
    },
  );
  addTestVCenters(installConfig);
  addInstallConfigManifests(installConfig);
  addInstallConfigConvert(installConfig);
  addInstallConfigFromMirror(installConfig);
  addInstallConfigDay2(installConfig);
}
