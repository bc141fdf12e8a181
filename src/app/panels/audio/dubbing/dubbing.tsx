import { TriangleAlert } from 'lucide-react'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { useBatch } from '../../../tool/use-batch.tsx'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { loadSoundFacts } from '../../../view/media/sound/load-sound-facts.ts'
import { browserSeconds } from '../../../view/media/sound/playable-sound.ts'
import { LanguageRow } from '../language-row.tsx'
import { NoRecording } from '../recording/no-recording.tsx'
import { amountOf, callsOf, listedLanguages, warningsOn } from './languages.ts'
import { TargetRow } from './target-row.tsx'

const FileRow = (props: FieldRowProps) => (
  <div className="grid grid-cols-1 gap-2">
    <FieldRow {...props} />
    <DubNotes {...props} />
  </div>
)

const SourceRow = (props: FieldRowProps) => <LanguageRow {...props} codes={listedLanguages(props.form)} />

export const dubbing: OwnParts = {
  rows: { file: FileRow, source_url: FieldRow, target_lang: TargetRow, source_lang: SourceRow },
  usePress: (state) => useBatch(state, (request) => callsOf(request, state.form.card)),
  empty: (state) => <NoRecording state={state} heading="Add a recording or a video, and choose its languages" />,
}

function DubNotes({ form, field }: FieldRowProps) {
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

async function secondsOf(blob: Blob): Promise<number | undefined> {
  const facts = await loadSoundFacts(blob)
  const seconds = facts?.isVideo === false ? facts.seconds : ((await browserSeconds(blob)) ?? facts?.seconds)
  return Number.isFinite(seconds) ? seconds : facts?.seconds
}
