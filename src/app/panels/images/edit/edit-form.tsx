import { useState } from 'react'
import type { SendingWay } from '../../../files/request-body.ts'
import { Thumbnail } from '../../../files/tray.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { RequestJson } from '../../../form/request-json.tsx'
import { FormSwitch } from '../../../form/request-notes.tsx'
import { SchemaForm } from '../../../form/schema-form.tsx'
import { CutBase } from '../../../mask/crop/cut-base.tsx'
import { MaskDoctor } from '../../../mask/import/mask-doctor.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { PromptRow, SizeRow } from '../image-rows.tsx'
import { AsideNote } from './earlier-edit.tsx'
import type { EditWork } from './edit-work.ts'
import { PictureList } from './picture-list.tsx'
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

interface StepListProps {
  readonly work: EditWork
  readonly onGo: (at: number) => void
}

/** The bases that led to this one. Going back takes nothing away: the later ones stay until another step is taken. */
function StepList({ work: { steps, at }, onGo }: StepListProps) {
  if (steps.length < 2) return null
  return (
    <section aria-label="Steps" className="grid grid-cols-1 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-medium text-sm">Steps</h2>
        <span className="text-faint text-xs tabular-nums">
          {at + 1} of {steps.length}
        </span>
      </div>
      <ol className="-m-1 flex gap-1.5 overflow-x-auto p-1">
        {steps.map((step, place) => (
          <li key={step.id} className="shrink-0">
            <button
              type="button"
              aria-current={place === at ? 'step' : undefined}
              aria-label={`Step ${place + 1}: ${step.name}`}
              title={step.name}
              className="grid gap-1 rounded-md p-1 text-2xs text-soft hover:bg-raised hover:text-ink aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-cable"
              onClick={() => onGo(place)}
            >
              <Thumbnail blob={step.thumbnail} className="size-12 coarse:size-14" />
              <span className="text-center tabular-nums">{place === 0 ? 'First' : place + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
