import { closeSync, openSync } from 'node:fs';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { renderChart } from '../../content/helm/render-with-helm.ts';
import { runOutsideCommand } from '../../content/signature/outside-command.ts';
import { runCheckCommand } from '../../media/check/check-command.ts';
import { runSystemTool } from '../../media/drives/tool.ts';
import { runCredentialHelper } from '../../registry/access/credential-helper.ts';
import { forkEngine } from './fork-engine.ts';

/** Every call in the product that starts a program. */
const starts: Record<string, () => Promise<unknown>> = {
  'credential-helper': () => runCredentialHelper('none', 'quay.io', { PATH: process.env.PATH }),
  'drives-tool': () => runSystemTool('true', []),
  'outside-command': () =>
    runOutsideCommand(['true'], {
      env: process.env,
      unusable: (cause) => new AirlockError('usage', 'not usable', { cause }),
    }),
  'check-command': () =>
    runCheckCommand(
      { words: ['true'], program: 'true' } as never,
      { files: '/', image: '', digest: '', volume: '' },
      { env: process.env },
    ),
  helm: () =>
    renderChart({ file: '/bin/true', path: process.env.PATH! } as never, {
      archive: Buffer.alloc(0),
      subject: 'chart',
      values: [],
    }),
  engine: () =>
    new Promise((_, reject) => {
      const engine = forkEngine();
      engine.onExit((reason) => reject(new AirlockError('engine-lost', reason)));
      engine.post({ type: 'close' });
    }),
};

/** Uses up all descriptors except `left`. */
function exhaust(left: number): void {
  const stored: number[] = [];
  try {
    for (;;) stored.push(openSync('/dev/null', 'r'));
  } catch {
    for (const fd of stored.slice(stored.length - left)) closeSync(fd);
  }
}

const [, script, name, left] = process.argv;
if (script?.endsWith('started-programs.fixture.ts') && name) {
  exhaust(Number(left));
  const start = starts[name]!;
  await start().then(
    () => process.stdout.write('started'),
    (error: unknown) => process.stdout.write(asAirlockError(error).code),
  );
  process.exit(0);
}
