import {
  Check,
  ChevronLeft,
  ChevronRight,
  Columns2,
  Download,
  Eye,
  ImagePlus,
  Maximize2,
  MessageSquare,
  X,
} from 'lucide-react'
import { useState } from 'react'
import type { NamedFile } from '../../../../files/read-file.ts'
import type { MaskView } from '../../../../mask/canvas/mask-view.ts'
import { isEqual, sizeName } from '../../../../mask/crop/cut.ts'
import { useKeyHint } from '../../../../mask/tools/mask-settings.ts'
import type { Run } from '../../../../run/run.ts'
import { useHandOver } from '../../../../tool/hand-over.ts'
import { maskedAreaOf } from '../../../../tool/masked-area.ts'
import type { Asset, ResultFile } from '../../../../tool/results/result-file.ts'
import { pictureName, savedPicture } from '../../../../tool/results/saved-file.ts'
import { chatTool } from '../../../../tool/tools.ts'
import { Button, IconButton } from '../../../../ui/button/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { saveFile } from '../../../../ui/files.ts'
import { usePageState } from '../../../../ui/page-state.ts'
import { Menu, menuItem } from '../../../../ui/popup/menu.tsx'
import { ComparePictures } from '../../../../view/media/compare/compare-pictures.tsx'
import { Lightbox } from '../../../../view/media/lightbox/lightbox.tsx'
import { useGiven } from '../run-files.ts'
import type { StagedCandidate } from './use-staged.ts'

interface StagingBarProps {
  readonly staged: StagedCandidate
  /** The size of the base, onto whose frame the candidate is drawn. */
  readonly frame: { readonly width: number; readonly height: number }
  readonly view: MaskView
  readonly onReference: (file: NamedFile) => void
  /** Focuses the canvas: the bar is about to go. */
  readonly onLeave: () => void
}

export function StagingBar({ staged, frame, view, onReference, onLeave }: StagingBarProps) {
  const { candidate, pixels, at, count, step, accept, discard } = staged
  const isPreview = candidate.kind === 'preview'
  return (
    <div className="h-full @3xl:px-4 @3xl:py-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; here are buttons. */}
      <div
        role="group"
        aria-label={isPreview ? 'Preview on the canvas' : 'Result on the canvas'}
        className="mx-auto flex h-full w-full flex-wrap content-center items-center justify-center gap-x-1 gap-y-0.5 border-line border-b bg-surface px-2 @3xl:max-w-[48rem] @3xl:rounded-md @3xl:border @3xl:border-cable/50"
      >
        {count > 1 && <Steps at={at} count={count} onStep={step} />}
        {!isPreview && (
          <Button
            look="primary"
            small
            className={tight}
            icon={<Check size={16} />}
            title="Make this the new base (Enter)"
            aria-disabled={pixels.status !== 'ready' || undefined}
            onClick={() => {
              void accept()
              onLeave()
            }}
          >
            Accept
          </Button>
        )}
        <Button
          small
          className={tight}
          icon={<X size={16} />}
          title={isPreview ? 'Back to the mask (Esc)' : 'Back to the mask; the image stays in Results (Esc)'}
          onClick={() => {
            discard()
            onLeave()
          }}
        >
          {isPreview ? 'Hide preview' : 'Discard'}
        </Button>
        <HoldOriginal view={view} />
        {!isPreview && pixels.status !== 'reading' && <More staged={staged} onReference={onReference} />}
        <p className="basis-full truncate text-center text-faint text-xs tabular-nums">
          {noteOf(staged, frame) ?? <span className="@max-xl:hidden">{hintOf(staged)}</span>}
        </p>
      </div>
    </div>
  )
}

interface StepsProps {
  readonly at: number
  readonly count: number
  readonly onStep: (by: 1 | -1) => void
}

const Steps = ({ at, count, onStep }: StepsProps) => (
  <div className="flex items-center">
    <IconButton
      name="Previous result"
      title="Previous result (←)"
      icon={<ChevronLeft size={16} />}
      onClick={() => onStep(-1)}
    />
    <span className="min-w-[6ch] text-center text-xs tabular-nums">
      {at + 1} of {count}
    </span>
    <IconButton
      name="Next result"
      title="Next result (→)"
      icon={<ChevronRight size={16} />}
      onClick={() => onStep(1)}
    />
  </div>
)

/** Without their icons where there is no room. */
const tight = 'aria-disabled:opacity-45 @max-sm:[&>svg]:hidden'

