import { Eye } from 'lucide-react'
import { useState } from 'react'
import { type Vote, voteIn } from '#lab/judgements.ts'
import { tellingNames, withoutNames } from '#lab/matches.ts'
import { useModels } from '../../../connection/use-connection.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { answerText } from '../../../run/result.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useHiddenNames } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { usePageKeys } from '../../../ui/keys/keyboard.ts'
import { letterOf, useLetterHint } from '../../../ui/keys/letter-keys.tsx'
import { StreamedText } from '../../../view/text/streamed-text.tsx'
import { MessageBox } from '../compose/message-box.tsx'
import { thenType } from '../compose/use-turns.ts'
import { readTurn, typedWords } from '../turn/turn.ts'
import { useChatPlace } from '../turn/use-conversation.ts'
import type { Columns } from './chat-columns.ts'
import type { ColumnsState, SendAll, ShownColumn } from './send-all.ts'
import { ColumnReturns, SendNotes } from './send-parts.tsx'

interface BlindRoundProps {
  readonly all: ColumnsState
  readonly shown: readonly ShownColumn[]
  readonly sending: SendAll
  readonly blind: NonNullable<Columns['blind']>
}

/**
 * The answers to the last message, shown when all have ended, in drawn seats and without anything that tells whose they are. A vote is a
 * judgement, as in the Lab; the models are shown after it, or by Reveal.
 */
export function BlindRound({ all, shown, sending, blind }: BlindRoundProps) {
  const { message, state } = all
  const { typed, attachments, toolForm } = message
  const { opened, files, incoming, attach } = attachments
  const fit = opened?.fitOf(files, toolForm.card && { ...toolForm.card, name: 'One of the models' })
  const round = useRound(shown, blind)
  const [, go] = useChatPlace()
  const hint = useLetterHint()
  const cast = thenType(round.cast)
  useHiddenNames(!round.vote)
  usePageKeys((event) => {
    const letter = event.repeat || event.defaultPrevented ? undefined : letterOf(event)
    if (!round.texts || round.vote || letter === undefined) return
    if (letter === '0') cast('tie')
    else if (letter === 'b') cast('bad')
    else if (round.texts[Number(letter) - 1] !== undefined) cast(Number(letter) - 1)
    else return
    event.preventDefault()
  })
  function reveal(): void {
    state.set((now) => now && { ...now, blind: undefined })
    go({ model: message.toolForm.model || undefined }, 'replace')
  }
  return (
    <>
      <section aria-label="Blind comparison" className="min-h-0 flex-1 overflow-y-auto px-4 py-6 md:px-6">
        {round.words && (
          <p dir="auto" className="mb-6 line-clamp-3 whitespace-pre-wrap break-words text-soft text-sm">
            {round.words}
          </p>
        )}
        {round.texts ? (
          <ul aria-label="Columns" className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
            {round.texts.map((text, seat) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is a place.
              <li key={seat} aria-label={`Answer ${seat + 1}`} className="grid min-w-0 grid-cols-1 content-start gap-3">
                <div className="flex min-h-9 items-center justify-between gap-2">
                  <h2 className="text-faint text-sm tabular-nums">{seat + 1}</h2>
                  {!round.vote && (
                    <Button
                      small
                      aria-label={`Answer ${seat + 1} is best`}
                      {...hint(`${seat + 1}`)}
                      onClick={() => cast(seat)}
                    >
                      Best
                    </Button>
                  )}
                </div>
                <StreamedText text={text} />
              </li>
            ))}
          </ul>
        ) : (
          <p role="status" className="text-soft text-sm">
            {sending.isBusy
              ? `${counted(shown.filter(({ running, isSent }) => isSent && !running).length, 'answer')} of ${shown.length} finished.`
              : round.why}
          </p>
        )}
      </section>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2 md:px-6">
        {round.texts && !round.vote && (
          <>
            <Button small {...hint('0')} onClick={() => cast('tie')}>
              Tie
            </Button>
            <Button small {...hint('B')} onClick={() => cast('bad')}>
              All bad
            </Button>
          </>
        )}
        <Button small icon={<Eye size={16} />} onClick={reveal}>
          Reveal
        </Button>
        <p role="status" className="text-soft text-xs">
          {round.problem ?? (round.vote && `${voteWords(round.vote, blind.seats)} Reveal the models, or go on.`)}
        </p>
      </div>
      <ColumnReturns {...{ all, sending }} isBlind />
      <SendNotes sending={sending} />
      <div className="mx-auto w-full max-w-3xl shrink-0 px-4 py-3 md:px-6">
        <MessageBox
          text={typed.text}
          onText={typed.setText}
          running={sending.isBusy}
          onSend={sending.sendAll}
          onStop={sending.stopAll}
          last={undefined}
          price=""
          onFiles={attach}
        >
          {opened && fit && <opened.View {...{ tray: opened.tray, files, incoming, fit }} />}
        </MessageBox>
      </div>
    </>
  )
}

function voteWords({ best }: Vote, seats: readonly number[]): string {
  if (best === 'tie') return 'Voted: tie.'
  return best === 'bad' ? 'Voted: all bad.' : `Voted: answer ${seats.indexOf(best) + 1} is best.`
}

/** The answers that can be voted on, by seat, and the vote on them. */
function useRound(shown: readonly ShownColumn[], { seats, seen }: BlindRoundProps['blind']) {
  const { all, name, add } = useJudgements()
  const cards = useModels().data?.cards
  const [problem, setProblem] = useState<string>()
  const runs = shown.flatMap(({ path, isSent }) => (isSent ? path.slice(-1) : []))
  const ids = runs.map(({ id }) => id)
  const isFresh = runs.length === shown.length && !ids.some((id) => seen.includes(id))
  const hasAnswers = runs.every(({ result, status }) => status === 'completed' && answerText(result) !== '')
  const none = { words: undefined, texts: undefined, vote: undefined, cast: (_choice: Vote['best']) => {}, problem }
  if (!isFresh)
    return { ...none, why: 'Send a message to all columns. The answers appear here without the names of their models.' }
  const words = typedWords(readTurn(runs[0]?.turn))
  if (!hasAnswers)
    return { ...none, words, why: 'There is nothing to vote on: not every column has a finished answer with text.' }
  const names = runs.flatMap(({ model }) =>
    tellingNames(
      model,
      cards?.find(({ id }) => id === model),
    ),
  )
  const own = runs.map(({ result }) => answerText(result))
  const hidden = own.map((text) => withoutNames(text, names))
  const said = all.find((one) => one.by === name && one.kind === 'vote' && one.runs.join() === ids.join())
  async function cast(choice: Vote['best']): Promise<void> {
    const value: Vote = {
      best: typeof choice === 'number' ? (seats[choice] ?? 'tie') : choice,
      lengths: own.map(({ length }) => length),
      named: hidden.some((text, at) => text !== own[at]),
    }
    try {
      await add([{ runs: ids, seats: [...seats], kind: 'vote', value, by: name, blind: true }])
      setProblem(undefined)
    } catch (error) {
      setProblem(notSaved(error))
    }
  }
  return {
    words,
    why: undefined,
    texts: seats.map((at) => hidden[at] ?? ''),
    vote: said && voteIn(said),
    cast: (choice: Vote['best']) => void cast(choice),
    problem,
  }
}
