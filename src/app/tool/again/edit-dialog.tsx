import { Play, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { RunDraft } from '../../run/run-draft.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { MediaView } from '../../view/media/media-view.tsx'
import type { Repeating } from './use-repeat.ts'

type Part = NonNullable<RunDraft['parts']>[number]

interface EditDialogProps {
  draft: RunDraft
  again: Repeating
  onClose: () => void
}

/** A request as it was sent, to be changed and sent once more: its parts with their files, or its JSON. */
export function EditDialog({ draft, again, onClose }: EditDialogProps) {
  const [fields, setFields] = useState(() => draft.parts?.map((part, key) => ({ key, part })))
  const [json, setJson] = useState(() => JSON.stringify(draft.request, null, 2) ?? '')
  const [wrong, setWrong] = useState<string>()

  async function run(): Promise<void> {
    const parts = fields?.map(({ part }) => part)
    const request: Read = parts ? { status: 'read', value: undefined } : readJson(json)
    if (request.status === 'wrong') return setWrong(request.why)
    setWrong(undefined)
    const sent = await again.send({ ...draft, request: request.value, ...(parts && { parts }) })
    if (sent) onClose()
  }
  const said = wrong ?? again.said
  return (
    <Dialog
      title="Edit and run"
      open
      onClose={onClose}
      foot={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-faint text-xs">{draft.price ?? 'price not stated'}</p>
          <Button
            look="primary"
            icon={<Play size={16} strokeWidth={1.5} />}
            disabled={again.busy}
            {...onFirstPress(() => void run())}
          >
            Run
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {fields ? (
          fields.map(({ key, part }, at) => (
            <PartField
              key={key}
              part={part}
              onChange={(next) => setFields(next ? fields.with(at, { key, part: next }) : fields.toSpliced(at, 1))}
            />
          ))
        ) : (
          <TextField name="Request" text={json} rows={14} look="font-mono text-xs" onChange={setJson} />
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

type Read = { readonly status: 'read'; readonly value: unknown } | { readonly status: 'wrong'; readonly why: string }

function readJson(text: string): Read {
  try {
    return { status: 'read', value: JSON.parse(text) }
  } catch (error) {
    return {
      status: 'wrong',
      why: `Invalid JSON: ${error instanceof Error ? error.message : 'look at its quotes.'}`,
    }
  }
}

function PartField({ part, onChange }: { part: Part; onChange: (part: Part | undefined) => void }) {
  if (part.kind === 'text')
    return (
      <TextField
        name={part.name}
        text={part.value}
        rows={part.value.length > 80 ? 4 : 1}
        onChange={(value) => onChange({ ...part, value })}
      />
    )
  const { blob, name } = part.file
  return (
    <section aria-label={part.name} className="grid gap-2">
      <h3 className="flex items-center justify-between gap-2 font-medium text-sm">
        {part.name}
        <IconButton
          name={`Leave out ${name}`}
          icon={<X size={16} strokeWidth={1.5} />}
          onClick={() => onChange(undefined)}
        />
      </h3>
      <MediaView file={{ blob, name, type: blob.type, size: blob.size }} />
      <label className="grid gap-1 text-soft text-xs">
        Another file
        <input
          type="file"
          className="text-ink file:mr-3 file:min-h-8 file:rounded-md file:border file:border-line file:bg-surface file:px-2.5 coarse:file:min-h-11"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onChange({ ...part, file: { name: file.name, blob: file } })
          }}
        />
      </label>
    </section>
  )
}

interface TextFieldProps {
  name: string
  text: string
  rows: number
  look?: string
  onChange: (text: string) => void
}

function TextField({ name, text, rows, look = 'text-sm', onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {name}
      </label>
      <textarea
        id={id}
        rows={rows}
        value={text}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`w-full resize-y rounded-md border border-line bg-surface px-3 py-2 ${look}`}
      />
    </div>
  )
}
