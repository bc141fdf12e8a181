import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { textOrJson } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { rowsOf, shownValues } from '#lab/cells.ts'
import { type Candidate, candidatesOf, tellingNames, withoutNames } from '#lab/matches.ts'
import { inDrawnOrder, numbersFrom } from '#lab/seeded-draw.ts'
import { notSaved } from '../../../run/run-draft.ts'
import { useDraft } from '../../../run/use-draft.ts'
import { useHiddenNames } from '../../../ui/actions.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Choice, Tick } from '../../../ui/choice.tsx'
import { counted, grouped } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { ProblemLine } from '../lab-notes.tsx'
import { RowValues } from '../results/cell-page.tsx'
import { PeopleLayout, ReviewerName } from './people-layout.tsx'
import type { ReviewPageProps } from './review-page.tsx'
import { useOwnVotes, useRounds, useVote, type VoteSetup } from './use-vote.ts'
import { VoteFigures } from './vote-figures.tsx'
import { VoteRound } from './vote-round.tsx'

/** At most so many are shown side by side. */
const mostSeats = 4

const storedSetup = z.object({
  chosen: z.array(z.int()),
  how: z.enum(['all', 'pairs']),
  mustHear: z._default(z.boolean(), false),
})
type StoredSetup = Readonly<z.infer<typeof storedSetup>>

interface VotePageProps extends ReviewPageProps {
  /** The models of the connection, as far as they are known. */
  readonly cards: readonly ModelCard[]
}

/** Votes on the results of a plan without seeing which model made what: what is compared, the comparisons, and what the votes say. */
export function VotePage({ id, plan, places, cards }: VotePageProps) {
  const { stored, loading, write } = useDraft(`lab.vote.${id}`, storedSetup)
  const candidates = useMemo(() => candidatesOf(plan), [plan])
  const [typed, setTyped] = useState<StoredSetup>()
  const [step, setStep] = useState<'setup' | 'round' | 'figures'>('setup')
  useHiddenNames(step !== 'setup')
  const usual = candidates.slice(0, mostSeats).map((_, at) => at)
  const asked = typed ?? stored ?? { chosen: usual, how: 'all', mustHear: false }
  const chosen = useMemo(() => asked.chosen.filter((at) => at < candidates.length), [asked.chosen, candidates])
  const how = chosen.length > mostSeats ? 'pairs' : asked.how
  const setup = useMemo(() => ({ chosen, how }), [chosen, how])
  const change = (next: Partial<StoredSetup>) => {
    setTyped({ ...asked, ...next })
    write({ ...asked, ...next })
  }
  if (loading) return <PeopleLayout title="Vote" />
  return (
    <PeopleLayout title="Vote" onBack={step === 'setup' ? undefined : () => setStep('setup')}>
      {step === 'setup' && (
        <Setup {...{ plan, places, candidates, setup, onStep: setStep }} mustHear={asked.mustHear} onChange={change} />
      )}
      {step === 'round' && (
        <Rounds
          {...{ plan, places, cards, candidates, setup }}
          mustHear={asked.mustHear}
          onFigures={() => setStep('figures')}
        />
      )}
      {step === 'figures' && (
        <>
          <BlindFigures {...{ plan, places, candidates, setup }} />
          <Button className="justify-self-start" onClick={() => setStep('setup')}>
            Back to voting
          </Button>
        </>
      )}
    </PeopleLayout>
  )
}

/** The figures, without names while the person has comparisons to vote on. */
function BlindFigures({ setup, ...shown }: Pick<SetupProps, 'plan' | 'places' | 'candidates' | 'setup'>) {
  const { plan, places, candidates } = shown
  const { rounds } = useRounds(plan, places, setup)
  const { isOver, reveal } = useOwnVotes(plan, places)
  const [problem, setProblem] = useState<string>()
  const nameless = useMemo(
    // In another order than that of the setup, which would tell.
    () => inDrawnOrder(candidates, numbersFrom(plan.seed)).map((one, at) => ({ ...one, name: `Candidate ${at + 1}` })),
    [candidates, plan.seed],
  )
  const open = rounds.filter((one) => !isOver(one))
  return (
    <>
      {open.length > 0 && (
        <Callout tone="note" title={`Names are hidden: ${counted(open.length, 'comparison')} to vote on`}>
          <p className="text-soft text-xs">{problem ?? 'Once they are shown, these take no more votes from you.'}</p>
          <Button small onClick={() => void reveal(open).catch((error: unknown) => setProblem(notSaved(error)))}>
            Show names
          </Button>
        </Callout>
      )}
      <VoteFigures {...shown} candidates={open.length > 0 ? nameless : candidates} />
    </>
  )
}

