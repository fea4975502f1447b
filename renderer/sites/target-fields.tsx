import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { SiteSource } from '../../core/contract/topics/sites.ts';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { PathInput } from '../parts/fields/path-input.tsx';
import { t } from './messages.ts';

/** Where content comes from and goes to. */
export interface Target {
  /** As in {@link sourceText}. */
  from: string;
  workspace: string;
  enclave: string;
  /** The registry of a site that is filled without transfers. */
  destination: string;
}

/** Returns a source as `--from` and the address contain it: a directory, or `docker://registry`. */
export function sourceText(source: SiteSource): string {
  return source.kind === 'sets' ? source.directory : `docker://${source.registry}`;
}

/** Returns the problems of fields; empty when a configuration can be created. */
export function targetProblems({ from, workspace, enclave }: Target): Partial<Record<keyof Target, string>> {
  const problems: Partial<Record<keyof Target, string>> = {};
  if (!workspace.startsWith('/')) problems.workspace = t('workspaceError');
  else if (workspace === from) problems.workspace = t('sameDirectoryError');
  if (enclave !== '' && !/^[a-z0-9][a-z0-9._-]*$/.test(enclave)) problems.enclave = t('enclaveError');
  return problems;
}

/** The source, and the site with its workspace. */
export function TargetFields({
  target,
  sources,
  problems,
  onChange,
}: {
  target: Target;
  sources: readonly SiteSource[];
  problems: Partial<Record<keyof Target, string>>;
  onChange: (field: keyof Target, value: string) => void;
}) {
  const known = sources.some((source) => sourceText(source) === target.from);
  return (
    <div className="al-column">
      <FormGroup label={t('sourceField')} fieldId="al-site-source">
        <FormSelect
          id="al-site-source"
          value={target.from}
          onChange={(_event, value) => onChange('from', value)}
          aria-describedby="al-site-source-note"
        >
          {!known && <FormSelectOption value={target.from} label={target.from} />}
          {sources.map((source) => (
            <FormSelectOption
              key={sourceText(source)}
              value={sourceText(source)}
              label={
                source.kind === 'sets'
                  ? t('setsOption', { directory: source.directory })
                  : t('registryOption', { registry: source.registry })
              }
            />
          ))}
        </FormSelect>
        <FieldNote id="al-site-source-note" problem={undefined}>
          {t('sourceHelp')}
        </FieldNote>
      </FormGroup>
      <FormGroup label={t('enclaveField')} fieldId="al-site-enclave">
        <TextInput
          id="al-site-enclave"
          value={target.enclave}
          placeholder="default"
          autoComplete="off"
          spellCheck={false}
          validated={problems.enclave ? 'error' : 'default'}
          onChange={(_event, value) => onChange('enclave', value)}
          aria-describedby="al-site-enclave-note"
        />
        <FieldNote id="al-site-enclave-note" problem={problems.enclave}>
          {t('enclaveHelp')}
        </FieldNote>
      </FormGroup>
      <PathInput
        id="al-site-workspace"
        label={t('workspaceField')}
        kind="directory"
        value={target.workspace}
        onChange={(value) => onChange('workspace', value)}
        helper={t('workspaceHelp')}
        error={problems.workspace}
      />
    </div>
  );
}
