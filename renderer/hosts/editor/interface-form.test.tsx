import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readYaml } from '../../../core/contract/documents/document.ts';
import { readNmstate } from '../../../core/contract/documents/nmstate.ts';
import { openScreen } from '../../engine/screen.fixture.tsx';
import { InterfaceForms } from './interface-form.tsx';
import { t } from './messages.ts';

const TEXT = `interfaces:
- name: bond0
  type: bond
  state: up
  mtu: 9000 # jumbo
  link-aggregation:
    mode: 802.3ad
    port: [eno1, eno2]
- name: eno1
  type: ethernet
  ipv4:
    enabled: false
`;

let written: string[] = [];
const opened = vi.fn<(path: readonly (string | number)[]) => void>();
beforeEach(() => {
  written = [];
  opened.mockClear();
});

/** Opens the forms of a document. Their changes are added to `written`. */
function openForms(text = TEXT) {
  const part = readNmstate(text).states[0]!;
  const { user } = openScreen(
    <InterfaceForms part={part} onOpen={opened} edit={(edit) => written.push(edit(readYaml(text)).text)} />,
    {},
  );
  return user;
}
/** The form of one interface. */
const form = (name: string) =>
  within(screen.getByText(name, { selector: 'summary strong' }).closest('details')!);

describe('fields of an interface', () => {
  test('in the document have a form, and lists have a link to the YAML', async () => {
    const user = openForms();
    const bond = form('bond0');
    expect(bond.getByText('bond', { selector: 'summary span' })).toBeDefined();
    expect(bond.getByLabelText('mtu')).toHaveProperty('value', '9000');
    expect(bond.getByLabelText('link-aggregation.mode')).toHaveProperty('value', '802.3ad');
    expect(bond.queryByLabelText('link-aggregation.port')).toBeNull();
    await user.click(bond.getByRole('button', { name: 'Edit list in YAML' }));
    expect(opened).toHaveBeenCalledWith(['interfaces', 0, 'link-aggregation', 'port']);
    await user.click(form('eno1').getByRole('button', { name: t('showInterfaceButton') }));
    expect(opened).toHaveBeenLastCalledWith(['interfaces', 1]);
  });

  test('are written on blur, without changing comments', async () => {
    const user = openForms();
    const mtu = form('bond0').getByLabelText('mtu');
    await user.clear(mtu);
    await user.type(mtu, '1500');
    expect(written).toEqual([]);
    await user.tab();
    expect(written).toEqual([TEXT.replace('9000', '1500')]);
  });

  test('are written on Enter if they changed', async () => {
    const user = openForms();
    const mtu = form('bond0').getByLabelText('mtu');
    await user.type(mtu, '{Enter}');
    expect(written).toEqual([]);
    await user.type(mtu, '{Backspace}{Enter}');
    expect(written).toEqual([TEXT.replace('9000', '900')]);
  });

  test('are removed when they are emptied', async () => {
    const user = openForms();
    await user.clear(form('bond0').getByLabelText('mtu'));
    await user.tab();
    expect(written[0]).not.toContain('mtu');
    await user.selectOptions(form('eno1').getByLabelText('ipv4.enabled'), t('notSetOption'));
    expect(written[1]).not.toContain('enabled');
  });

  test('with choices are selected from a list', async () => {
    const user = openForms();
    await user.selectOptions(form('bond0').getByLabelText('link-aggregation.mode'), 'active-backup');
    await user.selectOptions(form('eno1').getByLabelText('ipv4.enabled'), 'true');
    expect(written).toEqual([
      TEXT.replace('802.3ad', 'active-backup'),
      TEXT.replace('enabled: false', 'enabled: true'),
    ]);
  });

  test('with choices and an unknown value have a text field', () => {
    openForms(TEXT.replace('802.3ad', '802.3adx'));
    const mode = form('bond0').getByLabelText('link-aggregation.mode');
    expect(mode.tagName).toBe('INPUT');
    expect(mode).toHaveProperty('value', '802.3adx');
  });
});

describe('new fields', () => {
  test('are those missing in the document', async () => {
    const user = openForms();
    const further = form('bond0').getByRole('combobox', { name: t('newFieldLabel', { interface: 'bond0' }) });
    const offered = within(further)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(offered).toContain('ipv4.enabled');
    for (const absent of ['mtu', 'name', 'type', 'link-aggregation.mode'])
      expect(offered).not.toContain(absent);
    await user.selectOptions(further, 'ipv4.dhcp');
    expect(
      form('bond0').getByRole('combobox', { name: t('valueLabel', { field: 'ipv4.dhcp' }) }),
    ).toBeDefined();
  });

  test('are added with their value', async () => {
    const user = openForms();
    const bond = form('bond0');
    const add = bond.getByRole('button', { name: t('addFieldButton') });
    expect(add).toHaveProperty('disabled', true);
    await user.selectOptions(
      bond.getByRole('combobox', { name: t('newFieldLabel', { interface: 'bond0' }) }),
      'mac-address',
    );
    expect(add).toHaveProperty('disabled', true);
    await user.type(
      bond.getByRole('textbox', { name: t('valueLabel', { field: 'mac-address' }) }),
      ' 02:00:00:00:00:01 ',
    );
    await user.click(add);
    expect(readNmstate(written[0]!).states[0]!.state.interfaces[0]!.fields).toMatchObject({
      'mac-address': '02:00:00:00:00:01',
      mtu: 9000,
    });
    expect(bond.getByRole('combobox', { name: t('newFieldLabel', { interface: 'bond0' }) })).toHaveProperty(
      'value',
      '',
    );
  });

  test('lose their value when another field is selected', async () => {
    const user = openForms();
    const bond = form('bond0');
    const further = bond.getByRole('combobox', { name: t('newFieldLabel', { interface: 'bond0' }) });
    await user.selectOptions(further, 'mac-address');
    await user.type(bond.getByRole('textbox', { name: t('valueLabel', { field: 'mac-address' }) }), 'zz');
    await user.selectOptions(further, 'ipv4.enabled');
    expect(bond.getByRole('combobox', { name: t('valueLabel', { field: 'ipv4.enabled' }) })).toHaveProperty(
      'value',
      '',
    );
    expect(bond.getByRole('button', { name: t('addFieldButton') })).toHaveProperty('disabled', true);
  });
});

describe('interfaces', () => {
  test('are added at the end, with a name', async () => {
    const user = openForms();
    const another = within(screen.getByRole('form', { name: t('addInterfaceLabel') }));
    const name = another.getByRole('textbox', { name: t('newNameLabel') });
    await user.type(name, '  {Enter}');
    expect(written).toEqual([]);
    await user.selectOptions(another.getByRole('combobox'), 'vlan');
    await user.type(name, 'bond0.5{Enter}');
    expect(
      readNmstate(written[0]!).states[0]!.state.interfaces.map(({ name, type }) => [name, type]),
    ).toEqual([
      ['bond0', 'bond'],
      ['eno1', 'ethernet'],
      ['bond0.5', 'vlan'],
    ]);
    expect(name).toHaveProperty('value', '');
  });

  test('are removed by their name', async () => {
    const user = openForms();
    await user.click(
      form('bond0').getByRole('button', { name: t('removeInterfaceButton', { interface: 'bond0' }) }),
    );
    expect(readNmstate(written[0]!).states[0]!.state.interfaces.map(({ name }) => name)).toEqual(['eno1']);
  });

  test('are also shown without a name or a type', () => {
    openForms('interfaces:\n- mtu: 1500\n');
    expect(form(t('unnamedInterface')).getByText(t('unknownType'))).toBeDefined();
  });
});
