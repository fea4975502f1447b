import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, jsonAnswer } from '../protocol/exchange.ts';

export type Product = 'distribution' | 'quay' | 'harbor' | 'nexus' | 'artifactory' | 'zot';

/** Returns the headers that a product adds to every response. */
export function productHeaders(product: Product): OutgoingHttpHeaders {
  switch (product) {
    case 'distribution':
      return { 'docker-distribution-api-version': 'registry/2.0' };
    case 'quay':
      return { server: 'nginx/1.22.1', 'x-frame-options': 'DENY' };
    case 'harbor':
      return { server: 'nginx', 'x-frame-options': 'DENY' };
    case 'nexus':
      return { server: 'Nexus/3.72.0-04 (COMMUNITY)' };
    case 'artifactory':
      return {
        'x-jfrog-version': 'Artifactory/7.104.6 80406900',
        'x-artifactory-id': '6d1731817a707a2f',
        'x-artifactory-node-id': 'artifactory-0',
      };
    case 'zot':
      return { 'access-control-allow-headers': 'Authorization,content-type,X-ZOT-API-CLIENT' };
  }
}

/** Returns a product's response outside of the registry protocol. */
export function productEndpoint(product: Product, path: string): Answer {
  switch (product) {
    case 'distribution':
      if (path === '/') return { status: 200, headers: { 'cache-control': 'no-cache' } };
      return text(404, '404 page not found\n');
    case 'quay':
      if (path === '/.well-known/app-capabilities')
        return jsonAnswer(200, { appName: 'io.quay', capabilities: { 'io.quay.view-image': {} } });
      return text(404, 'Not Found');
    case 'harbor':
      if (path === '/api/v2.0/systeminfo')
        return jsonAnswer(200, {
          auth_mode: 'db_auth',
          self_registration: false,
          registry_url: 'harbor.lan',
        });
      // Its portal is one page for all addresses.
      return {
        ...text(200, '<!doctype html><title>Harbor</title>'),
        headers: { 'content-type': 'text/html' },
      };
    case 'nexus':
      return path === '/service/rest/v1/status' ? { status: 200, headers: {} } : text(404, 'Not Found');
    case 'artifactory':
      return path === '/artifactory/api/system/ping' ? text(200, 'OK') : text(404, 'Not Found');
    case 'zot':
      return text(404, '404 page not found\n');
  }
}

function text(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(body) };
}
