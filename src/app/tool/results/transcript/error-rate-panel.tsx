import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { boxLook } from '../../../ui/box-look.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Choice, Tick } from '../../../ui/choice.tsx'
import { grouped } from '../../../ui/format.ts'
import type { Step } from './text/align.ts'
import { type ErrorRate, errorRateOf, isUnspaced, type Unit } from './text/error-rate.ts'

interface ErrorRatePanelProps {
  readonly heard: string
  /** The person's edited copy, which may serve as the reference. */
  readonly edited: string | undefined
  readonly kept: string
  readonly keep: (reference: string) => void
}

/** More characters would block the page. */
const mostCharacters = 12_000

/** The transcript against a text that is known to be right: error rate and differences. Calculated and kept 400 ms after the last key. */
export function ErrorRatePanel({ heard, edited, kept, keep }: ErrorRatePanelProps) {
  const [typed, setTyped] = useState(kept)
  const [reference, setReference] = useState(kept)
  const [how, setHow] = useState({ ignoreCase: true, ignorePunctuation: true })
  const [unit, setUnit] = useState<Unit>()
  const id = useId()
  const settle = () => {
    if (typed === reference) return
    setReference(typed)
    keep(typed)
  }
  const settled = useEffectEvent(settle)
  useEffect(() => {
    if (typed === reference) return
    const timer = setTimeout(() => settled(), 400)
    return () => clearTimeout(timer)
  }, [typed, reference])
  const usual = isUnspaced(reference) ? 'characters' : 'words'
  const isTooLong = reference.length + heard.length > 2 * mostCharacters
  const by = isTooLong ? 'words' : (unit ?? usual)
  const told = useMemo(
    () => (reference.trim() === '' ? undefined : errorRateOf(reference, heard, by, how)),
    [reference, heard, by, how],
  )
  return (
    <div className="grid grid-cols-1 gap-3 pt-2">
      <textarea
        aria-label="Reference text"
        aria-describedby={id}
        dir="auto"
        rows={4}
        placeholder="Paste what was actually said"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        className={`${boxLook} max-w-[72ch] py-2`}
      />
      {edited !== undefined && edited !== typed && (
        <Button className="w-fit" onClick={() => setTyped(edited)}>
          Use the edited copy
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choice
          name="Compare by"
          options={[
            ['words', 'Words'],
            ['characters', 'Characters'],
          ]}
          value={by}
          onChange={setUnit}
        />
        <Tick isOn={how.ignoreCase} onChange={(ignoreCase) => setHow({ ...how, ignoreCase })}>
          Ignore case
        </Tick>
        <Tick isOn={how.ignorePunctuation} onChange={(ignorePunctuation) => setHow({ ...how, ignorePunctuation })}>
          Ignore punctuation
        </Tick>
      </div>
      <p id={id} className="max-w-[72ch] text-faint text-xs">
        {isTooLong ? `Characters are compared up to ${grouped(mostCharacters)}. ` : ''}
        Unicode forms and kinds of apostrophe are treated as equal. Speaker names are left out.
      </p>
      {told && <Told rate={told} unit={by} />}
    </div>
  )
}

function Told({ rate, unit }: { readonly rate: ErrorRate; readonly unit: Unit }) {
  const title = unit === 'words' ? 'Word error rate' : 'Character error rate'
  const figures = [
    [title, rate.rate === undefined ? 'not defined' : `${(rate.rate * 100).toFixed(1)} %`],
    ['Substitutions', grouped(rate.substitutions)],
    ['Deletions', grouped(rate.deletions)],
    ['Insertions', grouped(rate.insertions)],
    [`Reference ${unit}`, grouped(rate.reference.length)],
  ] as const
  return (
    <>
      <p role="status" className="sr-only">
        {title}: {figures[0][1]}
      </p>
      <dl aria-label="Error rate" className="flex flex-wrap gap-x-6 gap-y-1">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-faint text-xs">{name}</dt>
            <dd className="font-mono text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-faint text-xs">
        <del className="text-danger">Struck through</del>: only in the reference.{' '}
        <ins className="text-success">Underlined</ins>: only in the transcript.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a part that scrolls, with a name; no landmark, since a page has several. */}
      <div
        role="group"
        aria-label="Differences"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
        tabIndex={0}
        dir="auto"
        className="transcript-diff"
      >
        <Differences rate={rate} gap={unit === 'words' ? ' ' : ''} />
      </div>
    </>
  )
}

/** Two aligned texts as one: what only the first has is struck through, what only the second has is underlined. */
export function Differences({ rate, gap }: { readonly rate: ErrorRate; readonly gap: string }) {
  const { steps, reference, heard } = rate
  let from = 0
  return groupsOf(steps).map((group) => {
    from += group.length
    const removed = group.flatMap((step) => ('a' in step ? (reference[step.a] ?? []) : []))
    const added = group.flatMap((step) => ('b' in step ? (heard[step.b] ?? []) : []))
    if (group[0]?.kind === 'same') return `${added.join(gap)}${gap}`
    return (
      <span key={from}>
        {removed.length > 0 && <del>{removed.join(gap)}</del>}
        {removed.length > 0 && added.length > 0 && ' '}
        {added.length > 0 && <ins>{added.join(gap)}</ins>}
        {gap}
      </span>
    )
  })
}

/** Steps in a row that are all alike, or all different. */
function groupsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last && (last[0]?.kind === 'same') === (step.kind === 'same')) last.push(step)
    else groups.push([step])
  }
  return groups
}
