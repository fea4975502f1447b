import { execFileSync, spawnSync } from 'node:child_process';

/** Programs that the tests use as real counterparts, and the Debian package that holds each. */
const TOOLS = {
  'docker-registry': 'docker-registry',
  skopeo: 'skopeo',
  gpg: 'gnupg',
  htpasswd: 'apache2-utils',
  curl: 'curl',
  openssl: 'openssl',
  patch: 'patch',
  tar: 'tar',
  strace: 'strace',
  chromium: 'chromium',
  unshare: 'util-linux',
  zsh: 'zsh',
  fish: 'fish',
  man: 'man-db',
  'systemd-analyze': 'systemd',
  prlimit: 'util-linux',
} as const;

/** Time to cancel an installation, ms. */
const CANCEL_MS = 10_000;

/**
 * Makes sure that every program the tests need is there: installs missing ones with apt as root, otherwise throws an
 * error that names them. Nothing is ever skipped for want of a tool.
 */
export async function ensureDebianTools(): Promise<void> {
  const missing = missingTools();
  if (missing.length === 0) return;
  const packages = missing.map((tool) => TOOLS[tool]);
  const install = `apt-get install -y ${packages.join(' ')}`;
  const mayInstall = process.getuid?.() === 0 && isThere('apt-get');
  if (!mayInstall)
    throw new Error(`The tests need ${missing.join(', ')}, and only root may install them here: ${install}`);
  await announced(
    `The tests need ${missing.join(', ')}. As root, this installs Debian packages now: ${install}`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env,
  });
  const still = missingTools();
  if (still.length > 0)
    throw new Error(`The tests need ${still.join(', ')}, and installing them did not help: ${install}`);
}

/** Says what comes, and at a terminal leaves time for Ctrl-C. */
async function announced(message: string): Promise<void> {
  process.stderr.write(`${message}\n`);
  if (!process.stderr.isTTY) return;
  process.stderr.write(`It starts in ${CANCEL_MS / 1000} s. Press Ctrl-C to cancel.\n`);
  await new Promise((resolve) => setTimeout(resolve, CANCEL_MS));
}

function missingTools(): (keyof typeof TOOLS)[] {
  return (Object.keys(TOOLS) as (keyof typeof TOOLS)[]).filter((tool) => !isThere(tool));
}

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}
