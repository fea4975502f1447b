import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useEffect, useState } from 'react';
import type { YamlText } from '../../../core/contract/documents/document.ts';
import { INTERFACE_TYPES, type Interface, type StatePart } from '../../../core/contract/documents/nmstate.ts';
import {
  addInterface,
  type LeafField,
  leafFields,
  type PresentField,
  placeOf,
  presentFields,
  removeInterface,
  writeField,
} from './interface-fields.ts';
import { t } from './messages.ts';

type Edit = (change: (yaml: YamlText) => YamlText) => void;

/** Forms for all interfaces of the document with their fields. More fields are added by name. */
export function InterfaceForms({
  part,
  edit,
  onOpen,
}: {
  part: StatePart;
  edit: Edit;
  /** Goes to a place of the YAML. */
  onOpen: (path: readonly (string | number)[]) => void;
}) {
  return (
    <div className="al-column">
      {part.state.interfaces.map((iface) => (
        <details key={`${iface.path.join('.')} ${iface.type}`} className="al-host-interface">
          <summary>
            <strong className="al-mono">{iface.name || t('unnamedInterface')}</strong>{' '}
            <span className="al-sub">{iface.type ?? t('unknownType')}</span>
          </summary>
          <InterfaceForm part={part} iface={iface} edit={edit} onOpen={onOpen} />
        </details>
      ))}
      <AddInterface part={part} edit={edit} />
    </div>
  );
}

function InterfaceForm({
  part,
  iface,
  edit,
  onOpen,
}: {
  part: StatePart;
  iface: Interface;
  edit: Edit;
  onOpen: (path: readonly (string | number)[]) => void;
}) {
  const { fields, lists } = presentFields(iface);
  const present = new Set(fields.map(({ path }) => path.join('.')));
  const further = leafFields(iface.type).filter(
    ({ path }) => !present.has(path.join('.')) && path[0] !== 'name' && path[0] !== 'type',
  );
  const id = `al-host-${iface.path.join('-')}`;
  return (
    <div className="al-host-fields">
      {fields.map((field) => (
        <FieldInput
          key={field.path.join('.')}
          id={`${id}-${field.path.join('-')}`}
          field={field}
          onWrite={(text) => edit((yaml) => writeField(yaml, part, iface, field, text))}
        />
      ))}
      {lists.map((path) => (
        <p key={path.join('.')} className="al-small al-host-list">
          {t.parts<'listText', ReactNode>('listText', {
            name: path.join('.'),
            field: (inner) => (
              <span key="field" className="al-mono">
                {inner}
              </span>
            ),
            edit: (inner) => (
              <button
                key="edit"
                type="button"
                className="al-link"
                onClick={() => onOpen([...iface.path, ...path])}
              >
                {inner}
              </button>
            ),
          })}
        </p>
      ))}
      <AddField
        id={`${id}-add`}
        further={further}
        name={iface.name}
        onAdd={(field, text) => edit((yaml) => writeField(yaml, part, iface, field, text))}
      />
      <p className="al-small al-row">
        <button
          type="button"
          className="al-link"
          onClick={() => onOpen(placeOf({ ...part, root: [] }, iface))}
        >
          {t('showInterfaceButton')}
        </button>
        <button
          type="button"
          className="al-link"
          onClick={() => edit((yaml) => removeInterface(yaml, part, iface))}
        >
          {t('removeInterfaceButton', { interface: iface.name || t('unnamedInterface') })}
        </button>
      </p>
    </div>
  );
}

/** A field; its text is written on blur or Enter, so that no half-typed number is written. */
function FieldInput({
  id,
  field,
  onWrite,
}: {
  id: string;
  field: PresentField;
  onWrite: (text: string) => void;
}) {
  const [text, setText] = useState(field.value);
  useEffect(() => setText(field.value), [field.value]);
  const settle = () => {
    if (text !== field.value) onWrite(text);
  };
  return (
    <>
      <label htmlFor={id} className="al-mono al-cut" title={field.path.join('.')}>
        {field.path.join('.')}
      </label>
      {field.kind === 'flag' || (field.kind === 'choice' && field.values.includes(field.value)) ? (
        <FormSelect id={id} value={field.value} onChange={(_event, chosen) => onWrite(chosen)}>
          {field.values.map((value) => (
            <FormSelectOption key={value} value={value} label={value} />
          ))}
          <FormSelectOption value="" label={t('notSetOption')} />
        </FormSelect>
      ) : (
        <TextInput
          id={id}
          className="al-mono"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(_event, typed) => setText(typed)}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
          }}
        />
      )}
    </>
  );
}

function AddField({
  id,
  further,
  name,
  onAdd,
}: {
  id: string;
  further: readonly LeafField[];
  name: string;
  onAdd: (field: LeafField, text: string) => void;
}) {
  const [path, setPath] = useState('');
  const [text, setText] = useState('');
  const field = further.find((one) => one.path.join('.') === path);
  const add = () => {
    if (!field || text.trim() === '') return;
    onAdd(field, text.trim());
    setPath('');
    setText('');
  };
  return (
    <form
      className="al-host-add"
      aria-label={t('addFieldLabel', { interface: name })}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <FormSelect
        id={id}
        aria-label={t('newFieldLabel', { interface: name })}
        value={path}
        onChange={(_event, chosen) => {
          setPath(chosen);
          setText('');
        }}
      >
        <FormSelectOption value="" label={t('newFieldOption')} />
        {further.map((one) => (
          <FormSelectOption key={one.path.join('.')} value={one.path.join('.')} label={one.path.join('.')} />
        ))}
      </FormSelect>
      {field && field.values.length > 0 ? (
        <FormSelect
          aria-label={t('valueLabel', { field: path })}
          value={text}
          onChange={(_event, chosen) => setText(chosen)}
        >
          <FormSelectOption value="" label={t('valueOption')} />
          {field.values.map((value) => (
            <FormSelectOption key={value} value={value} label={value} />
          ))}
        </FormSelect>
      ) : (
        <TextInput
          aria-label={field ? t('valueLabel', { field: path }) : t('newValueLabel', { interface: name })}
          className="al-mono"
          value={text}
          isDisabled={!field}
          onChange={(_event, typed) => setText(typed)}
        />
      )}
      <Button type="submit" variant="secondary" size="sm" isDisabled={!field || text.trim() === ''}>
        {t('addFieldButton')}
      </Button>
    </form>
  );
}

function AddInterface({ part, edit }: { part: StatePart; edit: Edit }) {
  const [name, setName] = useState('');
  const [type, setType] = useState('ethernet');
  return (
    <form
      className="al-host-add"
      aria-label={t('addInterfaceLabel')}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        edit((yaml) => addInterface(yaml, part, name.trim(), type));
        setName('');
      }}
    >
      <FormSelect aria-label={t('newTypeLabel')} value={type} onChange={(_event, chosen) => setType(chosen)}>
        {INTERFACE_TYPES.map((one) => (
          <FormSelectOption key={one} value={one} label={one} />
        ))}
      </FormSelect>
      <TextInput
        aria-label={t('newNameLabel')}
        className="al-mono"
        placeholder="eno3"
        value={name}
        onChange={(_event, typed) => setName(typed)}
      />
      <Button type="submit" variant="secondary" size="sm" isDisabled={name.trim() === ''}>
        {t('addInterfaceButton')}
      </Button>
    </form>
  );
}
