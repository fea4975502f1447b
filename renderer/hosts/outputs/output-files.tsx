import '../../editor/document-pane.css';
import './outputs.css';
import { LockIcon } from '@patternfly/react-icons/dist/esm/icons/lock-icon';
import { CopyButton } from '../../parts/copy-button.tsx';
import { size } from '../../parts/format.ts';
import { Words } from '../../parts/words.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { t } from './messages.ts';

/** A file with a preview. */
export interface ShownFile {
  file: string;
  about: string;
  text: string;
  /** Contains passwords once saved. */
  secret?: boolean;
}

/** The files, each with its purpose. One of them is shown. */
export function FileList<File extends ShownFile>({
  files,
  shown,
  onShow,
}: {
  files: readonly File[];
  shown: File | undefined;
  onShow: (file: string) => void;
}) {
  return (
    <ul className="al-outputs-files">
      {files.map((each) => (
        <li key={each.file}>
          <button type="button" aria-pressed={each === shown} onClick={() => onShow(each.file)}>
            <span className="al-mono al-cut" title={each.file}>
              {each.file}
            </span>
            <span className="al-sub al-small al-cut">
              {each.secret && <LockIcon aria-hidden="true" />}{' '}
              {each.secret ? t('secretFile', { about: each.about }) : each.about}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Steps with their commands. @param props.isOrdered whether all steps are needed, in this order */
export function StepList({
  steps,
  isOrdered,
}: {
  steps: readonly { title?: string; text: string; command?: string | undefined }[];
  isOrdered: boolean;
}) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className="al-outputs-steps">
      {steps.map(({ title, text, command }) => (
        <li key={`${title} ${text} ${command}`}>
          {title !== undefined && <strong>{title}</strong>}
          <p>
            <Words text={text} />
          </p>
          {command !== undefined && (
            <div className="al-outputs-command">
              <code className="al-mono">{command}</code>
              <CopyButton text={command} what={t('copyCommandButton')} />
            </div>
          )}
        </li>
      ))}
    </List>
  );
}

/** The text of a file before it is saved. */
export function FilePreview({ file }: { file: ShownFile | undefined }) {
  return (
    <section className="al-card al-document-pane" aria-label={t('previewTitle')}>
      <header>
        <h2 className="al-cut al-mono" title={file?.file}>
          {file?.file ?? t('previewTitle')}
        </h2>
        {file && (
          <span className="al-end al-row al-small">
            <span className="al-sub al-num">{size(new TextEncoder().encode(file.text).length)}</span>
            <CopyButton text={file.text} label={t('copyFileButton')} inline />
          </span>
        )}
      </header>
      <div className="al-document-editor">
        {file && <YamlEditor label={t('previewLabel', { file: file.file })} value={file.text} />}
      </div>
    </section>
  );
}
