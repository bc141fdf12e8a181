import { Volume2 } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { MediaFile } from '../media-file.tsx'
import type { PlayerGroup } from './player-group.ts'

export interface ComparedMedium {
  readonly key: string
  readonly file: MediaFile
  /** What the person calls it: `Run #12`. */
  readonly name: string
  readonly notes?: ReactNode
  /** Of a sound: it is heard as loud as it is while the levels of the others are matched. */
  readonly level?: 'own'
}

interface MediumNoteProps {
  readonly of: ComparedMedium
  readonly group: PlayerGroup
  readonly at: number
  /** None of the group has sound. */
  readonly isSilent?: boolean
}

export function MediumNote({ of: { name, notes }, group, at, isSilent = false }: MediumNoteProps) {
  const isHeard = useSyncExternalStore(group.watch, () => group.shown().heard === at)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5">
      <p className="flex items-center gap-1.5 font-medium text-sm">
        <span className="min-w-0 truncate">{name}</span>
        {isHeard && !isSilent && (
          <Volume2 role="img" aria-hidden={false} aria-label="Heard" size={16} className="shrink-0 text-soft" />
        )}
      </p>
      {notes}
    </div>
  )
}
