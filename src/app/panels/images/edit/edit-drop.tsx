import { ImageDown, ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { DropPlace } from '../../../files/drop-place.tsx'
import type { NamedFile } from '../../../files/read-file.ts'
import type { EditTools } from './use-edit.ts'

/** What is dropped on the stage: files become the base or references, each with a zone of its own; an image of the list becomes the base. */
export function EditDrop({ tool: { session, state, drag } }: { readonly tool: EditTools }) {
  const [base] = state.pictures
  const { dragged } = drag
  const add = ([first, ...others]: readonly NamedFile[], as: Zone['id'] | undefined) => {
    if (first) void session.add([first], as)
    void session.add(others)
  }
  return (
    <>
      <DropPlace onFiles={(files, on) => add(files, zoneOf(on))}>
        {base &&
          ((on) => (
            <Zones
              over={zoneOf(on)}
              zones={[
                { ...asBase, says: `Replaces ${base.name}, which stays in Steps.` },
                { ...asReference, says: `Sent together with ${base.name}.` },
              ]}
            />
          ))}
      </DropPlace>
      {base && dragged && dragged.picture.id !== base.id && (
        <Zones
          over={dragged.target.kind === 'base' ? 'base' : undefined}
          zones={[{ ...asBase, says: `${base.name} becomes a reference.` }]}
        />
      )}
    </>
  )
}

interface Zone {
  /** As what the session takes a file. */
  readonly id: 'base' | 'reference'
  readonly name: string
  readonly says: string
  readonly icon: ReactNode
}

const look = { size: 24, className: 'stroke-[1.25] text-cable' } as const
const asBase = { id: 'base', name: 'Use as base', icon: <ImageDown {...look} /> } as const
const asReference = { id: 'reference', name: 'Add as reference', icon: <ImagePlus {...look} /> } as const

const zoneMark = 'data-drop-zone'

function zoneOf(on: EventTarget | null): Zone['id'] | undefined {
  const mark = on instanceof Element ? on.closest(`[${zoneMark}]`)?.getAttribute(zoneMark) : undefined
  return mark === 'base' || mark === 'reference' ? mark : undefined
}

interface ZonesProps {
  /** The one under the pointer. */
  readonly over: Zone['id'] | undefined
  readonly zones: readonly Zone[]
}

const Zones = ({ over, zones }: ZonesProps) => (
  <div className="absolute inset-0 z-40 flex gap-4 bg-ground/50 p-4 max-md:flex-col md:p-6">
    {zones.map(({ id, name, says, icon }) => (
      <div
        key={id}
        {...{ [zoneMark]: id }}
        className={`grid min-w-0 flex-1 place-content-center justify-items-center gap-1.5 rounded-md border-2 border-dashed p-4 text-center *:pointer-events-none ${id === over ? 'border-cable bg-raised/95 shadow-float' : 'border-line-strong bg-surface/85'}`}
      >
        {icon}
        <p className="font-medium text-base">{name}</p>
        <p className="wrap-anywhere text-soft text-xs">{says}</p>
      </div>
    ))}
  </div>
)
