import type { SendingWay } from '../../../files/request-body.ts'
import { Thumbnail } from '../../../files/tray.tsx'
import { SizeNote } from '../../../mask/crop/size-note.tsx'
import { MaskDoctor } from '../../../mask/import/mask-doctor.tsx'
import { PromptRow } from '../../../tool/rows/prompt-row.tsx'
import { ToolForm } from '../../../tool/tool-form.tsx'
import { editTool } from '../../../tool/tools.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ImageSizeRow } from '../image-rows.tsx'
import { takesMasks } from './area/area-choice.ts'
import { AreaFields } from './area/area-fields.tsx'
import { AsideNote } from './earlier-edit.tsx'
import type { EditWork } from './edit-work.ts'
import { PictureList } from './picture-list.tsx'
import type { EditTools } from './use-edit.ts'

const rows = { prompt: PromptRow, size: ImageSizeRow }

/** The request, with the pictures and what is done with them after its prompt. */
export function EditForm({ tool }: { readonly tool: EditTools }) {
  const { session, state, tasks, sendAs, setSendAs, area } = tool
  const { form, model, card } = tool.form
  const { work, mask } = state
  const [base] = work.pictures
  const pictures = (
    <>
      <div className="grid grid-cols-1 gap-2">
        <PictureList session={session} state={state} drag={tool.drag} />
        {base && <SizeNote base={base} model={{ model, card }} sent={area.plan ? 'part' : 'whole'} />}
      </div>
      <StepList work={work} onGo={(at) => session.goTo(at)} />
      <MaskDoctor base={base} plan={area.plan} {...{ mask, tasks, model, card }} />
      {base && takesMasks(model, card) && <AreaFields area={area} mask={mask} />}
    </>
  )
  return (
    <div className="grid grid-cols-1 gap-5">
      <AsideNote aside={state.aside} earlier={tool.earlier} />
      <ToolForm tool={editTool} {...{ form, rows }} input={pictures} draftOf={() => tool.sending.draftOf(form.request)}>
        <SendAs value={sendAs} onChange={setSendAs} />
      </ToolForm>
    </div>
  )
}

const ways = [
  ['auto', 'Automatic'],
  ['json', 'JSON'],
  ['multipart', 'Multipart'],
] as const

const about: Record<SendingWay, string> = {
  auto: 'JSON with data URLs; multipart above 16 MB.',
  json: 'JSON with files as data URLs, up to 16 MB.',
  multipart: 'Form data with files, for routers that do not accept JSON here.',
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

/** The bases that led to this one. The later ones are kept when an earlier one is chosen, until another step is added. */
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
