import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../../base/files/atomic-file.ts';
import type { Authority } from '../../../contract/topics/settings.ts';
import { certificateFolderOf, certificateFolders } from '../../../registry/access/host-certificates.ts';
import { nameOnOneLine } from '../../../registry/access/peer-certificate.ts';
import {
  authorityFile,
  certificatesIn,
  trustedAuthorities,
} from '../../../registry/access/trusted-authorities.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import { registryNameOf } from './name.ts';

/** The file that Airlock writes in the folder of a host. Other files there belong to others. */
const OWN_FILE = 'airlock.crt';
/** The place of a file that applies to all servers instead of one host. */
const EVERY_SERVER = 'all servers';

export function authorityHandlers({ host, settings, emit }: ServiceState): HandlersOf<'authorities'> {
  const folders = certificateFolders({ home: host.home, systemRoot: '' });
  return {
    'authorities.list': async () => {
      const systemFile = authorityFile(host.env, '');
      const named = host.env.SSL_CERT_FILE ? await authoritiesOf(host.env.SSL_CERT_FILE, EVERY_SERVER) : [];
      const own = await Promise.all(folders.map(authoritiesOfHosts));
      return {
        authorities: [...named, ...own.flat()],
        systemFile: systemFile || undefined,
        systemCount: trustedAuthorities({ ...host.env }, '').length,
      };
    },
    'authorities.add': async ({ host: typed, pem }) => {
      const { host: registry, path } = registryNameOf(typed, 'host');
      if (path)
        throw new AirlockError('usage', t('authorityPath', { registry }), {
          remedy: t('authorityPathRemedy', { registry }),
          at: { path: 'host' },
        });
      const certificates = authoritiesIn(pem);
      const folder = join(folders[0]!, registry);
      const read = certificateFolderOf(folders, registry) ?? folder;
      if (dirname(read) !== folders[0])
        throw new AirlockError('unsupported', t('authorityDirectoryHidden', { folder: read }), {
          side: 'local',
          remedy: t('authorityDirectoryHiddenRemedy', { file: join(read, OWN_FILE) }),
          at: { file: read },
        });
      const file = join(read, OWN_FILE);
      const before = certificatesIn(await readFile(file, 'utf8').catch(() => ''));
      const all = [...new Set([...before, ...certificates.map((each) => each.toString().trim())])];
      await makeDirectory(read);
      await writeFileAtomic(file, `${all.join('\n')}\n`);
      emit({ type: 'settings', settings: await settings.read() });
      return { file, subjects: certificates.map(({ subject }) => nameOnOneLine(subject)) };
    },
  };
}

/** Returns only the CAs of a pasted text. @throws AirlockError `config-invalid` */
function authoritiesIn(pem: string): X509Certificate[] {
  const invalid = (message: string, remedy: string): AirlockError =>
    new AirlockError('config-invalid', message, { side: 'local', remedy, at: { path: 'pem' } });
  const found = certificatesIn(pem).map((text) => {
    try {
      return new X509Certificate(text);
    } catch {
      throw invalid(t('certificateDamaged'), t('certificateDamagedRemedy'));
    }
  });
  if (found.length === 0) throw invalid(t('certificateMissing'), t('certificateMissingRemedy'));
  const useful = found.filter((each) => each.ca || each.subject === each.issuer);
  if (useful.length > 0) return useful;
  throw invalid(
    t('certificateOfServer'),
    t('certificateOfServerRemedy', { issuer: nameOnOneLine(found.at(-1)!.issuer) }),
  );
}

async function authoritiesOfHosts(folder: string): Promise<Authority[]> {
  const hosts = await readdir(folder).catch(() => []);
  const lists = hosts.sort().map(async (name) => {
    const files = await readdir(join(folder, name)).catch(() => []);
    const own = files.filter((file) => file.endsWith('.crt')).sort();
    return (await Promise.all(own.map((file) => authoritiesOf(join(folder, name, file), name)))).flat();
  });
  return (await Promise.all(lists)).flat();
}

/** Damaged files are omitted here, because runs report them. */
async function authoritiesOf(file: string, scope: string): Promise<Authority[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return certificatesIn(text).flatMap((pem) => {
    try {
      const { subject, issuer, validToDate } = new X509Certificate(pem);
      const names = { subject: nameOnOneLine(subject), issuer: nameOnOneLine(issuer) };
      return [{ ...names, notAfter: validToDate.toISOString(), file, scope }];
    } catch {
      return [];
    }
  });
}
