// npm run package: packages of the desktop app with SBOM and checksums (docs/release.md).
import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  ARCHITECTURES,
  buildPackages,
  type PackageRequest,
  PLATFORMS,
  type PlatformName,
  packagingConfiguration,
} from './packages/build-packages.ts';
import { checksumSigner, writeChecksums } from './packages/checksums.ts';
import { commitTime } from './packages/commit-time.ts';
import { PACKAGE_OPTIONS } from './packages/options.ts';
import { runScript, UsageError } from './packages/run-script.ts';
import { ROOT } from './run.ts';

/** Platform names of electron-builder by those of Node. */
const HOST: Partial<Record<NodeJS.Platform, PlatformName>> = { linux: 'linux', win32: 'win', darwin: 'mac' };

await runScript(async () => {
  const { values } = parseArgs({ options: PACKAGE_OPTIONS });
  process.env.NODE_ENV = 'production';
  const signer = checksumSigner(values);
  const request = await requestOf(values);
  const [{ assembleDesktop, SBOM_NAME }, { buildPages }] = await Promise.all([
    import('./packages/assemble-desktop.ts'),
    import('./packages/build-pages.ts'),
  ]);
  // Comments in the bundles name sources relative to the working directory.
  process.chdir(ROOT);
  await mkdir(request.output, { recursive: true });
  const staging = await mkdtemp(join(request.output, '.package-'));
  try {
    const pages = await buildPages(join(staging, 'pages'));
    const parts = await assembleDesktop(staging, { pages, time: request.time });
    const packages = await buildPackages(parts, request);
    if (packages.length === 0) return;
    const sbom = join(request.output, `airlock-desktop-${request.version}-${SBOM_NAME}`);
    await copyFile(join(parts.resources, SBOM_NAME), sbom);
    const names = [...packages, sbom].map((file) => basename(file));
    const written = await writeChecksums(join(request.output, 'SHA256SUMS'), names, signer);
    for (const file of packages)
      process.stdout.write(`${file} (${((await stat(file)).size / 1e6).toFixed(1)} MB)\n`);
    process.stdout.write(`${[sbom, ...written].join('\n')}\n`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
});

async function requestOf(values: {
  platform?: string;
  arch?: string[];
  target?: string[];
  dir?: boolean;
  output?: string;
  electron?: string;
}): Promise<PackageRequest> {
  const platform = chosen(
    '--platform',
    Object.keys(PLATFORMS) as PlatformName[],
    values.platform ?? HOST[process.platform],
  );
  // Without an Electron of one architecture, packages are for both.
  const ownOnly = values.dir === true || values.electron !== undefined;
  const architectures = (values.arch ?? (ownOnly ? [process.arch] : ARCHITECTURES)).map((each) =>
    chosen('--arch', ARCHITECTURES, each),
  );
  if (values.electron !== undefined && architectures.length > 1)
    throw new UsageError('--electron is for one architecture. Use --arch once.');
  const { [platform]: settings } = await packagingConfiguration();
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    platform,
    architectures,
    targets: values.dir ? ['dir'] : (values.target ?? (settings!.target as string[])),
    output: resolve(values.output ?? join(ROOT, 'dist', 'packages')),
    version,
    electron: values.electron === undefined ? undefined : resolve(values.electron),
    time: commitTime(),
  };
}

function chosen<Name extends string>(
  option: string,
  names: readonly Name[],
  value: string | undefined,
): Name {
  const name = names.find((each) => each === value);
  if (name !== undefined) return name;
  throw new UsageError(`${option} is '${value}'. Valid values: ${names.join(', ')}.`);
}
