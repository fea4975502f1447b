import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RequestInput } from '../../../core/contract/contract.ts';
import type { BootImageLine } from '../../../core/contract/topics/releases.ts';
import { useDo } from '../../engine/requests.ts';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { attachAddress } from '../../parts/addresses.ts';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/**
 * Lists the boot images outside a release, compares downloaded files with their SHA-256, and attaches them to the next
 * transfer.
 * @param given.workspace the workspace that the next fetch writes to; undefined: the default of the screen Fetch
 */
export function BootImages(given: {
  choice: RequestInput<'releases.bootImages'>;
  isReady: boolean;
  workspace: string | undefined;
}) {
  const { choice, isReady, workspace } = given;
  const listing = useDo('releases.bootImages');
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<BootImageLine>();
  /** Files that have the SHA-256 of their key. */
  const [files, setFiles] = useState<ReadonlyMap<string, string>>(new Map());
  const checked = (image: BootImageLine, file: string) => {
    setFiles(new Map([...files, [image.sha256, file]]));
    setChosen(undefined);
  };
  return (
    <>
      <p className="al-sub al-small">{t('otherImagesText')}</p>
      {listing.error && <FailureAlert error={listing.error} title={t('bootImagesFailedTitle')} />}
      <div className="al-actions">
        <RequestButton
          request="releases.bootImages"
          variant="secondary"
          size="sm"
          isDisabled={!isReady || listing.isPending}
          isLoading={listing.isPending}
          onClick={() => listing.mutate(choice)}
        >
          {t('listBootImagesButton')}
        </RequestButton>
      </div>
      {listing.data && (
        <>
          {listing.data.problems.length > 0 && <ProblemList problems={listing.data.problems} />}
          <ImageTable images={listing.data.images} {...{ files, chosen }} onChoose={setChosen} />
          {chosen && (
            <DownloadedFile
              key={chosen.sha256}
              image={chosen}
              onChecked={checked}
              onClose={() => setChosen(undefined)}
            />
          )}
        </>
      )}
      {files.size > 0 && (
        <div className="al-actions">
          <Button
            variant="primary"
            size="sm"
            onClick={() => navigate(attachAddress([...files.values()], workspace))}
          >
            {t('fetchWithFilesButton', { count: files.size })}
          </Button>
        </div>
      )}
    </>
  );
}

function ImageTable(given: {
  images: readonly BootImageLine[];
  files: ReadonlyMap<string, string>;
  chosen: BootImageLine | undefined;
  onChoose: (image: BootImageLine) => void;
}) {
  return (
    <table className="al-plain-table" aria-label={t('bootImagesLabel')}>
      <thead>
        <tr>
          <th scope="col">{t('bootImageHead')}</th>
          <th scope="col">{t('addressHead')}</th>
          <th scope="col">{t('sha256Head')}</th>
          <th scope="col">{t('attachedHead')}</th>
        </tr>
      </thead>
      <tbody>
        {given.images.map((image) => {
          const file = given.files.get(image.sha256);
          return (
            <tr key={`${image.stream} ${image.url}`}>
              <th scope="row">{nameOf(image)}</th>
              <td className="al-mono al-anywhere">{image.url}</td>
              <td className="al-mono al-anywhere">{image.sha256}</td>
              <td className="al-anywhere">
                {file !== undefined && <StateMark mark="good">{t('fileMatches', { file })}</StateMark>}
                {file === undefined && (
                  <RequestButton
                    request="releases.checkBootImage"
                    variant="link"
                    size="sm"
                    isInline
                    isDisabled={given.chosen === image}
                    aria-label={t('attachImageButton', { image: nameOf(image) })}
                    onClick={() => given.onChoose(image)}
                  >
                    {t('attachButton')}
                  </RequestButton>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Compares a downloaded file with the SHA-256 of a boot image. */
function DownloadedFile(given: {
  image: BootImageLine;
  onChecked: (image: BootImageLine, file: string) => void;
  onClose: () => void;
}) {
  const { image, onChecked, onClose } = given;
  const [file, setFile] = useState('');
  const check = useTicketed('releases.checkBootImage');
  const start = async () => {
    const answer = await check.ask({ file, sha256: image.sha256 });
    if (answer) onChecked(image, file);
  };
  return (
    <section className="al-column" aria-label={t('downloadedFileLabel', { image: nameOf(image) })}>
      <PathInput
        id="al-ic-downloaded"
        label={t('downloadedFileLabel', { image: nameOf(image) })}
        kind="file"
        extensions={[]}
        value={file}
        autoFocus
        onChange={(path) => {
          check.forgetError();
          setFile(path);
        }}
      />
      {check.error !== undefined && <FailureAlert error={check.error} title={t('checkFileFailedTitle')} />}
      {check.asking && <JobView job={check.work} label={t('checkFileProgressLabel')} small />}
      <div className="al-actions">
        {!check.asking && (
          <RequestButton
            request="releases.checkBootImage"
            variant="secondary"
            size="sm"
            isDisabled={!file.startsWith('/')}
            onClick={start}
          >
            {t('checkFileButton')}
          </RequestButton>
        )}
        <Button variant="link" size="sm" onClick={check.asking ? check.cancel : onClose}>
          {t(check.asking ? 'stopCheckButton' : 'cancelFileButton')}
        </Button>
      </div>
    </section>
  );
}

/** Such as `vmware ova (x86_64)` or `metal pxe kernel (x86_64)`. */
function nameOf({ stream, platform, format, part, architecture }: BootImageLine): string {
  const words = [platform, format, part === 'disk' ? '' : part].filter(Boolean).join(' ');
  return `${words} (${stream === undefined ? '' : `${stream}, `}${architecture})`;
}
