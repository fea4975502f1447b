import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseManifest } from '../../base/image/manifest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import {
  certificateAuthority,
  type Issued,
  type Loopback,
  serveHttps,
} from '../../registry/access/loopback-servers.fixture.ts';
import { sampleImage } from '../../registry/server/sample-image.fixture.ts';
import { type RegistryServerOptions, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { type HostProbes, hostProbes } from './checks/host-probes.ts';
import { type DoctorOptions, type DoctorReport, type DoctorRequest, examine } from './examine.ts';

/** A host with one trusted CA, and registries on the loopback interface with certificates of this CA. */
export interface Patient extends AsyncDisposable {
  directory: string;
  home: string;
  env: Record<string, string>;
  authority: ReturnType<typeof certificateAuthority>;
  /** A certificate for 127.0.0.1 of the trusted CA. */
  issued: Issued;
  /** With TLS unless `tls` is undefined; it has the image `team/tool:1`. */
  registry(options?: Partial<RegistryServerOptions> & { layerBytes?: number }): Promise<string>;
  /** ImageSetConfiguration of additional images. */
  configuration(...images: string[]): Promise<string>;
  examine(request?: Partial<DoctorRequest>, options?: Partial<DoctorOptions>): Promise<DoctorReport>;
}

/** A healthy host, whatever host the tests run on. */
export function healthyProbes(changed: Partial<HostProbes> = {}): HostProbes {
  return {
    ...hostProbes(),
    fileSystem: async () => ({
      type: 0x58465342,
      freeBytes: 200 * 2 ** 30,
      totalBytes: 400 * 2 ** 30,
      freeFiles: 1_000_000,
      totalFiles: 2_000_000,
    }),
    mounts: async () => '27 1 254:0 / / rw,relatime - xfs /dev/vda rw\n',
    umask: () => 0o022,
    fips: async () => ({ kernel: false, node: false }),
    resolvers: () => [],
    versions: async () => ({ node: 'v24.1.0', system: 'a system' }),
    ...changed,
  };
}

export async function newPatient(): Promise<Patient> {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-doctor-'));
  const home = join(directory, 'home');
  mkdirSync(join(home, '.docker'), { recursive: true });
  const authority = certificateAuthority(directory, 'Lab Root');
  const issued = authority.issue('server', 'IP:127.0.0.1,DNS:localhost');
  const env = { SSL_CERT_FILE: authority.certFile, SSL_CERT_DIR: join(directory, 'none') };
  const servers = new AsyncDisposableStack();
  let files = 0;
  return {
    directory,
    home,
    env,
    authority,
    issued,
    async registry({ layerBytes = 20_000, ...options } = {}) {
      const storage = memoryStorage();
      const image = sampleImage({ layerBytes });
      for (const bytes of image.blobs) {
        const sink = await storage.writer!.newBlob();
        await sink.write(bytes);
        await sink.keep('team/tool', sha256(bytes));
      }
      await storage.writer!.putManifest('team/tool', image, parseManifest(image.bytes), '1');
      const server = await startRegistryServer({ storage, tls: issued, ...options });
      servers.defer(() => server.close());
      return server.host;
    },
    async configuration(...images) {
      const file = join(directory, `isc-${++files}.yaml`);
      const lines = images.map((name) => `    - name: ${name}`);
      await writeFile(
        file,
        `kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  additionalImages:\n${lines.join('\n')}\n`,
      );
      return file;
    },
    examine(request = {}, options = {}) {
      const host: HostFacts = { env, home, tool: 'airlock 0.0.0' };
      return examine({ sourceTlsVerify: true, destinationTlsVerify: true, ...request }, host, {
        signal: new AbortController().signal,
        probes: healthyProbes(),
        stepTime: 4_000,
        sampleBytes: 2 ** 20,
        ...options,
      });
    },
    async [Symbol.asyncDispose]() {
      await servers.disposeAsync();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** All problems, one line each. */
export function wrong({ findings }: DoctorReport): string[] {
  return findings
    .filter(({ level }) => level !== 'ok')
    .map(({ level, check, subject, code }) => `${level} ${check} ${subject} ${code}`);
}

/** A server in front of another that changes its `Date`. */
export function serveWithDate(target: string, skewMs: number, tls: Issued): Promise<Loopback> {
  const [, port] = target.split(':');
  return serveHttps(tls, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, {
        ...answer.headers,
        date: new Date(Date.now() + skewMs).toUTCString(),
      });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
}

/** A certificate for 127.0.0.1 with any dates; `openssl x509` only supports days from now. */
export function issueBetween(patient: Patient, from: Date, to: Date): Issued {
  const folder = join(patient.directory, `ca-${from.getTime()}`);
  mkdirSync(join(folder, 'new'), { recursive: true });
  const at = (name: string) => join(folder, name);
  const { certFile: caFile } = patient.authority;
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('serial'), '01\n');
  writeFileSync(at('ext'), 'subjectAltName=IP:127.0.0.1\n');
  writeFileSync(
    at('conf'),
    [
      '[ca]\ndefault_ca=own',
      `[own]\ndatabase=${at('index.txt')}\nserial=${at('serial')}\nnew_certs_dir=${at('new')}`,
      'default_md=sha256\npolicy=any\n[any]\ncommonName=supplied',
    ].join('\n'),
  );
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const [certFile, keyFile] = [at('cert'), at('key')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', ...curve, '-keyout', keyFile, '-out', at('csr'), '-subj', '/CN=dated');
  const dates = ['-startdate', stamp(from), '-enddate', stamp(to)];
  const ca = ['-cert', caFile, '-keyfile', caFile.replace(/crt$/, 'key')];
  openssl(
    'ca',
    '-batch',
    '-notext',
    '-config',
    at('conf'),
    ...ca,
    ...dates,
    '-extfile',
    at('ext'),
    '-in',
    at('csr'),
    '-out',
    certFile,
  );
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile, keyFile };
}

function stamp(date: Date): string {
  return `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}

/** A name server: `known` answers 10.0.0.9, `unknown` that the name doesn't exist, `silent` nothing. */
export async function nameServer(
  behavior: 'known' | 'unknown' | 'silent',
): Promise<AsyncDisposable & { address: string }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    if (behavior === 'silent') return;
    const end = question.indexOf(0, 12) + 5;
    const isA = question.readUInt16BE(end - 4) === 1;
    const answers = behavior === 'known' && isA ? 1 : 0;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(behavior === 'known' ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(answers, 6);
    head.writeUInt32BE(0, 8);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, 9]);
    socket.send(
      Buffer.concat([head, question.subarray(12, end), ...(answers ? [answer] : [])]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}
