import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { JsonArea } from '../../json/editor/json-area.tsx'
import type { GoTo } from '../../json/editor/plain-box.tsx'
import { lineAndColumn } from '../../json/parse-json.ts'
import { indexJson, markedAt, nodeAtPath } from '../../json/view/json-index.ts'
import { boxLook, lineLook } from '../../ui/box-look.ts'
import { Button } from '../../ui/button/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { counted, shortly } from '../../ui/format.ts'
import { Menu } from '../../ui/popup/menu.tsx'
import { written } from '../remarks.ts'
import { setAt } from '../request-draft.ts'
import { inferSchema } from './infer-schema.ts'
import { readNested } from './nested-json.ts'
import { isObjectSchema } from './request-faults.ts'
import { schemaExamples } from './schema-examples.ts'
import { asObjectSchema, schemaProblems } from './schema-problems.ts'
import { useTypedJson } from './use-typed-json.ts'

interface NamedSchemaProps {
  /** A function tool, or a format of structured output. Other members than those that are drawn are kept. */
  readonly of: JsonRecord
  readonly member: 'parameters' | 'schema'
  /** The schema as typed, where it cannot be read. */
  readonly typed: string | undefined
  readonly onChange: (of: JsonRecord, typed: string | undefined) => void
}

/** Names that all providers take. Others are sent as they are. */
const usualName = /^[A-Za-z0-9_-]{1,64}$/

/** What a function tool and a format of structured output have in common: name, description, strict and a JSON Schema. */
export function NamedSchema({ of, member, typed, onChange }: NamedSchemaProps) {
  const id = useId()
  const name = stringOf(of.name)
  const set = (key: string, value: unknown) => onChange(setAt(of, key, value), typed)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Name
        </label>
        <input
          id={id}
          className={`${lineLook} font-mono`}
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => set('name', target.value)}
        />
        <p id={`${id}-note`} role="status" className="text-warning text-xs empty:hidden">
          {name !== '' && !usualName.test(name) && 'Providers accept letters, digits, _ and -, up to 64 characters.'}
        </p>
      </div>
      <label className="grid grid-cols-1 gap-1.5 font-medium text-sm">
        Description
        <textarea
          className={`${boxLook} field-sizing-content max-h-40 py-2 font-normal`}
          rows={2}
          value={stringOf(of.description)}
          onChange={({ target }) => set('description', target.value || undefined)}
        />
      </label>
      <div className="grid grid-cols-1 gap-1.5">
        <p className="font-medium text-sm">Strict</p>
        <Choice
          name="Strict"
          options={[
            ['', 'Provider’s default'],
            ['true', 'On'],
            ['false', 'Off'],
          ]}
          value={typeof of.strict === 'boolean' ? `${of.strict}` : ''}
          onChange={(word) => set('strict', word === '' ? undefined : word === 'true')}
        />
      </div>
      <SchemaEditor
        name={member}
        schema={of[member]}
        typed={typed}
        strict={of.strict === true}
        onChange={(schema, text) => onChange(text === undefined ? setAt(of, member, schema) : of, text)}
      />
    </div>
  )
}

interface SchemaEditorProps {
  readonly name: NamedSchemaProps['member']
  readonly schema: unknown
  readonly typed: string | undefined
  readonly strict: boolean
  readonly onChange: (schema: unknown, typed: string | undefined) => void
}

const titles = { parameters: 'Parameters', schema: 'Schema' }

