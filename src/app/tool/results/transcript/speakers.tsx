import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { RenameBox } from '../../../history/list-fields.tsx'
import { boxLook } from '../../../ui/box-look.ts'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { Speaker } from './segment-row.tsx'

const colours = ['chat', 'images', 'video', 'audio', 'danger', 'success']

/** The colour of a speaker by its place among all; after six they repeat, which is why the name always stands beside it. */
export function colourOf(speakers: readonly string[], speaker: string | undefined): string | undefined {
  const place = speaker === undefined ? -1 : speakers.indexOf(speaker)
  return place < 0 ? undefined : `var(--${colours[place % colours.length]})`
}

interface SpeakersProps {
  /** The router's labels. */
  readonly labels: readonly string[]
  readonly names: Readonly<Record<string, string>>
  /** An empty name restores the label. */
  readonly rename: (label: string, name: string) => void
}

export function Speakers({ labels, names, rename }: SpeakersProps) {
  const [naming, setNaming] = useState<string>()
  const [named, setNamed] = useState<string>()
  const shown = labels.map((label) => ownOf(names, label) ?? label)
  if (labels.length === 0) return null
  return (
    <ul aria-label="Speakers" className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {labels.map((label, place) => (
        <li key={label} className="flex items-center gap-1">
          {naming === label ? (
            <RenameBox
              name={`Name of ${label}`}
              value={ownOf(names, label) ?? ''}
              placeholder={label}
              most={100}
              onDone={(name) => {
                setNaming(undefined)
                setNamed(label)
                if (name !== undefined) rename(label, name.trim())
              }}
              className={`${boxLook} h-8 coarse:h-11`}
            />
          ) : (
            <>
              <Speaker name={shown[place] ?? label} colour={colourOf([...new Set(shown)], shown[place])} />
              <ActionButton
                name={`Rename ${shown[place]}`}
                word="Rename"
                icon={<Pencil size={14} />}
                // The box that had the focus is gone.
                autoFocus={named === label}
                onClick={() => setNaming(label)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
