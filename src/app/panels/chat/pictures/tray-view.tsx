import { X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ModelCard } from '#contract/models/model-card.ts'
import { IncomingRow } from '../../../files/incoming-row.tsx'
import { byteSize } from '../../../ui/byte-size.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DetailChoice } from './detail-choice.tsx'
import { PictureRow } from './picture-row.tsx'
import type { PictureTray, TrayState } from './tray.ts'

interface TrayViewProps extends Pick<TrayState, 'pictures' | 'incoming'> {
  readonly tray: PictureTray
  readonly card: ModelCard | undefined
}

/** The pictures of the message, over its words: what they are, how closely they are looked at, and what was not taken and why. */
export function TrayView({ tray, pictures, incoming, card }: TrayViewProps) {
  const box = useRef<HTMLElement>(null)
  const title = useId()
  const ids = pictures.map(({ id }) => id)
  const detail = pictures.every((one) => one.detail === pictures[0]?.detail) ? pictures[0]?.detail : 'mixed'
  /** The focus goes to the next picture, or back to the message. */
  function remove(gone: readonly string[]): void {
    const at = ids.findIndex((id) => gone.includes(id))
    const left = ids.filter((id) => !gone.includes(id))
    tray.remove(gone)
    const next = left[Math.min(at, left.length - 1)]
    const button = next && box.current?.querySelector<HTMLElement>(`[data-removes="${next}"]`)
    const focused = button || document.getElementById('message')
    focused?.focus()
  }
  if (pictures.length === 0 && incoming.length === 0) return null
  return (
    <section ref={box} aria-labelledby={title} className="grid grid-cols-1 gap-2 border-line border-b p-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pl-2 text-xs">
        <h3 id={title} aria-live="polite" className="font-medium">
          {pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`}
          <span className="font-normal text-faint tabular-nums">
            {' '}
            · {byteSize(pictures.reduce((sum, { blob }) => sum + blob.size, 0))}
          </span>
        </h3>
        {pictures.length > 1 && (
          <span className="ml-auto flex items-center gap-1">
            All
            <DetailChoice name="Detail of all" value={detail} onChange={(next) => tray.setDetail(ids, next)} />
            <IconButton
              name="Remove all pictures"
              icon={<X size={16} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => remove(ids)}
            />
          </span>
        )}
      </div>
      <ul className="grid max-h-[30dvh] grid-cols-1 gap-1.5 overflow-y-auto">
        {pictures.map((picture) => (
          <PictureRow
            key={picture.id}
            picture={picture}
            onDetail={(next) => tray.setDetail([picture.id], next)}
            onRemove={() => remove([picture.id])}
          />
        ))}
        {incoming.map((one) => (
          <IncomingRow key={one.id} incoming={one} onDismiss={() => tray.dismiss(one.id)} />
        ))}
      </ul>
      {pictures.length > 0 && card?.inputs && !card.inputs.includes('image') && (
        <p className="pl-2 text-soft text-xs">
          {card.name ?? card.id} does not list pictures among what it takes. They are sent all the same.
        </p>
      )}
    </section>
  )
}
