import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AirlockError } from '../base/errors/airlock-error.ts';
import { inUrl, loopbackAddress } from '../base/files/loopback-address.ts';
import type { Digest } from '../base/image/digest.ts';
import type { PracticeRelease } from './inventory.ts';
import { newReleaseSigner, type ReleaseKeyType, type ReleaseSigner } from './release-signer.ts';
import { graphDataArchive, updateGraph } from './update-graph.ts';

/** Wrong answers of the signature service, for tests. Each lasts until `restore`. */
export interface SignatureKnobs {
  /** The signature is missing: 404. */
  drop(digest: Digest): void;
  /** Serves the valid signature of another release at this release's address. */
  swap(digest: Digest, other: Digest): void;
  /** The signed text was changed after signing, but still contains the right digest. */
  alter(digest: Digest): void;
  /** A signature by an unknown key. */
  forge(digest: Digest): Promise<void>;
  restore(): void;
}

/** Update graph, graph data and release signatures on the loopback interface. */
export interface PracticeServices {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  /** Values of UPDATE_URL_OVERRIDE and OCP_SIGNATURE_URL. */
  updateUrl: string;
  signatureUrl: string;
  /** Armored public key that verifies the signatures. */
  publicKey: string;
  signatures: SignatureKnobs;
  /** Path and query of every request so far. */
  requests: string[];
  close(): Promise<void>;
}

const GRAPH = '/api/upgrades_info/v1/graph';
const GRAPH_DATA = '/api/upgrades_info/graph-data';
const SIGNATURES = '/signatures/openshift/release/';

/** Starts the services for these releases on the loopback address; port 0 selects a free port. @throws AirlockError `connection` when the port is in use */
export async function startPracticeServices(
  releases: PracticeRelease[],
  port = 0,
  keyType: ReleaseKeyType = 'ecc',
): Promise<PracticeServices> {
  const signer = await newReleaseSigner(keyType);
  const signed = await signAll(signer, releases);
  let served = new Map(signed);
  const graphData = graphDataArchive(releases);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push(url.pathname + url.search);
    const answer = answerTo(url, { releases, signatures: served, graphData });
    response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': answer.body.length });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  });
  const address = loopbackAddress();
  const url = `http://${inUrl(address)}:${await listen(server, address, port)}`;
  const signatureOf = (digest: Digest): Buffer => {
    const signature = signed.get(digest);
    if (!signature) throw new AirlockError('internal', `${digest} is not a release of this practice world`);
    return signature;
  };
  return {
    url,
    updateUrl: `${url}${GRAPH}`,
    signatureUrl: `${url}${SIGNATURES}`,
    publicKey: signer.publicKey,
    requests,
    signatures: {
      drop: (digest) => void served.delete(digest),
      swap: (digest, other) => void served.set(digest, signatureOf(other)),
      alter: (digest) => void served.set(digest, altered(signatureOf(digest))),
      forge: async (digest) => {
        const forged = await signAll(await newReleaseSigner(), releases);
        served.set(digest, forged.get(digest)!);
      },
      restore: () => {
        served = new Map(signed);
      },
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function signAll(signer: ReleaseSigner, releases: PracticeRelease[]): Promise<Map<Digest, Buffer>> {
  const signatures = releases.map(
    async ({ digest, payload }) => [digest, await signer.sign(digest, payload.source)] as const,
  );
  return new Map(await Promise.all(signatures));
}

/**
 * Changes the creator's name. Length and digest in the text are unchanged, so that only the OpenPGP check can detect
 * it.
 */
function altered(signature: Buffer): Buffer {
  const copy = Buffer.from(signature);
  const at = copy.indexOf('Practice release signer');
  if (at < 0) throw new AirlockError('internal', 'the signature does not contain its text in clear');
  copy.write('Practise', at);
  return copy;
}

interface Served {
  releases: PracticeRelease[];
  signatures: ReadonlyMap<Digest, Buffer>;
  graphData: Buffer;
}

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

function answerTo(url: URL, { releases, signatures, graphData }: Served): Answer {
  if (url.pathname === GRAPH) {
    const channel = url.searchParams.get('channel');
    if (channel === null)
      return json(400, {
        kind: 'missing_params',
        value: 'mandatory client parameters missing: channel',
      });
    return json(200, updateGraph(releases, channel, url.searchParams.get('arch') ?? 'amd64'));
  }
  if (url.pathname === GRAPH_DATA) return { status: 200, type: 'application/gzip', body: graphData };
  const hex = /^sha256=([0-9a-f]{64})\/signature-1$/.exec(
    url.pathname.startsWith(SIGNATURES) ? url.pathname.slice(SIGNATURES.length) : '',
  )?.[1];
  const signature = hex && signatures.get(`sha256:${hex}`);
  if (signature) return { status: 200, type: 'application/octet-stream', body: signature };
  return { status: 404, type: 'text/plain', body: Buffer.from('not found\n') };
}

function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

async function listen(server: Server, address: string, port: number): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new AirlockError('connection', `port ${port} of ${address} cannot be used`, {
      side: 'local',
      remedy: 'Choose another port, or end what listens there.',
      cause: error,
    });
  }
  return (server.address() as AddressInfo).port;
}
