import { Layers2, MessageSquare } from 'lucide-react'
import type { Dimensions } from '#media/dimensions.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { fieldsOf } from '../../../tool/asked.ts'
import { useHandOver } from '../../../tool/hand-over.ts'
import { pictureName } from '../../../tool/results/picture-file.ts'
import { slotRatio } from '../../../tool/results/read-size.ts'
import { DownloadPicture } from '../../../tool/results/slot-actions.tsx'
import { SlotContent } from '../../../tool/results/slot-content.tsx'
import { type Drawn, drawnOf, slotsOf } from '../../../tool/results/slots.ts'
import { chatTool } from '../../../tool/tools.ts'
import { IconButton } from '../../../ui/button.tsx'

interface ResultSlotsProps {
  readonly run: Run
  /** What results look like where no size was asked for: mostly the same shape. */
  readonly base: Dimensions | undefined
  /** Index of the slot shown on the stage. */
  readonly shown: number | undefined
  readonly onShow: (place: number) => void
  readonly onUse: (result: Blob) => void
}

/** The height of a picture in the strip, in rem; the width follows its ratio within bounds. */
const height = 6.5

/** The pictures of an edit in a row, each in its place from the start. */
export function ResultSlots({ run, base, shown, onShow, onUse }: ResultSlotsProps) {
  const slots = slotsOf(run, useAssets(run))
  const drawn = drawnOf(slots)
  const ratio = slotRatio(fieldsOf(run), base)
  if (slots.length === 0) return null
  const width = Math.min(13, Math.max(7, height * ratio))
  return (
    <ul
      aria-label="Images"
      style={{ gridAutoColumns: `${width}rem` }}
      className="-m-1 grid grid-flow-col justify-start gap-3 overflow-x-auto p-1"
    >
      {slots.map((slot) => (
        <li key={slot.place} className="grid content-start gap-0.5">
          <div
            style={{ height: `${height}rem` }}
            className={`relative grid place-items-center overflow-hidden rounded-md border bg-sunken ${slot.place === shown ? 'border-cable' : 'border-line'}`}
          >
            <SlotContent
              slot={slot}
              ratio={width / height}
              alt={`Image ${slot.place + 1}`}
              opens={`Show image ${slot.place + 1} beside the original`}
              onOpen={() => onShow(slot.place)}
            />
          </div>
          {drawn
            .filter(({ place }) => place === slot.place)
            .map((picture) => (
              <Actions key={picture.place} run={run} picture={picture} onUse={onUse} />
            ))}
        </li>
      ))}
    </ul>
  )
}

interface ActionsProps extends Pick<ResultSlotsProps, 'run' | 'onUse'> {
  readonly picture: Drawn
}

const look = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

function Actions({ run, picture, onUse }: ActionsProps) {
  const { place, file } = picture
  const handOver = useHandOver()
  const n = place + 1
  return (
    <div className="flex flex-wrap">
      <IconButton
        name={`Use image ${n} as new base`}
        className="size-7! coarse:size-11!"
        icon={<Layers2 {...look} />}
        onClick={() => onUse(file.blob)}
      />
      <IconButton
        name={`Send image ${n} to chat`}
        className="size-7! coarse:size-11!"
        icon={<MessageSquare {...look} />}
        onClick={() => handOver({ files: [{ name: pictureName(run, picture), blob: file.blob }] }, chatTool)}
      />
      <DownloadPicture run={run} picture={picture} wordLook="hidden" />
    </div>
  )
}
