import { RequestFields } from '../../parts/fields/request-fields.tsx';
import './fields.css';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type KeyboardEvent, useEffect, useState } from 'react';
import {
  pathText,
  removeValue,
  setValue,
  valueAt,
  writtenPath,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import type { ConfigProblem } from './analysis.ts';
import { FieldProblems } from './field-problems.tsx';
import { choicesOf, tidyText, tokensOf, typedValue } from './field-values.ts';
import type { Field } from './form-fields.ts';
import { fieldId } from './form-place.ts';
import { t } from './messages.ts';
import { isStoredSecret, SecretField, StoredText } from './secret-field.tsx';
import { TokenField } from './token-field.tsx';
import { useConfig } from './use-config.tsx';

/** One field of the file, with its problems below. */
export function ConfigField(props: Parameters<typeof EditableField>[0]) {
  return (
    <RequestFields request="installConfig.save" quiet>
      <EditableField {...props} />
    </RequestFields>
  );
}

function EditableField({
  field,
  base = [],
  problems,
  onShow,
  write,
}: {
  field: Field;
  /** Path of the item that the field belongs to. */
  base?: readonly (string | number)[];
  problems: readonly ConfigProblem[];
  onShow: (problem: ConfigProblem) => void;
  /** Replaces setting the value, for names that are referenced elsewhere. */
  write?: ((doc: YamlText, value: string) => YamlText) | undefined;
}) {
  const { readable, edit } = useConfig();
  const path = [...base, ...field.path];
  const id = fieldId(path);
  const value = valueAt(readable, writtenPath(readable, path));
  const wrong = problems.some(({ level }) => level === 'error');
  const noteId = `${id}-note`;
  const keyId = `${id}-key`;
  const described = problems.length > 0 || field.note !== undefined ? `${noteId} ${keyId}` : keyId;
  const put = (next: unknown) =>
    edit(
      (doc) => {
        const place = writtenPath(doc, path);
        if (next === undefined) return removeValue(doc, place, { keepEmptyParents: base.length > 0 });
        if (write && typeof next === 'string') return write(doc, next);
        return setValue(doc, place, next);
      },
      { merge: id },
    );
  const shared = { id, label: field.label, invalid: wrong, described };
  const key = (
    <code id={keyId} className="al-ic-key">
      {pathText(field.path)}
    </code>
  );
  return (
    <div id={`${id}-field`} className={`al-ic-field${field.wide ? ' al-ic-field-wide' : ''}`}>
      {field.kind !== 'flag' && (
        <span className="al-ic-label">
          <label htmlFor={id}>{field.label}</label>
          {key}
        </span>
      )}
      {field.kind !== 'secret' && isStoredSecret(value) ? (
        <StoredText label={field.label} value={value} onRemove={() => put(undefined)} />
      ) : field.kind === 'flag' ? (
        <div className="al-ic-flag">
          <Checkbox
            id={id}
            label={field.label}
            isChecked={value === true}
            aria-describedby={described}
            onChange={(_event, on) => put(on ? true : undefined)}
          />
          {key}
        </div>
      ) : field.kind === 'choice' ? (
        <FormSelect
          id={id}
          value={typeof value === 'string' ? value : (field.options?.[0] ?? '')}
          validated={wrong ? 'error' : 'default'}
          aria-describedby={described}
          onChange={(_event, text) => put(text === (field.options?.[0] ?? '') ? undefined : text)}
        >
          {choicesOf(field, value).map((each) => (
            <FormSelectOption key={each} value={each} label={each || t('defaultOption')} />
          ))}
        </FormSelect>
      ) : field.kind === 'tokens' ? (
        <TokenField
          {...shared}
          values={tokensOf(value, field.item)}
          suggestions={field.suggestions}
          placeholder={field.placeholder || undefined}
          onChange={(values) =>
            put(
              values.length === 0
                ? undefined
                : values.map((each) => (field.item ? { [field.item]: each } : each)),
            )
          }
        />
      ) : field.kind === 'secret' ? (
        <SecretField
          {...shared}
          value={value}
          long={base.length === 0}
          onStored={(placeholder) => put(placeholder ?? '')}
        />
      ) : (
        <TypedField
          {...shared}
          field={field}
          value={value === undefined || value === null ? '' : String(value)}
          onSettle={(text) => put(typedValue(field, text))}
        />
      )}
      {(field.note !== undefined || problems.length > 0) && (
        <div id={noteId}>
          {field.note !== undefined && problems.length === 0 && (
            <span className="al-sub al-small">{field.note}</span>
          )}
          <FieldProblems problems={problems} onShow={onShow} />
        </div>
      )}
    </div>
  );
}

/** A text field that writes its value on Enter or when it loses the focus. */
function TypedField({
  id,
  field,
  value,
  invalid,
  described,
  onSettle,
}: {
  id: string;
  field: Field;
  value: string;
  invalid: boolean;
  described?: string;
  onSettle: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = () => {
    const tidy = tidyText(field, typed);
    if (tidy !== value) onSettle(tidy);
  };
  const shared = {
    id,
    className: 'al-mono',
    value: typed,
    autoComplete: 'off',
    spellCheck: false,
    validated: invalid ? ('error' as const) : ('default' as const),
    onBlur: settle,
    'aria-describedby': described,
    placeholder: field.placeholder,
  };
  if (field.kind === 'block')
    return (
      <TextArea
        {...shared}
        rows={4}
        resizeOrientation="vertical"
        onChange={(_event, text) => setTyped(text)}
      />
    );
  return (
    <>
      <TextInput
        {...shared}
        inputMode={field.kind === 'number' ? ('numeric' as const) : undefined}
        list={field.suggestions && `${id}-list`}
        onChange={(_event, text) => {
          setTyped(text);
          if (field.suggestions?.includes(text)) onSettle(text);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') settle();
        }}
      />
      {field.suggestions && (
        <datalist id={`${id}-list`}>
          {field.suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}
