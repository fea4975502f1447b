import { expect, test } from 'vitest';
import { connectionFault } from './connection-faults.ts';
import { t } from './messages.ts';

test.each([
  [{ subjectaltname: 'DNS:a.lab, DNS:b.lab', subject: { CN: 'c.lab' } }, 'DNS:a.lab, DNS:b.lab'],
  [{ subject: { CN: 'c.lab' } }, 'c.lab'],
  [{ subject: {} }, undefined],
  [{ subjectaltname: '', subject: { CN: '' } }, undefined],
  [undefined, undefined],
])('reports the names of the certificate %j', (cert, names) => {
  const error = Object.assign(new Error('altname'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID', cert });
  const fault = connectionFault(error, new URL('https://registry.lab'), {
    proxy: undefined,
    chain: undefined,
  });
  expect(fault).toMatchObject({
    code: 'tls',
    message: expect.stringContaining(
      names === undefined ? t('certificateWithoutNames') : t('certificateNames', { names }),
    ),
  });
  expect(fault?.found).toBe(names);
});
