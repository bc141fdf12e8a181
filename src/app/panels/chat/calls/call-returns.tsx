import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { ToolCall } from '../../../run/result.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { toolListOf, useToolMocks } from '../../../tool/tool-definitions/tool-list.ts'
import { chatTool } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import type { Message } from '../compose/use-message.ts'
import type { Turns } from '../compose/use-turns.ts'
import type { OpenCall, ToolAnswer, ToolAnswers } from '../turn/turn.ts'
import type { OpenConversation } from '../turn/use-conversation.ts'
import { callInput } from './called-tool.ts'
import { runMock } from './mock-frame.ts'
import { useRememberedAnswers } from './remembered-answers.ts'
import { RememberedDialog } from './remembered-dialog.tsx'
import { answerTo, isGiven, openCalls, resultsOf } from './tool-answers.ts'

/** Requests in a row that go out without a press. */
const mostRounds = 8

interface CallReturnsProps {
  readonly conversation: OpenConversation
  readonly message: Message
  readonly turns: Turns
}

/**
 * Fills in the results of calls, from earlier answers and mocks, and returns them by itself where the person has switched that on for this
 * conversation. That takes a call that is answered to a request of this page: after a reload, and in another tab, nothing is sent.
 */
export function CallReturns({ conversation, message, turns }: CallReturnsProps) {
  const { thread, path, asked } = conversation
  const { typed, isHeld, toolForm } = message
  const [isOn, setOn] = useReturns(thread)
  const [isListed, setListed] = useState(false)
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const { sent } = turns
  const last = path.at(-1)
  const calls = asked.length > 0 ? openCalls(last) : []
  const rounds = sent?.rounds ?? 0
  // Of an answer that was stopped nothing is returned.
  const isSentHere = sent?.run === last?.id && last?.status === 'completed'
  useFilledIn(calls, last?.id, message)
  const isAnswered = isOn && isHeld && isSentHere && mayReturn(calls, typed.answers)
  const isDue = isAnswered && rounds < mostRounds && isVisible && !toolForm.awaitsModel
  const returnNow = useEffectEvent(() => turns.returnResults(resultsOf(calls, typed.answers), rounds + 1))
  useEffect(() => {
    if (isDue) returnNow()
  }, [isDue])
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-soft text-xs">
      <Tick isOn={isOn} onChange={setOn} className="gap-2 coarse:min-h-11">
        Return results automatically
      </Tick>
      <span role="status" className="min-w-0 flex-1 basis-40 text-faint">
        {isAnswered && rounds >= mostRounds
          ? `Stopped after ${mostRounds} rounds without a press. Press Return results to go on.`
          : isOn &&
            `${rounds > 0 ? `Round ${rounds} of ${mostRounds}` : `Up to ${mostRounds} rounds`} · each: ${toolForm.price}`}
      </span>
      <Button small look="quiet" onClick={() => setListed(true)}>
        Remembered answers
      </Button>
      {isListed && <RememberedDialog onClose={() => setListed(false)} />}
    </div>
  )
}

/** Whether every call has an answer that no person need look at: a remembered one, or what a mock returned. @internal */
export const mayReturn = (calls: readonly OpenCall[], answers: ToolAnswers): boolean =>
  calls.length > 0 &&
  calls.every((call) => {
    const answer = answerTo(call, answers)
    return isGiven(answer) && (answer.from === 'memory' || (answer.from === 'mock' && !answer.failed))
  })

const Switch = z.object({ thread: z.string() })

/** The switch, which is on for one conversation at most. */
function useReturns(thread: string): readonly [isOn: boolean, setOn: (isOn: boolean) => void] {
  const { stored, write } = useDraft(`${chatTool.id}.returns`, Switch)
  const [chosen, setChosen] = useState<z.infer<typeof Switch>>()
  const setOn = (isOn: boolean) => {
    setChosen({ thread: isOn ? thread : '' })
    write(isOn ? { thread } : undefined)
  }
  return [(chosen ?? stored)?.thread === thread, setOn]
}

/** Gives the calls without an answer a remembered one, else that of their tool's mock, one after the other. */
function useFilledIn(calls: readonly OpenCall[], run: string | undefined, { typed, isHeld }: Message): void {
  const { recall } = useRememberedAnswers()
  const { mockOf } = useToolMocks()
  const areMocksRead = usePageState(toolListOf(useRuns()).list) !== undefined
  const answerFor = async (call: ToolCall, signal: AbortSignal): Promise<ToolAnswer | undefined> => {
    const source = mockOf(call.name) ?? ''
    const input = callInput(call)
    const known = await recall(call)
    return known ?? (source.trim() === '' || input === undefined ? undefined : await runMock(source, input, signal))
  }
  const fillIn = useEffectEvent(async (signal: AbortSignal) => {
    for (const call of calls) {
      if (call.kind !== 'tool-call' || answerTo(call, typed.answers)) continue
      const answer = await answerFor(call, signal)
      if (signal.aborted) return
      if (answer) typed.setAnswers((now) => (answerTo(call, now) ? now : { ...now, [call.callId]: answer }))
    }
  })
  const key = isHeld && areMocksRead && calls.length > 0 ? run : undefined
  useEffect(() => {
    if (key === undefined) return
    const leaving = new AbortController()
    void fillIn(leaving.signal)
    return () => leaving.abort()
  }, [key])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