interface SetupProps extends Pick<VotePageProps, 'plan' | 'places'> {
  readonly candidates: readonly Candidate[]
  readonly setup: VoteSetup
  readonly mustHear: boolean
  readonly onChange: (next: Partial<StoredSetup>) => void
  readonly onStep: (step: 'round' | 'figures') => void
}

function Setup({ plan, places, candidates, setup, mustHear, onChange, onStep }: SetupProps) {
  const { chosen, how } = setup
  const { rounds, waiting, lacking } = useRounds(plan, places, setup)
  const { isOver } = useOwnVotes(plan, places)
  const over = rounds.filter(isOver).length
  const canVote = chosen.length > 1 && rounds.length > over
  const toggle = (at: number, isOn: boolean) =>
    onChange({ chosen: candidates.flatMap((_, one) => ((one === at ? isOn : chosen.includes(one)) ? one : [])) })
  return (
    <>
      <p className="max-w-[72ch] text-soft text-sm">
        Results of the same row are shown side by side without their models, in an order that the plan’s seed decides.
        The results of the plan name them: look there after voting.
      </p>
      <ReviewerName />
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-soft text-xs">Candidates</legend>
        {candidates.map(({ name }, at) => (
          <Tick key={name} isOn={chosen.includes(at)} onChange={(isOn) => toggle(at, isOn)}>
            <span className="wrap-anywhere font-mono text-xs">{name}</span>
          </Tick>
        ))}
      </fieldset>
      {chosen.length > 2 && chosen.length <= mostSeats && (
        <Choice
          name="Compare"
          options={[
            ['all', `All ${chosen.length} at once`],
            ['pairs', 'In pairs'],
          ]}
          value={how}
          onChange={(next) => onChange({ how: next })}
        />
      )}
      <Tick isOn={mustHear} onChange={(isOn) => onChange({ mustHear: isOn })}>
        Sounds and videos must be played to the end
      </Tick>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={!canVote} onClick={() => onStep('round')}>
          {over > 0 ? 'Continue voting' : 'Start voting'}
        </Button>
        <Button disabled={chosen.length < 2} onClick={() => onStep('figures')}>
          Show figures
        </Button>
      </div>
      <p role="status" className="text-soft text-xs tabular-nums">
        {chosen.length < 2 ? 'Choose two or more candidates.' : countWords(rounds.length, over, waiting, lacking)}
      </p>
    </>
  )
}

/** `12 of 50 comparisons · 3 not ready yet` */
function countWords(total: number, over: number, waiting: number, lacking: number): string {
  return [
    `${grouped(over)} of ${counted(total, 'comparison')}`,
    waiting > 0 && `${grouped(waiting)} not ready yet`,
    lacking > 0 && `${grouped(lacking)} left out, since a result is missing`,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface RoundsProps extends Pick<SetupProps, 'plan' | 'places' | 'candidates' | 'setup' | 'mustHear'> {
  readonly cards: readonly ModelCard[]
  readonly onFigures: () => void
}

function Rounds({ plan, places, cards, candidates, setup, mustHear, onFigures }: RoundsProps) {
  const names = useMemo(
    () =>
      setup.chosen.flatMap((at) => {
        const model = candidates[at]?.model ?? ''
        return tellingNames(
          model,
          cards.find(({ id }) => id === model),
        )
      }),
    [cards, candidates, setup],
  )
  const state = useVote(plan, places, setup, names)
  const { round, total, over, waiting, lacking, problem } = state
  const values = Object.entries(shownValues(plan, rowsOf(plan)[round?.row ?? -1])).map(([name, value]) => {
    const text = textOrJson(value)
    return [name, state.isRevealed ? text : withoutNames(text, names)] as const
  })
  return (
    <>
      <div className="flex items-center gap-3">
        <ProgressBar name="Comparisons done" value={over} of={total} />
        <p role="status" className="min-w-0 text-soft text-xs tabular-nums">
          {countWords(total, over, waiting, lacking)}
        </p>
        <Button small look="quiet" onClick={onFigures}>
          Show figures
        </Button>
      </div>
      <ProblemLine words={problem} />
      <RowValues values={Object.fromEntries(values)} />
      <VoteRound {...{ state, candidates, mustHear }} />
    </>
  )
}
