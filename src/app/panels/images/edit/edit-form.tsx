import { Info } from 'lucide-react'
import type { Dimensions } from '#media/dimensions.ts'
import type { SendingWay } from '../../../files/request-body.ts'
import { Thumbnail } from '../../../files/tray.tsx'
import { badSize, type CutModel, sizeName } from '../../../mask/crop/cut.ts'
import { MaskCheck } from '../../../mask/import/mask-check.tsx'
import { PromptRow } from '../../../tool/shared-rows.tsx'
import { ToolForm } from '../../../tool/tool-form.tsx'
import { editTool } from '../../../tool/tools.ts'
import { Choice } from '../../../ui/choice.tsx'
import { ImageSizeRow } from '../image-rows.tsx'
import { AreaFields } from './area/area-fields.tsx'
import { takesMasks } from './area/sent-area.ts'
import { AsideNote } from './earlier-edit.tsx'
import type { EditPictures } from './edit-steps.ts'
import { PictureList } from './picture-list.tsx'
import type { EditTools } from './use-edit.ts'

const rows = { prompt: PromptRow, size: ImageSizeRow }

export function EditForm({ tool }: { readonly tool: EditTools }) {
  const { session, state, tasks, sendAs, setSendAs, area } = tool
  const { form, model, card } = tool.form
  const mask = state.mask?.editor
  const [base] = state.pictures
  const pictures = (
    <>
      <div className="grid grid-cols-1 gap-2">
        <PictureList session={session} state={state} drag={tool.drag} />
        {base && <SizeNote base={base} model={{ model, card }} sent={area.plan ? 'part' : 'whole'} />}
      </div>
      <StepList steps={state.steps} at={state.at} onGo={(at) => session.goTo(at)} />
      <MaskCheck base={base} plan={area.plan} {...{ mask, tasks, model, card }} />
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

interface SizeNoteProps {
  readonly base: Dimensions
  readonly model: Pick<CutModel, 'model' | 'card'>
  readonly sent: 'whole' | 'part'
}

function SizeNote({ base, model, sent }: SizeNoteProps) {
  if (badSize(base, model) === undefined) return null
  return (
    <p className="flex items-start gap-2 text-soft text-xs">
      <Info size={16} className="mt-px shrink-0 text-faint" />
      <span className="min-w-0 tabular-nums wrap-anywhere">
        {model.model} does not make {sizeName(base)}{' '}
        {sent === 'part'
          ? 'images. Only the masked area is sent, and the result is pasted back, so the image keeps its size.'
          : 'images, so the result may have a different size. Crop or extend the image on the canvas, or send the masked area only.'}
      </span>
    </p>
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

function SendAs({ value, onChange }: { readonly value: SendingWay; readonly onChange: (way: SendingWay) => void }) {
  return (
    <section aria-label="Send as" className="grid gap-1.5 border-line border-t pt-3">
      <h2 className="font-medium text-sm">Send as</h2>
      <Choice name="Send as" options={ways} value={value} onChange={onChange} />
      <p className="text-faint text-xs">{about[value]}</p>
    </section>
  )
}

interface StepListProps extends Pick<EditPictures, 'steps' | 'at'> {
  readonly onGo: (at: number) => void
}

/** The bases that led to this one. The later ones are kept when an earlier one is chosen, until another step is added. */
function StepList({ steps, at, onGo }: StepListProps) {
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
