import { useState } from 'react'
import type { SendingWay } from '../../../files/request-body.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import { FormSwitch } from '../../../form/form-switch.tsx'
import { RequestJson } from '../../../form/request-json.tsx'
import { SchemaForm } from '../../../form/schema-form.tsx'
import { CutBase } from '../../../mask/crop/cut-base.tsx'
import { MaskDoctor } from '../../../mask/import/mask-doctor.tsx'
import { Choice } from '../../../view/media/choice.tsx'
import { PromptRow } from '../prompt-row.tsx'
import { SizeRow } from '../size-row.tsx'
import { AsideNote } from './aside-note.tsx'
import { PictureList } from './picture-list.tsx'
import { StepList } from './step-list.tsx'
import type { EditTools } from './use-edit.ts'

const own = ['model', 'prompt', 'size']

/** The pictures, and the request as a form or as JSON. */
export function EditForm({ tool }: { readonly tool: EditTools }) {
  const { form, session, work, mask, tasks, model, card } = tool
  const [base] = work.pictures
  const [view, setView] = useState<'form' | 'json'>('form')
  const row = (path: string) => form.fields.find((field) => field.path === path)
  const [modelField, promptField, sizeField] = own.map(row)
  const pictures = (
    <>
      <div className="grid grid-cols-1 gap-2">
        <PictureList session={session} work={work} incoming={tool.incoming} removed={tool.removed} />
        {base && mask && (
          <CutBase
            base={base}
            mask={mask}
            model={model}
            card={card}
            suggested={sizeField?.suggestions ?? []}
            onCut={(cut, maskOf) => session.reframe(cut, maskOf)}
          />
        )}
      </div>
      <StepList work={work} onGo={(at) => session.goTo(at)} />
      <MaskDoctor base={base} {...{ mask, tasks, model, card }} />
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <AsideNote tool={tool} />
      <FormSwitch view={view} onView={setView} />
      {view === 'json' ? (
        <>
          <RequestJson form={form} />
          {pictures}
        </>
      ) : (
        <>
          {modelField && <FieldRow form={form} field={modelField} />}
          {promptField && <PromptRow form={form} field={promptField} />}
          {pictures}
          {sizeField && <SizeRow form={form} field={sizeField} />}
          <SchemaForm form={form} fields={form.fields.filter(({ path }) => !own.includes(path))} />
          <SendAs value={tool.sendAs} onChange={tool.setSendAs} />
        </>
      )}
    </div>
  )
}

const ways = [
  ['auto', 'Automatic'],
  ['json', 'JSON'],
  ['multipart', 'Multipart'],
] as const

const about: Record<SendingWay, string> = {
  auto: 'As JSON with data URLs; above 16 MB as multipart.',
  json: 'Files as data URLs inside the JSON, up to 16 MB.',
  multipart: 'A form with files, for routers that take no JSON here.',
}

interface SendAsProps {
  readonly value: SendingWay
  readonly onChange: (way: SendingWay) => void
}

function SendAs({ value, onChange }: SendAsProps) {
  return (
    <section aria-label="Send as" className="grid gap-1.5 border-line border-t pt-3">
      <h2 className="font-medium text-sm">Send as</h2>
      <Choice name="Send as" options={ways} value={value} onChange={onChange} />
      <p className="text-faint text-xs">{about[value]}</p>
    </section>
  )
}
