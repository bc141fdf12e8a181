import type { TrayPicture } from '../../../../files/read-file.ts'
import { useAssets } from '../../../../run/history/use-assets.ts'
import type { Run } from '../../../../run/run.ts'
import { fieldsOf } from '../../../../tool/asked.ts'
import { slotRatio } from '../../../../tool/results/read-size.ts'
import { SlotContent } from '../../../../tool/results/slot-content.tsx'
import { slotsOf } from '../../../../tool/results/slots.ts'

interface ResultSlotsProps {
  readonly run: Run
  /** What results look like where no size was asked for: mostly the same shape. */
  readonly base: TrayPicture | undefined
  /** The place of the result that stands on the canvas. */
  readonly shown: number | undefined
  readonly onShow: (place: number) => void
}

/** The pictures of an edit, each in its place from the start: a row of one height, or, in a column, two abreast. */
export function ResultSlots({ run, base, shown, onShow }: ResultSlotsProps) {
  const slots = slotsOf(run, useAssets(run))
  if (slots.length === 0) return null
  const ratio = Math.min(2, Math.max(0.75, slotRatio(fieldsOf(run), base)))
  return (
    <ul
      aria-label="Images"
      className={`-m-1 flex gap-2 overflow-x-auto p-1 @4xl/stage:grid @4xl/stage:overflow-visible ${slots.length > 1 ? '@4xl/stage:grid-cols-2' : ''}`}
    >
      {slots.map((slot) => (
        <li
          key={slot.place}
          style={{ aspectRatio: ratio }}
          aria-current={slot.place === shown || undefined}
          className="relative grid h-20 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken aria-[current]:border-cable aria-[current]:ring-1 aria-[current]:ring-cable @4xl/stage:h-auto"
        >
          <SlotContent
            slot={slot}
            ratio={ratio}
            alt={`Image ${slot.place + 1}`}
            opens={`Show image ${slot.place + 1} on the canvas`}
            onOpen={() => onShow(slot.place)}
          />
        </li>
      ))}
    </ul>
  )
}