function noteOf({ run, candidate, pixels }: StagedCandidate, frame: StagingBarProps['frame']): string | undefined {
  const area = maskedAreaOf(run)
  if (pixels.status === 'refused') return pixels.why
  if (candidate.kind === 'preview') return 'Preview: the edit is still in progress.'
  if (pixels.status === 'reading') return undefined
  if (area && !isEqual(pixels.given, area.to))
    return `The model returned ${sizeName(pixels.given)} instead of ${sizeName(area.to)}, scaled to fit.`
  return isEqual(pixels.size, frame) ? undefined : `${sizeName(pixels.size)}, shown fitted into ${sizeName(frame)}`
}

function hintOf({ run, pixels }: StagedCandidate): string {
  const area = maskedAreaOf(run)
  if (!area) return 'Accept to edit this image further, or discard to go back to the mask.'
  if (pixels.status === 'reading') return 'Pasting the result into the image…'
  return `Unchanged outside the mask${area.softEdge > 0 ? ' and its soft edge' : ''}.`
}

/** Shows the original while it is held, by pointer or by Space and Enter. */
function HoldOriginal({ view }: { readonly view: MaskView }) {
  const { shows } = usePageState(view.state)
  const hint = useKeyHint()
  const hold = () => view.show('original')
  const release = () => view.show('mask')
  return (
    <Button
      look="quiet"
      small
      className={`${tight} touch-none select-none aria-pressed:text-cable`}
      title={`Hold to see the original${hint('original')}`}
      icon={<Eye size={16} />}
      aria-pressed={shows === 'original'}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        hold()
      }}
      onPointerUp={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={({ key }) => (key === ' ' || key === 'Enter') && hold()}
      onKeyUp={release}
      onBlur={release}
    >
      Hold for original
    </Button>
  )
}

/** Comparing the candidate with the original, and a menu of what else can be done with it. */
function More({
  staged: { run, assets, candidate, pixels },
  onReference,
}: Pick<StagingBarProps, 'staged' | 'onReference'>) {
  const [opened, setOpened] = useState<'compare' | 'lightbox'>()
  const handOver = useHandOver()
  const isDrawn = pixels.status === 'ready'
  const blob = isDrawn ? pixels.blob : candidate.file.blob
  const picture: ResultFile = {
    ...candidate,
    file: { ...candidate.file, blob, size: blob.size, type: blob.type || candidate.file.type },
  }
  const file = { name: pictureName(run, picture), blob }
  const close = () => setOpened(undefined)
  return (
    <>
      {isDrawn && (
        <Button look="quiet" small className={tight} icon={<Columns2 size={16} />} onClick={() => setOpened('compare')}>
          Compare
        </Button>
      )}
      <Menu
        name="More actions"
        items={[
          menuItem(
            'Download',
            Download,
            () => void savedPicture(run, picture).then((saved) => saveFile(saved.blob, saved.name)),
          ),
          menuItem('Full screen', Maximize2, () => setOpened('lightbox')),
          menuItem('Send to chat', MessageSquare, () => handOver({ files: [file] }, chatTool)),
          menuItem('Add as reference', ImagePlus, () => onReference(file)),
        ]}
      />
      {opened === 'compare' && <CompareCandidate run={run} assets={assets} picture={picture} onClose={close} />}
      {opened === 'lightbox' && (
        <Lightbox
          items={[{ key: file.name, file: picture.file, name: run.title, says: picture.says }]}
          at={0}
          onAt={() => {}}
          onClose={close}
        />
      )}
    </>
  )
}

interface CompareCandidateProps {
  readonly run: Run
  readonly assets: readonly Asset[]
  readonly picture: ResultFile
  readonly onClose: () => void
}

const names = ['Original', 'Result'] as const

function CompareCandidate({ run, assets, picture, onClose }: CompareCandidateProps) {
  const given = useGiven(run, assets)
  return (
    <Dialog title="Compare with the original" kind="full" open onClose={onClose}>
      {given?.base ? (
        <ComparePictures
          left={{ blob: given.base, type: given.base.type, size: given.base.size, name: 'what was sent' }}
          right={{ ...picture.file, name: pictureName(run, picture) }}
          names={names}
          mask={given.mask}
        />
      ) : (
        given && <p className="text-soft">The original is no longer available.</p>
      )}
    </Dialog>
  )
}
