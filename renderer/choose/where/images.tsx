import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { addImage, removeImage, replaceImage } from '../../../core/contract/documents/image-set-form.ts';
import { DigestText } from '../../parts/digest.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { t } from './messages.ts';
import { NameList, useTypedName } from './name-list.tsx';
import { type ImageCheck, useImageChecks } from './use-image-checks.ts';
import { pinned } from './words.ts';

/** Additional images: whether each is available, and the digest of its tag. */
export function WhereImages() {
  const { draft, edit } = useDraft();
  const { additionalImages } = useImageSet();
  const { checks, check } = useImageChecks();
  const typed = useTypedName();
  const names = additionalImages.map((image) => image.name);
  const add = () => {
    edit((doc) => addImage(doc, typed.name));
    typed.setText('');
    // On a metered connection, nothing is downloaded without a click.
    if (!draft.metered) check([typed.name]);
  };
  return (
    <NameList
      title={t('imagesTitle', { count: names.length })}
      label={t('imagesLabel')}
      names={names}
      typed={typed}
      field={{
        id: 'al-choose-image',
        label: t('imageLabel'),
        placeholder: 'registry.redhat.io/ubi9/ubi:latest',
        button: t('addImageButton'),
      }}
      onAdd={typed.name === '' || names.includes(typed.name) ? undefined : add}
      onRemove={(name) => edit((doc) => removeImage(doc, name))}
      state={(name) => (
        <ImageState
          known={checks[name]}
          onPin={(digest) => edit((doc) => replaceImage(doc, name, pinned(name, digest)))}
          pinnedAlready={name.includes('@')}
        />
      )}
      below={(name) => <Failure known={checks[name]} />}
    >
      {names.length > 0 && (
        <Button variant="secondary" onClick={() => check(names)}>
          {t('checkButton', { images: names.length, size: size(names.length * MANIFEST) })}
        </Button>
      )}
    </NameList>
  );
}

/** Approximate download to check an image, bytes. */
const MANIFEST = 6_000;

function ImageState({
  known,
  onPin,
  pinnedAlready,
}: {
  known: ImageCheck | undefined;
  onPin: (digest: string) => void;
  pinnedAlready: boolean;
}) {
  if (!known) return <span className="al-sub al-small">{t('uncheckedText')}</span>;
  if (known.state === 'checking') return <StateMark mark="running">{t('checkingText')}</StateMark>;
  if (known.state === 'failed') return <StateMark mark="bad">{t('checkFailedText')}</StateMark>;
  if (!known.answer.ok) return <StateMark mark="bad">{t('unavailableText')}</StateMark>;
  const { digest, bytes } = known.answer;
  return (
    <>
      <span role="status">
        <StateMark mark="good">
          {bytes === undefined ? t('availableText') : t('availableSizeText', { size: size(bytes) })}
        </StateMark>
      </span>
      {digest && !pinnedAlready && (
        <>
          <DigestText digest={digest} />
          <Button variant="link" isInline onClick={() => onPin(digest)}>
            {t('pinButton')}
          </Button>
        </>
      )}
    </>
  );
}

function Failure({ known }: { known: ImageCheck | undefined }) {
  if (known?.state === 'failed') return <FailureAlert error={known.error} title={t('checkFailedTitle')} />;
  const failure = known?.state === 'done' ? reasonOf(known.answer) : undefined;
  if (!failure) return null;
  return (
    <p className="al-small" role="alert">
      <Words text={failure.message} />.{' '}
      <span className="al-sub">
        <Words text={failure.remedy} />
      </span>
    </p>
  );
}

function reasonOf({ ok, failure }: RequestOutput<'drafts.checkImage'>) {
  return ok ? undefined : failure;
}
