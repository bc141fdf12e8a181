import { ChevronRight, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ToolCall } from '../../../run/result.ts'
import { useToolMocks } from '../../../tool/tool-definitions/tool-list.ts'
import { boxLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Tick } from '../../../ui/choice.tsx'
import type { ToolAnswer } from '../turn/turn.ts'
import { callInput } from './called-tool.ts'
import { runMock } from './mock-frame.ts'
import { callName } from './tool-answers.ts'

interface MockBoxProps {
  readonly call: ToolCall
  readonly onAnswer: (answer: ToolAnswer) => void
}

/** The mock of a call's tool, folded: it answers all further calls, and this one at a press. */
export function MockBox({ call, onAnswer }: MockBoxProps) {
  const { mockOf, setMock } = useToolMocks()
  const [isRunning, setRunning] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const { source, on } = mockOf(call.name) ?? { source: '', on: true }
  const [wasOff, setWasOff] = useState(false)
  if (!on && !wasOff) setWasOff(true)
  const input = callInput(call)
  const run = async () => {
    // Not disabled meanwhile: that would take the focus from the button.
    if (isRunning) return
    const running = new AbortController()
    leaving.current = running
    setRunning(true)
    const made = await runMock(source, input, running.signal)
    if (running.signal.aborted) return
    setRunning(false)
    onAnswer(made)
  }
  return (
    <details className="group" open={wasOff || undefined}>
      <summary className="flex w-fit list-none items-center gap-1.5 text-soft text-xs coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} className="text-faint transition-transform duration-150 group-open:rotate-90" />
        {source.trim() === '' ? 'Mock' : on ? 'Mock: answers new calls of this tool' : 'Mock: off'}
      </summary>
      <div className="mt-2 grid gap-2">
        <textarea
          aria-label={`Mock of ${callName(call)}`}
          rows={3}
          spellCheck={false}
          placeholder={'return { temperature: 21, city: args.city }'}
          value={source}
          onChange={({ target }) => setMock(call.name, target.value === '' ? undefined : { source: target.value, on })}
          className={`${boxLook} field-sizing-content max-h-60 py-2 font-mono text-xs!`}
        />
        {source.trim() !== '' && (
          <Tick
            isOn={on}
            onChange={(next) => setMock(call.name, { source, on: next })}
            className="gap-2 text-xs coarse:min-h-11"
          >
            Answer new calls of this tool
          </Tick>
        )}
        {!on && <p className="text-warning text-xs">Read a mock from a link or a file before you switch it on.</p>}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 basis-60 text-faint text-xs">
            JavaScript: the body of a function of args. It runs in this browser without network, for at most 1 s.
          </p>
          <Button
            small
            icon={<Play size={14} />}
            disabled={source.trim() === '' || input === undefined}
            onClick={() => void run()}
          >
            {isRunning ? 'Running…' : 'Run mock'}
          </Button>
        </div>
      </div>
    </details>
  )
}
