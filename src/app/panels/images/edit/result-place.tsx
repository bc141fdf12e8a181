import { ArrowLeft, Layers2, Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { pictureName } from '../../../tool/results/picture-file.ts'
import { DownloadPicture } from '../../../tool/results/slot-actions.tsx'
import { type Drawn, drawnOf, slotsOf } from '../../../tool/results/slots.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ComparePictures } from '../../../view/media/compare-pictures.tsx'
import { Lightbox } from '../../../view/media/lightbox/lightbox.tsx'
import { MediaFacts } from '../../../view/media/media-file.tsx'
import { Picture } from '../../../view/media/picture.tsx'
import { candidateOf, type RunAssets } from './candidate.ts'
import { useGiven } from './run-files.ts'

interface ResultPlaceProps {
  readonly run: Run
  readonly place: number
  readonly onBack: () => void
  /** It is to be worked on further. */
  readonly onUse: (result: Blob) => void
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** A result and what it was made from, in one place. */
export function ResultPlace({ run, place, onBack, onUse }: ResultPlaceProps) {
  const assets = useAssets(run)
  const picture = drawnOf(slotsOf(run, assets)).find((one) => one.place === place)
  return (
    <section aria-label="Result and original" className="flex min-h-72 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1.5 md:px-5">
        <Button look="quiet" className="px-2!" icon={<ArrowLeft {...look} />} onClick={onBack}>
          <span>
            Back<span className="max-md:sr-only"> to the mask</span>
          </span>
        </Button>
        {picture && assets && <ResultActions run={run} assets={assets} picture={picture} onUse={onUse} />}
      </div>
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 md:px-6">
        <div className="mx-auto w-fit max-w-full">
          {picture && <Compared run={run} assets={assets} picture={picture} />}
        </div>
        {!picture && assets && <p className="text-soft">This image is no longer available.</p>}
      </div>
    </section>
  )
}

interface ResultActionsProps extends Pick<ResultPlaceProps, 'run' | 'onUse'> {
  readonly assets: RunAssets
  readonly picture: Drawn
}

function ResultActions({ run, assets, picture, onUse }: ResultActionsProps) {
  const [big, setBig] = useState(false)
  const { file } = picture
  const name = pictureName(run, picture)
  return (
    <>
      <span className="ml-auto text-2xs max-md:hidden">
        <MediaFacts file={file} />
      </span>
      <IconButton name="Full screen" icon={<Maximize2 {...look} />} onClick={() => setBig(true)} />
      <DownloadPicture name="Download this image" run={run} picture={picture} wordLook="max-md:hidden" />
      <Button icon={<Layers2 {...look} />} onClick={() => void candidateOf(run, picture, assets).then(onUse)}>
        Use as new base
      </Button>
      {big && (
        <Lightbox
          items={[{ key: name, file, name: run.title, says: picture.says }]}
          at={0}
          onAt={() => {}}
          onClose={() => setBig(false)}
        />
      )}
    </>
  )
}

interface ComparedProps {
  readonly run: Run
  readonly assets: ReturnType<typeof useAssets>
  readonly picture: Drawn
}

const names = ['Original', 'Result'] as const

function Compared({ run, assets, picture }: ComparedProps) {
  const given = useGiven(run, assets)
  const { file } = picture
  if (!given) return null
  if (!given.base)
    return (
      <div className="grid gap-3">
        <p className="text-soft text-xs">The original is no longer available.</p>
        <Picture file={file} />
      </div>
    )
  const original = { blob: given.base, type: given.base.type, size: given.base.size, name: 'what was sent' }
  return (
    <ComparePictures
      left={original}
      right={{ ...file, name: pictureName(run, picture) }}
      names={names}
      mask={given.mask}
      look="max-h-[max(14rem,calc(100dvh-28rem))]"
    />
  )
}
