import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { isRecord, type JsonRecord, recordOf, stringOf, textOf } from '#contract/core/loose-json.ts'
import { Button } from '../../ui/button/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted, shortly } from '../../ui/format.ts'
import { readJson } from '../form-values.ts'
import { setAt } from '../request-draft.ts'
import { NamedSchema } from '../schema/named-schema.tsx'
import { readNested } from '../schema/nested-json.ts'
import { formatFault, isObjectSchema } from '../schema/request-faults.ts'
import type { ControlProps } from './control.ts'
import { JsonControl } from './json.tsx'

const kinds = [
  ['text', 'Text'],
  ['json_object', 'Any JSON'],
  ['json_schema', 'JSON by schema'],
] as const

type Kind = (typeof kinds)[number][0]

/** Undefined for what the form cannot show; empty where nothing is set. */
function kindOf(value: unknown): Kind | '' | undefined {
  if (value === undefined) return ''
  const { type, json_schema: nested } = recordOf(value)
  if (nested !== undefined && !isRecord(nested)) return undefined
  return kinds.find(([kind]) => kind === type)?.[0]
}

/** The format of an answer: text, any JSON, or JSON by a schema, which is flat in `text.format` and nested in `response_format`. Else it is JSON. */
export function TextFormatControl(props: ControlProps) {
  const { field, labelId, describedBy, value, entry, disabled, set } = props
  const [view, setView] = useState<'form' | 'json'>('form')
  const [isOpen, setOpen] = useState(false)
  /** What the choice of another kind replaced. */
  const left = useRef(new Map<Kind, unknown>())
  const kind = kindOf(value)
  const isUnread = typeof entry === 'string' && readJson(entry).kind === 'unreadable'
  const isForm = view === 'form' && kind !== undefined && !isUnread
  const choose = (next: Kind) => {
    if (kind) left.current.set(kind, value)
    set(left.current.get(next) ?? (next === 'json_schema' ? newFormat(field.path) : { type: next }))
    if (next === 'json_schema') setOpen(true)
  }
  return (
    <fieldset
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      disabled={disabled}
      className="flex min-w-0 flex-col items-start gap-2"
    >
      {isForm ? (
        <>
          <Choice<Kind | ''>
            name={field.title}
            options={kinds}
            value={kind}
            onChange={(next) => next !== '' && choose(next)}
          />
          {kind === 'json_schema' && (
            <Button small icon={<Pencil size={14} />} onClick={() => setOpen(true)}>
              <span className="truncate">Edit schema{summaryOf(recordOf(value))}</span>
            </Button>
          )}
          {isOpen && kind === 'json_schema' && <FormatDialog {...props} onClose={() => setOpen(false)} />}
        </>
      ) : (
        <div className="w-full">
          <JsonControl {...props} />
        </div>
      )}
      {(isForm || (kind !== undefined && !isUnread)) && (
        <button
          type="button"
          className="rounded-md text-soft text-xs underline underline-offset-2 hover:text-ink coarse:min-h-11"
          onClick={() => setView(isForm ? 'json' : 'form')}
        >
          {isForm ? 'Edit as JSON' : 'Edit in the form'}
        </button>
      )}
    </fieldset>
  )
}

const newSchema = {
  ...{ name: 'answer', strict: true },
  schema: {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  },
}

const newFormat = (path: string) =>
  path === 'response_format' ? { type: 'json_schema', json_schema: newSchema } : { type: 'json_schema', ...newSchema }

/** The members of a format, wherever they are. */
const membersOf = (format: JsonRecord) => (isRecord(format.json_schema) ? format.json_schema : format)

function summaryOf(format: JsonRecord): string {
  const { name, strict, schema } = membersOf(format)
  const properties = isObjectSchema(schema) ? Object.keys(recordOf(schema.properties)).length : undefined
  const facts = [
    shortly(stringOf(name), 40),
    strict === true && 'strict',
    properties !== undefined && counted(properties, 'field'),
  ]
  const words = facts.filter(Boolean).join(' · ')
  return words && `: ${words}`
}

function FormatDialog({ field, value, entry, set, enter, onClose }: ControlProps & { readonly onClose: () => void }) {
  const format = recordOf(value)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl or ⌘ with Enter would run the tool behind the dialog.
    <div className="contents" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
      <Dialog title={field.title} open onClose={onClose}>
        <NamedSchema
          of={membersOf(format)}
          member="schema"
          typed={textOf(recordOf(entry).schema)}
          onChange={(members, typed) => {
            const next = isRecord(format.json_schema) ? setAt(format, 'json_schema', members) : members
            const reading = typed === undefined ? undefined : readNested(typed)
            const why = reading?.kind === 'unreadable' ? `Schema: ${reading.why}` : formatFault(next)
            if (why === undefined) set(next)
            else enter({ schema: typed }, { kind: 'unreadable', why, value: next })
          }}
        />
      </Dialog>
    </div>
  )
}
