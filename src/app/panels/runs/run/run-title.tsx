import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '../../../run/history/matches.ts'
import { useRunActions } from '../../../run/history/run-actions.ts'
import type { Run } from '../../../run/run.ts'
import { IconButton } from '../../../ui/button.tsx'
import { shortly } from '../../../ui/format.ts'

/** The name of a run, which the person may change. */
export function RunTitle({ run }: { run: Run }) {
  const { rename } = useRunActions()
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    if (typed !== undefined && typed !== nameOf(run)) await rename(run.id, typed)
    setTyped(undefined)
  }
  if (typed !== undefined)
    return (
      <input
        aria-label="Name of this run"
        // biome-ignore lint/a11y/noAutofocus: the press on Rename asked for it.
        autoFocus
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
          if (event.key === 'Escape') setTyped(undefined)
        }}
        className="h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 font-semibold"
      />
    )
  return (
    <>
      <h2 className="min-w-0 truncate font-semibold text-base" dir="auto" title={shortly(nameOf(run))}>
        {shortly(nameOf(run), 200) || 'Untitled'}
      </h2>
      <IconButton name="Rename" icon={<Pencil size={16} strokeWidth={1.5} />} onClick={() => setTyped(nameOf(run))} />
    </>
  )
}
