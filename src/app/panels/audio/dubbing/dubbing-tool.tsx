import { useMemo } from 'react'
import { AudioDubbingRequest } from '#contract/audio/dubbing.ts'
import { fields } from '#contract/core/field.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { useSeveral } from '../../../tool/several/use-several.tsx'
import { ToolView } from '../../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../../tool/tools.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { languageName } from '../../../view/language-name.ts'
import { NoRecording } from '../recording/no-recording.tsx'
import { DubNotes } from './dub-notes.tsx'
import { callsOf, usualLanguages } from './languages.ts'
import { TargetRow } from './target-row.tsx'

interface RowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** What is dubbed, and how much that is. */
function FileRow({ form, field }: RowProps) {
  const tool = toolFor(useTools(), 'audio.dubbing')
  return (
    <div className="grid grid-cols-1 gap-2">
      <FieldRow form={form} field={field} />
      {tool && <DubNotes tool={tool} form={form} field={field} />}
    </div>
  )
}

/** A language by its name, or any code; nothing detects it. */
function SourceRow({ form, field }: RowProps) {
  const rule = form.rules?.fields.target_lang
  const codes = rule?.kind === 'listed' ? rule.values : usualLanguages
  const options = useMemo(
    () => ({ [field.path]: codes.map((value) => ({ value, label: languageName(value), note: value })) }),
    [field, codes],
  )
  const open = useMemo((): FieldDescription => ({ ...field, control: 'model', placeholder: 'Detected' }), [field])
  return <FieldRow form={{ ...form, options }} field={open} />
}

const rows = { file: FileRow, source_url: FieldRow, target_lang: TargetRow, source_lang: SourceRow }

const useDubPress = (state: ToolState) => useSeveral(state, (request) => callsOf(request, state.form.card))

const facts = fields.get(AudioDubbingRequest.shape.file)?.file
const empty = { facts, heading: 'Add a recording or a video, and choose its languages' }

export function DubbingTool() {
  const tool = toolFor(useTools(), 'audio.dubbing')
  return (
    tool && (
      <ToolView tool={tool} rows={rows} usePress={useDubPress} empty={() => <NoRecording tool={tool} {...empty} />} />
    )
  )
}
