import { Play, X } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { describeJsonError, parseJson } from '../../json/parse-json.ts'
import type { RunDraft } from '../../run/run-draft.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { MediaView } from '../../view/media/media-view.tsx'
import type { Repeating } from './use-repeat.ts'

type Part = NonNullable<RunDraft['parts']>[number]
type FilePart = Extract<Part, { readonly kind: 'file' }>

interface EditedRequest {
  readonly json: string
  readonly parts: Part[]
}

interface EditDialogProps {
  readonly draft: RunDraft
  readonly again: Repeating
  readonly onClose: () => void
}

/** A request as it was sent, to be changed and sent once more: its parts with their files, or its JSON. */
export function EditDialog({ draft, again, onClose }: EditDialogProps) {
  const { control, register, handleSubmit, formState } = useForm<EditedRequest>({
    defaultValues: { json: JSON.stringify(draft.request, null, 2) ?? '', parts: [...(draft.parts ?? [])] },
    reValidateMode: 'onSubmit',
  })
  const { fields, update, remove } = useFieldArray({ control, name: 'parts' })
  const run = handleSubmit(async ({ json, parts }) => {
    const request = draft.parts ? { request: undefined, parts } : { request: JSON.parse(json) }
    if (await again.send({ ...draft, ...request })) onClose()
  })
  const said = formState.errors.json?.message ?? again.said
  return (
    <Dialog
      title="Edit and run"
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-faint text-xs">{draft.price ?? 'price not stated'}</p>
          <Button look="primary" icon={<Play size={16} />} disabled={again.busy} {...onFirstPress(() => void run())}>
            Run
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {draft.parts ? (
          fields.map((part, at) =>
            part.kind === 'text' ? (
              <TextField
                key={part.id}
                title={part.name}
                rows={part.value.length > 80 ? 4 : 1}
                {...register(`parts.${at}.value`)}
              />
            ) : (
              <FileField
                key={part.id}
                part={part}
                onFile={(file) => update(at, { kind: 'file', name: part.name, file: { name: file.name, blob: file } })}
                onRemove={() => remove(at)}
              />
            ),
          )
        ) : (
          <TextField
            title="Request"
            rows={14}
            look="font-mono text-xs"
            {...register('json', { validate: (text) => whyNoJson(text) ?? true })}
          />
        )}
        {said && (
          <p role="alert" className="text-danger text-xs">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function whyNoJson(text: string): string | undefined {
  const parsed = parseJson(text)
  return 'error' in parsed ? `Invalid JSON: ${describeJsonError(parsed.error)}` : undefined
}

interface FileFieldProps {
  readonly part: Pick<FilePart, 'name' | 'file'>
  readonly onFile: (file: File) => void
  readonly onRemove: () => void
}

function FileField({ part, onFile, onRemove }: FileFieldProps) {
  const { blob, name } = part.file
  return (
    <section aria-label={part.name} className="grid gap-2">
      <h3 className="flex items-center justify-between gap-2 font-medium text-sm">
        {part.name}
        <IconButton name={`Remove ${name}`} icon={<X size={16} />} onClick={onRemove} />
      </h3>
      <MediaView file={{ blob, name, type: blob.type, size: blob.size }} />
      <label className="grid gap-1 text-soft text-xs">
        Replace file
        <input
          type="file"
          className="text-ink file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-surface file:px-2.5 coarse:file:min-h-11"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onFile(file)
          }}
        />
      </label>
    </section>
  )
}

interface TextFieldProps extends ComponentProps<'textarea'> {
  readonly title: string
  readonly look?: string
}

function TextField({ title, look = 'text-sm', ...area }: TextFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {title}
      </label>
      <textarea
        id={id}
        spellCheck={false}
        className={`w-full resize-y rounded-md border border-line bg-surface px-3 py-2 ${look}`}
        {...area}
      />
    </div>
  )
}
