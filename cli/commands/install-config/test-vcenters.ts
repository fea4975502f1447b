import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { hostFacts } from '../../terminal/host.ts';
import { printFindings } from '../output/findings.ts';
import { readNamedFile } from './file.ts';
import { t } from './messages.ts';

const WOULD_FAIL = 2;

export function addTestVCenters(installConfig: Command): void {
  addCommand(
    installConfig,
    'test-vcenters <file>',
    t('testVCenters'),
    (command) => command,
    async ({ terminal, signal, pause }, _options, [file]) => {
      const [{ testVCenter, vcenterAddress }, { problemOf }, { readInstallConfig }, { afterLoading }] =
        await Promise.all([
          import('../../../core/app/vcenters/test-vcenter.ts'),
          import('../../../core/app/doctor/checks/finding.ts'),
          import('../../../core/install/install-config/model/read-install-config.ts'),
          import('../../../core/install/install-config/deprecated/deprecated.ts'),
        ]);
      const { path, text } = await readNamedFile(file!);
      const { config: read, problems: faults } = readInstallConfig(text, { file: path });
      const errors = faults.filter(({ level }) => level === 'error');
      if (errors.length > 0)
        throw new AirlockError('install-config-invalid', t('unreadable', { file: file! }), {
          remedy: t('unreadableRemedy', { file: file! }),
          at: { file: path },
          problems: errors.map(({ fix: _, ...problem }) => problem),
        });
      const { config } = afterLoading(read);
      const vcenters = config.platform?.vsphere?.vcenters ?? [];
      if (vcenters.length === 0)
        throw new AirlockError('usage', t('noVCenters', { file: file! }), {
          remedy: t('noVCentersRemedy'),
          at: { file: path },
        });
      terminal.say('info', t('contactVCenters', { addresses: vcenters.map(vcenterAddress).join(', ') }));
      const tests = await Promise.all(
        vcenters.map((_, index) =>
          // An incomplete test saves nothing, so the first Ctrl-C stops it.
          testVCenter({ config, index, host: hostFacts(), signal: AbortSignal.any([signal, pause]) }),
        ),
      );
      for (const { address, findings } of tests) {
        terminal.print([t('vcenterTitle', { address }), '']);
        printFindings(terminal, findings);
        terminal.print('');
      }
      const failed = tests.filter(({ findings }) => findings.some(({ level }) => level === 'error'));
      terminal.print(
        failed.length > 0
          ? t('vcentersFailed', { failed: failed.length, count: tests.length })
          : t('vcentersPassed', { count: tests.length }),
      );
      terminal.result({
        ok: failed.length === 0,
        vcenters: tests,
        problems: tests.flatMap(({ findings }) => findings.flatMap((finding) => problemOf(finding) ?? [])),
      });
      return failed.length === 0 ? 0 : WOULD_FAIL;
    },
    { interrupted: t('testStopping') },
  );
}
