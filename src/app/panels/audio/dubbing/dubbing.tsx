import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { useBatch } from '../../../tool/use-batch.tsx'
import { LanguageRow } from '../language-row.tsx'
import { NoRecording } from '../recording/no-recording.tsx'
import { DubNotes } from './dub-notes.tsx'
import { callsOf, listedLanguages } from './languages.ts'
import { TargetRow } from './target-row.tsx'

/** What is dubbed, and how much that is. */
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
