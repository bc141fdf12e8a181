import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { ownOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { ToolCall } from '../../../run/result.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { toolListOf, useToolMocks } from '../../../tool/tool-definitions/tool-list.ts'
import { chatTool } from '../../../tool/tools.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import type { Message } from '../compose/use-message.ts'
import type { Branch, Turns } from '../compose/use-turns.ts'
import { askedBy } from '../turn/conversation.ts'
import { answersTo, type OpenCall, type ToolAnswer, type ToolAnswers, withAnswer } from '../turn/turn.ts'
import { callInput } from './called-tool.ts'
import { runMock } from './mock-frame.ts'
import { useRememberedAnswers } from './remembered-answers.ts'
import { RememberedDialog } from './remembered-dialog.tsx'
import { answerTo, isGiven, openCalls, resultsOf } from './tool-answers.ts'

/** Requests in a row that go out without a press. */
const mostRounds = 8

interface CallReturnsProps {
  readonly thread: string
  /** The columns, or the one branch that is shown. */
  readonly branches: readonly Branch[]
  /** A plan for all columns is being sent. */
  readonly isSending?: boolean
  /** Prices would tell which model is which. */
  readonly isBlind?: boolean | undefined
  readonly message: Message
  readonly turns: Turns
}

/**
 * Fills in the results of calls, from earlier answers and mocks, and returns them by itself where the person has switched that on for this
 * conversation, for each column as soon as its own calls have answers. That takes a call that is answered to a request of this page: after
 * a reload, and in another tab, nothing is sent. What a server on this machine answers goes out while nothing else is running.
 */
export function CallReturns({ thread, branches, message, turns, ...more }: CallReturnsProps) {
  const { isSending = false, isBlind = false } = more
  const [isOn, setOn] = useReturns(thread)
  const [isListed, setListed] = useState(false)
  const [isGoing, setGoing] = useState(false)
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const cards = useModels().data?.cards
  const { isHeld, typed, toolForm } = message
  const states = branches.map((branch) => {
    const last = branch.path.at(-1)
    const calls = callsOf(branch)
    const rounds = last && turns.roundsOf(last)
    // Of an answer that was stopped nothing is returned.
    const isWhole = rounds !== undefined && last?.status === 'completed'
    const isAnswered = isOn && isHeld && isWhole && mayReturn(calls, answersTo(last, typed.answers))
    const isNear = cards?.some(({ id, local }) => local && id === branch.request?.model) ?? false
    return { branch, calls, last, rounds: rounds ?? 0, isAnswered, isNear }
  })
  const due = nextOf(states, isSending)
  const mayGo = isVisible && !toolForm.awaitsModel && !isGoing
  const goOn = useEffectEvent(async () => {
    if (!due) return
    const { branch, calls, last, rounds } = due
    setGoing(true)
    await turns.goOn(branch, resultsOf(calls, answersTo(last, typed.answers)), rounds + 1)
    setGoing(false)
  })
  const next = mayGo ? due?.last?.id : undefined
  useEffect(() => {
    if (next !== undefined) void goOn()
  }, [next])
  const said = states.flatMap(({ branch, rounds, isAnswered }) => {
    const { place, request } = branch
    const which = branches.length > 1 ? `Column ${place + 1}: ` : ''
    if (isAnswered && rounds >= mostRounds)
      return `${which}Stopped after ${mostRounds} rounds without a press. Press Return results to go on.`
    if (!isOn || (rounds === 0 && which !== '')) return []
    const price = request && !isBlind ? ` · each: ${toolForm.priceFor(request)}` : ''
    return `${which}${rounds > 0 ? `Round ${rounds} of ${mostRounds}` : `Up to ${mostRounds} rounds`}${price}`
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-soft text-xs">
      {branches.map((branch) => (
        <FilledIn key={branch.column} {...{ branch, message }} />
      ))}
      <Tick isOn={isOn} onChange={setOn} className="gap-2 coarse:min-h-11">
        Return results automatically
      </Tick>
      <span role="status" className="min-w-0 flex-1 basis-40 text-faint max-sm:order-last max-sm:basis-full">
        {said.length > 0 || !isOn
          ? said.map((words) => (
              <span key={words} className="block">
                {words}
              </span>
            ))
          : `Up to ${mostRounds} rounds in each column, at the price of a message to it`}
      </span>
      <Button small look="quiet" onClick={() => setListed(true)}>
        Remembered answers
      </Button>
      {isListed && <RememberedDialog onClose={() => setListed(false)} />}
    </div>
  )
}

interface NextState {
  readonly branch: Pick<Branch, 'running' | 'request'>
  readonly rounds: number
  /** All its calls have answers that may go back without a press. */
  readonly isAnswered: boolean
  /** A server on this machine has its model. */
  readonly isNear: boolean
}

/** The branch that goes on next; with a server on this machine none does while anything is running. @internal */
export function nextOf<T extends NextState>(states: readonly T[], isSending: boolean): T | undefined {
  const isBusy = isSending || states.some(({ branch }) => branch.running)
  if (isBusy && states.some(({ isNear }) => isNear)) return undefined
  return states.find(({ isAnswered, rounds, branch }) => isAnswered && rounds < mostRounds && branch.request)
}

/** What the last answer of a branch asks for, once it is over. */
function callsOf({ path, running }: Branch): readonly OpenCall[] {
  const last = path.at(-1)
  return running || askedBy(last).length === 0 ? [] : openCalls(last)
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

/** Gives the calls of a branch without an answer a remembered one, else that of their tool's mock, one after the other. */
function FilledIn({ branch, message: { typed, isHeld } }: { readonly branch: Branch; readonly message: Message }) {
  const { recall } = useRememberedAnswers()
  const { mockOf } = useToolMocks()
  const areMocksRead = usePageState(toolListOf(useRuns()).list) !== undefined
  const calls = callsOf(branch)
  const run = branch.path.at(-1)?.id
  const answerFor = async (call: ToolCall, signal: AbortSignal): Promise<ToolAnswer | undefined> => {
    const mock = mockOf(call.name)
    const input = callInput(call)
    const known = await recall(call)
    const isMocked = mock?.on && mock.source.trim() !== '' && input !== undefined
    return known ?? (isMocked ? await runMock(mock.source, input, signal) : undefined)
  }
  const fillIn = useEffectEvent(async (id: string, signal: AbortSignal) => {
    const given = ownOf(typed.answers, id)
    for (const call of calls) {
      if (call.kind !== 'tool-call' || answerTo(call, given)) continue
      const answer = await answerFor(call, signal)
      if (signal.aborted) return
      if (answer)
        typed.setAnswers((now) => (answerTo(call, ownOf(now, id)) ? now : withAnswer(now, id, call.callId, answer)))
    }
  })
  const key = isHeld && areMocksRead && calls.length > 0 ? run : undefined
  useEffect(() => {
    if (key === undefined) return
    const leaving = new AbortController()
    void fillIn(key, leaving.signal)
    return () => leaving.abort()
  }, [key])
  return null
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
