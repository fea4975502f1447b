import type { Command } from '@commander-js/extra-typings';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { addInstallConfigConvert } from './convert.ts';
import { addInstallConfigDay2 } from './day2.ts';
import { plainProblem, purposeOptions, readNamedFile } from './file.ts';
import { addInstallConfigFromMirror } from './from-mirror.ts';
import { addInstallConfigManifests } from './manifests.ts';

export function addInstallConfig(program: Command): void {
  const installConfig = program
    .command('install-config')
    .description('install-config.yaml: checked, converted, with every manifest that follows');
  addCommand(
    installConfig,
    'validate <file>',
    "check an install-config.yaml by the installer's rules, in its words, and for what it would not notice",
    purposeOptions,
    async ({ terminal }, options, [file]) => {
      const [{ printable }, { readYaml }, { validateInstallConfig }] = await Promise.all([
        import('../../../core/image-set/config/findings.ts'),
        import('../../../core/base/document/yaml-text.ts'),
        import('../../../core/install/install-config/validate-install-config.ts'),
      ]);
      const { openshiftVersion, agent } = options;
      const { path, text } = await readNamedFile(file!);
      const { ok, problems } = validateInstallConfig(readYaml(text), {
        ...{ file: path, method: agent ? 'agent' : 'installer' },
        openShiftVersion: openshiftVersion,
      });
      const errors = problems.filter(({ level }) => level === 'error').length;
      for (const problem of problems) terminal.print(printable(problem));
      terminal.print(
        ok
          ? `The installer takes ${file}${problems.length > 0 ? `; ${count(problems.length, 'warning')}` : ''}.`
          : `${file} has ${count(errors, 'error')}.`,
      );
      terminal.result({ ok, problems: problems.map(plainProblem) });
      return ok ? 0 : 1;
    },
  );
  addInstallConfigManifests(installConfig);
  addInstallConfigConvert(installConfig);
  addInstallConfigFromMirror(installConfig);
  addInstallConfigDay2(installConfig);
}
