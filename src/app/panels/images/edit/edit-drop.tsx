import { ImageDown, ImagePlus } from 'lucide-react'
import { DropPlace, type DropZone, DropZones } from '../../../files/drop-place.tsx'
import type { EditTools } from './use-edit.ts'

const look = { size: 24, strokeWidth: 1.25, 'aria-hidden': true, className: 'text-cable' } as const

/** What is dropped on the stage: files become the base or references, each with a zone of its own; a picture of the list becomes the base. */
export function EditDrop({ tool: { session, state, drag } }: { readonly tool: EditTools }) {
  const [base] = state.work.pictures
  const { dragged } = drag
  const toBase = { name: 'Use as base', icon: <ImageDown {...look} /> }
  const zones: readonly DropZone[] | undefined = base && [
    {
      ...toBase,
      says: `Replaces ${base.name}, which stays in Steps.`,
      onFiles([first, ...others]) {
        if (first) void session.add([first], 'base')
        void session.add(others)
      },
    },
    {
      name: 'Add as reference',
      says: `Sent together with ${base.name}.`,
      icon: <ImagePlus {...look} />,
      onFiles: (files) => void session.add(files),
    },
  ]
  return (
    <>
      <DropPlace onFiles={(files) => void session.add(files)} zones={zones} />
      {base && dragged && dragged.picture.id !== base.id && (
        <DropZones
          zones={[{ ...toBase, says: `${base.name} becomes a reference.` }]}
          over={dragged.target.kind === 'base' ? 0 : -1}
        />
      )}
    </>
  )
}
