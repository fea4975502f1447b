import { describe, expect, test } from 'vitest';
import type { Host } from '../model/host.ts';
import { t } from './messages.ts';
import { renderTemplate, templateVariables } from './template.ts';

const host: Host = {
  name: 'Worker-3.lab.example',
  role: 'worker',
  nics: [{ name: 'eno1', mac: '52:54:00:aa:bb:07' }],
  bmc: { address: '10.9.0.3', username: 'root', password: 'hunter2' },
  addresses: ['192.0.2.21/24', '2001:db8::21/64'],
  variables: { dns: '192.0.2.2, 192.0.2.3', storage_ip: '198.51.100.21/26', rack: '7' },
};

describe('templates', () => {
  test.each([
    ['{{ hostname }} {{short_name}} {{ role }}', 'Worker-3.lab.example worker-3 worker'],
    ['{{ address }}/{{ prefix }} {{ cidr6 }}', '192.0.2.21/24 2001:db8::21/64'],
    ['{{ host.name }} {{ ip.storage }} {{ col.Rack }}', 'Worker-3.lab.example 198.51.100.21/26 7'],
    ['{{ storage ip | ip }} {{ storage-ip | prefix }}', '198.51.100.21 26'],
    ['[{{ nic1 }}, "{{ mac1 }}"]', '[eno1, "52:54:00:aa:bb:07"]'],
    ['{{ dns | list }}', '["192.0.2.2", "192.0.2.3"]'],
    ['{{ capture.gw.interfaces.0.name }}', '{{ capture.gw.interfaces.0.name }}'],
  ])('%s', (text, rendered) => {
    expect(renderTemplate(text, host)).toEqual({ text: rendered, problems: [] });
  });

  test('reports variables without a value, with their place', () => {
    const { text, problems } = renderTemplate('a: {{ role }}\nb: 1\nc: {{ gatewy }}, {{ adress }}\n', host, {
      file: 'worker.tmpl',
    });
    expect(text).toBe('a: worker\nb: 1\nc: {{ gatewy }}, {{ adress }}\n');
    expect(problems).toMatchObject([
      {
        code: 'nmstate-template',
        level: 'error',
        file: 'worker.tmpl',
        line: 3,
        column: 4,
        message: 'Worker-3.lab.example has no value for `gatewy`',
      },
      {
        line: 3,
        column: 18,
        message: 'Worker-3.lab.example has no value for `adress`, did you mean `address`?',
      },
    ]);
  });

  test('reports unknown filters, missing prefixes and values of several lines', () => {
    const of = (text: string, variables = host.variables) =>
      renderTemplate(text, { ...host, variables }).problems.map(({ message }) => message);
    expect(of('{{ dns | upper }}')).toEqual([t('filterUnknown', { filter: 'upper', name: 'dns' })]);
    expect(of('{{ rack | prefix }}')).toEqual([
      t('prefixMissing', { name: 'rack', host: 'Worker-3.lab.example' }),
    ]);
    expect(of('{{ x }}', { x: 'a\nb: injected' })).toEqual([
      t('valueOfSeveralLines', { name: 'x', host: 'Worker-3.lab.example' }),
    ]);
  });

  test("the password of a BMC isn't a variable", () => {
    for (const name of ['bmc_password', 'bmc.password', 'password'])
      expect(renderTemplate(`{{ ${name} }}`, host).text).toBe(`{{ ${name} }}`);
  });

  test('lists the variables of a template', () => {
    expect(
      templateVariables('a {{ x }}\n{{ y | list }}').map(({ name, filter, line, column }) => [
        name,
        filter,
        line,
        column,
      ]),
    ).toEqual([
      ['x', undefined, 1, 3],
      ['y', 'list', 2, 1],
    ]);
  });
});
