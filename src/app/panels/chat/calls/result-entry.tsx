import { ArrowUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { ToolCall } from '../../../run/result.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { counted } from '../../../ui/format.ts'
import { onFirstPress } from '../../../ui/keys/first-press.ts'
import { type Tab, TabList } from '../../../ui/tabs.tsx'
import type { ToolAnswer } from '../turn/turn.ts'
import { callKey, type ResultField } from './called-tool.ts'
import { MockBox } from './mock-box.tsx'
import { useRememberedAnswers } from './remembered-answers.ts'
import { ResultForm } from './result-form.tsx'
import { isGiven, isTooLarge } from './tool-answers.ts'

const views: readonly Tab<'json' | 'form'>[] = [
  { id: 'json', title: 'JSON' },
  { id: 'form', title: 'Form' },
]

const origins = { memory: 'Filled in from an earlier answer.', mock: 'Filled in by the mock.' }

const tickLook = 'gap-2 text-xs coarse:min-h-11'

interface ResultEntryProps {
  readonly call: ToolCall
  readonly title: string
  /** Of a flat result, which can be entered in a form. */
  readonly fields: readonly ResultField[] | undefined
  readonly answer: ToolAnswer | undefined
  readonly onAnswer: (answer: ToolAnswer) => void
  /** Results of this answer that are missing. */
  readonly missing: number
  readonly onReturn: () => void
}

/** Where the result of a call is entered: as text or JSON, or field by field, by hand or by a mock. */
export function ResultEntry({ call, title, fields, answer, onAnswer, missing, onReturn }: ResultEntryProps) {
  const id = useId()
  const { remember } = useRememberedAnswers()
  const [view, setView] = useState<'json' | 'form'>('json')
  const given = answer ?? { text: '', failed: false }
  const change = (next: ToolAnswer) => {
    onAnswer(next)
    if (next.again !== undefined) void remember(call, next.again && isGiven(next) ? next : undefined)
  }
  const edit = (next: Partial<ToolAnswer>) => change({ ...given, from: undefined, ...next })
  const isForm = fields !== undefined && view === 'form' && !given.failed
  const label = given.failed ? `Error from ${title}` : `Result of ${title}`
  return (
    <div className="grid grid-cols-1 gap-2 border-line border-t px-4 py-3">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <label htmlFor={isForm ? undefined : id} className="truncate text-soft text-xs">
          {label}
        </label>
        {fields && !given.failed && (
          <TabList id={id} name="Enter the result as" tabs={views} value={view} onChange={setView} look="small" />
        )}
      </div>
      <div {...(fields && !given.failed && { id: `${id}panel`, role: 'tabpanel', 'aria-label': label })}>
        {isForm ? (
          <ResultForm fields={fields} text={given.text} onText={(text) => edit({ text })} />
        ) : (
          <textarea
            id={id}
            rows={2}
            spellCheck={false}
            aria-invalid={isTooLarge(given)}
            value={given.text}
            onChange={(event) => edit({ text: event.target.value })}
            className="field-sizing-content max-h-60 w-full rounded-md border border-line bg-ground px-3 py-2 font-mono text-xs"
          />
        )}
      </div>
      {isTooLarge(given) && (
        <p role="alert" className="text-danger text-xs">
          Results above 1 MB are not sent. Shorten this one: it stays here until then.
        </p>
      )}
      {given.from && <p className="text-soft text-xs">{origins[given.from]} You can change it.</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-x-4">
          <Tick isOn={given.failed} onChange={(failed) => edit({ failed })} className={tickLook}>
            Return as an error
          </Tick>
          {callKey(call) !== undefined && (
            <Tick isOn={given.again === true} onChange={(again) => change({ ...given, again })} className={tickLook}>
              Same answer next time
            </Tick>
          )}
        </span>
        <span className="ml-auto flex items-center gap-2">
          {missing > 0 && <span className="text-faint text-xs">{counted(missing, 'result')} missing</span>}
          <Button
            look="primary"
            icon={<ArrowUp size={16} className="stroke-2" />}
            disabled={missing > 0}
            {...onFirstPress(onReturn)}
          >
            Return results
          </Button>
        </span>
      </div>
      <MockBox call={call} onAnswer={(made) => change({ ...made, again: given.again })} />
    </div>
  )
}
