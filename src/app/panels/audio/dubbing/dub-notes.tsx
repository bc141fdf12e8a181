import { TriangleAlert } from 'lucide-react'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { useModelCard } from '../../../tool/model-card.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { loadSoundFacts } from '../../../view/media/sound/load-sound-facts.ts'
import { browserSeconds } from '../../../view/media/sound/playable-sound.ts'
import { amountOf, warningsOn } from './dub-amount.ts'

/** How long the file is, how much of it is dubbed, and what does not fit. */
export function DubNotes({ form, field }: FieldRowProps) {
  const { files } = useFieldFiles(field)
  const blob = files[0]?.blob
  const limit = useModelCard(form.draft.model)?.limits?.max_input_seconds
  const seconds = useLoaded(blob && (() => secondsOf(blob)), [blob])
  const amount = seconds === undefined ? undefined : amountOf(form.draft, seconds)
  return (
    <>
      {amount && <p className="text-soft text-xs tabular-nums">{amount}</p>}
      {warningsOn(form.draft, seconds, limit).map((words) => (
        <p key={words} role="status" className="flex gap-2 text-warning text-xs">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" />
          {words}
        </p>
      ))}
    </>
  )
}

/** The length of a recording or video; undefined where it cannot be read. */
async function secondsOf(blob: Blob): Promise<number | undefined> {
  const facts = await loadSoundFacts(blob)
  const seconds = facts?.isVideo === false ? facts.seconds : ((await browserSeconds(blob)) ?? facts?.seconds)
  return Number.isFinite(seconds) ? seconds : facts?.seconds
}
