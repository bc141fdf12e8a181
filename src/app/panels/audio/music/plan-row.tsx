import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type JsonRecord, jsonIn, ownOf, stringOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { boxLook, lineLook } from '../../../ui/box-look.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { readKept, writeKept } from '../../../ui/page-state.ts'
import {
  type CompositionPlan,
  compositionPlanOf,
  movedSection,
  newSection,
  planSeconds,
  readCompositionPlan,
  sectionLength,
  textsIn,
} from './plan.ts'

const key = 'patchbay.music-plan'

/** Whether the music is made from a prompt or from a plan, and the plan. While a prompt is chosen, the tab keeps the plan; beside a plan, the prompt stays in the draft and is not sent. */
export function PlanRow({ form, field }: FieldRowProps) {
  const { composition_plan: value } = form.draft
  const plan = readCompositionPlan(value)
  const choose = (source: 'prompt' | 'plan') => {
    const { prompt, music_length_ms } = form.draft
    const kept = jsonIn(readKept(key, 'sessionStorage') ?? '')
    if (source === 'prompt') writeKept(key, JSON.stringify(value), 'sessionStorage')
    form.set('composition_plan', source === 'plan' ? (kept ?? compositionPlanOf(prompt, music_length_ms)) : undefined)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Choice
        name="Compose from"
        options={[
          ['prompt', 'From a prompt'],
          ['plan', 'From a section plan'],
        ]}
        value={value === undefined ? 'prompt' : 'plan'}
        onChange={choose}
      />
      {plan && <PlanEditor plan={plan} onChange={(next) => form.set('composition_plan', next)} />}
      {form.errors.composition_plan !== undefined || (value !== undefined && !plan) ? (
        <FieldRow form={form} field={field} />
      ) : null}
    </div>
  )
}

function PlanEditor({
  plan,
  onChange,
}: {
  readonly plan: CompositionPlan
  readonly onChange: (plan: CompositionPlan) => void
}) {
  const { sections } = plan
  const set = (change: JsonRecord) => onChange({ ...plan, ...change })
  const put = (next: readonly JsonRecord[]) => onChange({ ...plan, sections: next })
  const seconds = planSeconds(plan)
  const list = useRef<HTMLOListElement>(null)
  const move = (at: number, by: number) => {
    put(movedSection(sections, at, by))
    // The buttons of the section's new place exist already; one that would lead past the end is disabled.
    const [up, down] = list.current?.children[at + by]?.querySelectorAll('button') ?? []
    ;(by < 0 ? at + by > 0 : at + by === sections.length - 1) ? up?.focus() : down?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Styles title="Styles to include" of={plan} field="positive_global_styles" onChange={set} />
      <Styles title="Styles to avoid" of={plan} field="negative_global_styles" onChange={set} />
      <ol ref={list} aria-label="Sections" className="grid grid-cols-1 gap-3">
        {sections.map((section, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids; their boxes hold no state of their own but a text that fits the value.
          <li key={at} className="grid grid-cols-1 gap-2 rounded-md border border-line p-2.5">
            <div className="flex items-center">
              <span className="min-w-0 flex-1 truncate text-soft text-xs">
                {at + 1}. {stringOf(section.section_name)}
              </span>
              <IconButton
                name={`Move section ${at + 1} up`}
                icon={<ArrowUp size={16} />}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                name={`Move section ${at + 1} down`}
                icon={<ArrowDown size={16} />}
                disabled={at === sections.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                name={`Remove section ${at + 1}`}
                icon={<X size={16} />}
                disabled={sections.length === 1}
                onClick={() => put(sections.toSpliced(at, 1))}
              />
            </div>
            <Section section={section} onChange={(next) => put(sections.with(at, next))} />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          icon={<Plus size={16} />}
          onClick={() => put([...sections, newSection(`Section ${sections.length + 1}`)])}
        >
          Add section
        </Button>
        <span className={`text-xs tabular-nums ${seconds < 3 || seconds > 300 ? 'text-warning' : 'text-soft'}`}>
          {seconds} s in total{seconds < 3 || seconds > 300 ? '; most providers accept 3 to 300 s' : ''}
        </span>
      </div>
    </div>
  )
}

interface SectionProps {
  readonly section: JsonRecord
  readonly onChange: (section: JsonRecord) => void
}

function Section({ section, onChange }: SectionProps) {
  const put = (change: JsonRecord) => onChange({ ...section, ...change })
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
        <Labelled title="Name">
          <input
            className={lineLook}
            value={stringOf(section.section_name)}
            onChange={({ target }) => put({ section_name: target.value })}
          />
        </Labelled>
        <Seconds ms={sectionLength(section)} onChange={(duration_ms) => put({ duration_ms })} />
      </div>
      <Styles title="Styles" of={section} field="positive_local_styles" onChange={put} />
      <Styles title="Avoid" of={section} field="negative_local_styles" onChange={put} />
      <Labelled title="Lyrics">
        <textarea
          rows={2}
          className={`${boxLook} field-sizing-content max-h-60 min-h-14 resize-y py-2 leading-5`}
          value={textsIn(section.lines).join('\n')}
          onChange={({ target }) => put({ lines: target.value === '' ? [] : target.value.split('\n') })}
        />
      </Labelled>
    </>
  )
}

const Labelled = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what the label is put around.
  <label className="grid grid-cols-1 gap-1">
    <span className="text-xs">{title}</span>
    {children}
  </label>
)

/** A text and the value that it stands for: it is shown as typed as long as it means the value. */
function useTyped<T>(value: T, textOf: (value: T) => string, read: (text: string) => T) {
  const [typed, setTyped] = useState('')
  const isCurrent = textOf(read(typed)) === textOf(value)
  return [isCurrent ? typed : textOf(value), setTyped] as const
}

const stylesIn = (text: string): readonly string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

interface StylesProps {
  readonly title: string
  readonly of: JsonRecord
  readonly field: string
  readonly onChange: (change: JsonRecord) => void
}

/** A list of styles, typed with commas. */
function Styles({ title, of, field, onChange }: StylesProps) {
  const [text, type] = useTyped(textsIn(ownOf(of, field)), (styles) => styles.join(', '), stylesIn)
  return (
    <Labelled title={title}>
      <input
        className={lineLook}
        placeholder="Separated by commas"
        value={text}
        onChange={({ target }) => {
          type(target.value)
          onChange({ [field]: stylesIn(target.value) })
        }}
      />
    </Labelled>
  )
}

function Seconds({ ms, onChange }: { readonly ms: number; readonly onChange: (ms: number) => void }) {
  const read = (words: string) => Math.round((Number(words.replace(',', '.')) || 0) * 1000)
  const [text, type] = useTyped(ms, (value) => String(value / 1000), read)
  return (
    <Labelled title="Seconds">
      <input
        inputMode="decimal"
        className={`${lineLook} font-mono tabular-nums`}
        aria-invalid={ms === 0 || undefined}
        value={text}
        onChange={({ target }) => {
          type(target.value)
          onChange(read(target.value))
        }}
      />
    </Labelled>
  )
}