/** A JSON Schema as text, with its problems by line and column, examples to start from, and a schema made from example data. */
function SchemaEditor({ name, schema, typed, strict, onChange }: SchemaEditorProps) {
  const id = useId()
  const goTo = useRef<GoTo>(undefined)
  const { text, why, onText } = useTypedJson({ value: schema, typed, onChange })
  const { problems, unread } = useMemo(() => schemaProblems(schema, { name, strict }), [schema, name, strict])
  const put = (next: unknown) => onChange(next, undefined)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center gap-1">
        <label htmlFor={id} className="mr-auto font-medium text-sm">
          {titles[name]}
        </label>
        <Menu
          name="Examples"
          items={schemaExamples.map((one) => ({ name: one.title, onSelect: () => put(one.schema) }))}
        >
          Examples
        </Menu>
      </div>
      <JsonArea
        id={id}
        label={titles[name]}
        look="max-h-96 min-h-44"
        describedBy={`${id}-about`}
        invalid={why !== undefined || !isObjectSchema(schema)}
        disabled={false}
        faults={problems}
        goTo={goTo}
        value={text}
        onText={onText}
      />
      <div id={`${id}-about`} className="grid grid-cols-1 gap-1 text-xs">
        {why !== undefined ? (
          <Problem>{why}</Problem>
        ) : (
          <Problems name={name} text={text} problems={problems} onGo={(at) => goTo.current?.(at)}>
            {unread}
          </Problems>
        )}
      </div>
      {why === undefined && (!isObjectSchema(schema) || schema.type === undefined) && (
        <Button small className="justify-self-start" onClick={() => put(asObjectSchema(schema))}>
          Make it an object
        </Button>
      )}
      <Inference onInfer={put} />
    </div>
  )
}

const Problem = ({ children }: { readonly children: ReactNode }) => (
  <p role="alert" className="flex gap-1.5 text-danger">
    <TriangleAlert size={14} className="mt-0.5 shrink-0" />
    {children}
  </p>
)

/** More are marked in the text only. */
const mostListed = 20

interface ProblemsProps {
  readonly name: string
  readonly text: string
  readonly problems: ReturnType<typeof schemaProblems>['problems']
  readonly onGo: (at: number) => void
  /** What was not checked. */
  readonly children: ReactNode
}

function Problems({ name, text, problems, onGo, children }: ProblemsProps) {
  const listed = useMemo(() => {
    const shown = problems.slice(0, mostListed)
    const index = shown.length > 0 ? indexJson(text) : undefined
    return shown.map(({ at, words }) => {
      const place = index ? markedAt(index, nodeAtPath(index, at)) : 0
      return { path: written(at).replace(/^\./, ''), words, place, ...lineAndColumn(text, place) }
    })
  }, [text, problems])
  return (
    <>
      <p role="status" className="text-soft empty:hidden">
        {problems.length > 0 && counted(problems.length, 'problem')}
        {problems.length > mostListed && `, the first ${mostListed} listed`}
        {children && ` ${children}`}
      </p>
      {listed.length > 0 && (
        <ul aria-label={`Problems of ${name}`} className="grid max-h-48 grid-cols-1 gap-1 overflow-y-auto">
          {listed.map(({ path, words, place, line, column }) => (
            <li key={`${path} ${words}`} className="wrap-anywhere text-warning">
              {path !== '' && <span className="font-mono">{shortly(path, 120)}: </span>}
              {words}{' '}
              <button
                type="button"
                className="rounded-md text-soft underline underline-offset-2 hover:text-ink coarse:min-h-11"
                onClick={() => onGo(place)}
              >
                line {line}, column {column}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Inference({ onInfer }: { readonly onInfer: (schema: JsonRecord) => void }) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const reading = readNested(text)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-sm">
      <summary className="min-h-8 content-center rounded-md text-soft hover:text-ink coarse:min-h-11">
        Infer from example
      </summary>
      <div className="grid grid-cols-1 gap-2 pt-1">
        <textarea
          aria-label="Example data"
          className={`${boxLook} field-sizing-content max-h-60 py-2 font-mono text-xs`}
          rows={4}
          spellCheck={false}
          placeholder='{ "city": "Porto", "days": 3 }'
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {reading.kind === 'unreadable' && <Problem>{reading.why}</Problem>}
        <Button
          small
          className="justify-self-start"
          disabled={reading.kind !== 'value'}
          onClick={({ currentTarget }) => {
            if (reading.kind === 'value') onInfer(inferSchema(reading.value))
            currentTarget.closest('details')?.querySelector('summary')?.focus()
            setOpen(false)
          }}
        >
          Replace schema
        </Button>
      </div>
    </details>
  )
}
