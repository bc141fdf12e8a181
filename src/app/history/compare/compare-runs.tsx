import { ArrowLeft } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { nameOf, sameOutput } from '../../run/history/matches.ts'
import { answerText } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import { OptionSelect } from '../../ui/option-select.tsx'
import { CompareMedia, type FilesOf } from './compare-media.tsx'
import { changesBetween, DifferenceTable } from './difference-table.tsx'
import { alignTexts, type TextSpan } from './text-diff.ts'

/** What a run has to show in a comparison, given by the room that knows its words. */
export interface CompareWords {
  readonly stateOf: (run: Run) => string
  readonly figuresOf: (run: Run) => readonly (readonly [what: string, figure: string])[]
  readonly filesOf: FilesOf
}

interface CompareRunsProps {
  /** Two to `mostCompared`; the others are compared with the first. */
  readonly ids: readonly string[]
  readonly words: CompareWords
  readonly onClose: () => void
}

/** Runs side by side: figures, differences of the requests, media and texts. */
export function CompareRuns({ ids, words, onClose }: CompareRunsProps) {
  const runs = useEachRun(ids)
  return (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className={`mx-auto grid grid-cols-1 gap-8 px-4 py-5 md:px-6 ${ids.length > 2 ? '' : 'max-w-6xl'}`}>
        <header className="flex items-center gap-1">
          <IconButton name="Back" icon={<ArrowLeft size={18} />} className="-ml-2" onClick={onClose} />
          <h2 className="font-semibold text-base">
            {ids.length > 1 ? `Comparison of ${numbers[ids.length]} runs` : 'Comparison'}
          </h2>
        </header>
        {runs.length > 1 && <Sides key={runs.length} {...{ runs, words }} />}
      </div>
    </section>
  )
}

const numbers = ['', '', 'two', 'three', 'four', 'five', 'six']

/** The runs with these ids, live, in their order; one that is gone, or not read yet, is left out. */
function useEachRun(ids: readonly string[]): readonly Run[] {
  const runs = useRuns()
  const key = ids.join()
  const [watch, read] = useMemo(() => {
    const wanted = key.split(',')
    let last: readonly Run[] = []
    const readEach = () => {
      const next = wanted.flatMap((id) => runs.run(id) ?? [])
      if (next.length !== last.length || next.some((run, at) => run !== last[at])) last = next
      return last
    }
    const watchEach = (listener: () => void) => {
      const ends = wanted.map((id) => runs.watchRun(id, listener))
      return () => {
        for (const end of ends) end()
      }
    }
    return [watchEach, readEach]
  }, [runs, key])
  return useSyncExternalStore(watch, read)
}

const outputWords = {
  equal: 'Identical, byte for byte.',
  different: 'Different.',
  unknown: 'Could not check whether they are identical.',
}

function outputsCompared([first, ...others]: readonly Run[]): keyof typeof outputWords {
  const found = new Set(first && others.map((other) => sameOutput(first, other)))
  if (found.has('different')) return 'different'
  return found.has('unknown') ? 'unknown' : 'equal'
}

const columnName = (run: Run) => `#${run.seq} ${shortly(nameOf(run), 80)}`

interface SidesProps {
  readonly runs: readonly Run[]
  readonly words: CompareWords
}

function Sides({ runs, words }: SidesProps) {
  const requests = runs.map(({ request }) => request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new with every token, its requests are not; their number is the key.
  const changes = useMemo(() => requests.slice(1).map((other) => changesBetween(requests[0], other)), requests)
  return (
    <>
      <Figures {...{ runs, words }} />
      <section aria-label="Parameters" className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">Parameters</h3>
        <DifferenceTable changes={changes} names={runs.map(columnName)} />
      </section>
      <section aria-label="Outputs" className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">Outputs</h3>
        <p className="text-soft text-xs">{outputWords[outputsCompared(runs)]}</p>
        <CompareMedia runs={runs} filesOf={words.filesOf} />
        <ComparedTexts runs={runs} />
        {runs.every(({ result }) => result.outputs.length === 0) && (
          <p className="text-faint text-xs">{runs.length > 2 ? 'None has output.' : 'Neither has output.'}</p>
        )}
      </section>
    </>
  )
}

function Figures({ runs, words: { stateOf, figuresOf } }: SidesProps) {
  const sides = runs.map(
    (run) =>
      new Map([['Model', run.model], ['State', stateOf(run)], ['Verdict', run.verdict ?? 'none'], ...figuresOf(run)]),
  )
  const names = [...new Set(sides.flatMap((side) => [...side.keys()]))]
  return (
    <div className="overflow-x-auto">
      <table style={{ minWidth: `${runs.length * 8}rem` }} className="w-full table-fixed text-xs">
        <caption className="sr-only">Metrics</caption>
        <thead>
          <tr className="border-line border-b text-left align-bottom">
            <th className="w-24 py-1.5 pr-3 font-normal text-faint md:w-40">Metric</th>
            {runs.map((run) => (
              <th key={run.id} className="truncate py-1.5 pr-3 font-medium text-sm" dir="auto">
                {columnName(run)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-line border-b last:border-b-0">
              <th className="py-1.5 pr-3 text-left font-normal text-faint">{name}</th>
              {sides.map((side, at) => (
                <td
                  key={runs[at]?.id}
                  className={`break-words py-1.5 pr-3 font-mono tabular-nums ${side.get(name) === sides[0]?.get(name) ? '' : 'text-cable'}`}
                >
                  {shortly(side.get(name) ?? '', 100)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Maximum characters compared: each line is an element of the page. */
const longest = 200_000

/** All texts beside each other, or, of more than two, one against another by choice. */
export function ComparedTexts({ runs }: Pick<SidesProps, 'runs'>) {
  const [chosen, setChosen] = useState('')
  const texts = runs.map(({ result }) => answerText(result).slice(0, longest))
  const pairs = runs.flatMap((one, a) =>
    runs
      .slice(a + 1)
      .map((other, b) => [`#${one.seq} and #${other.seq}`, texts[a] ?? '', texts[a + b + 1] ?? ''] as const),
  )
  const [, left, right] = runs.length === 2 ? (pairs[0] ?? []) : (pairs.find(([name]) => name === chosen) ?? [])
  if (texts.every((text) => text === '')) return null
  return (
    <>
      {runs.length > 2 && (
        <OptionSelect
          look="small"
          aria-label="Texts"
          className="w-fit"
          options={[
            ['', 'All texts side by side'],
            ...pairs.map(([name]) => [name, `Differences of ${name}`] as const),
          ]}
          value={chosen}
          onValue={setChosen}
        />
      )}
      {left === undefined || right === undefined ? (
        <ul
          aria-label="Texts"
          className="grid auto-cols-[minmax(16rem,1fr)] grid-flow-col gap-4 overflow-x-auto text-sm"
        >
          {runs.map((run, at) => (
            <li key={run.id} className="grid min-w-0 grid-cols-1 content-start gap-1">
              <p className="text-faint text-xs">
                #{run.seq} {run.model}
              </p>
              <p className="unkerned whitespace-pre-wrap break-words text-soft" dir="auto">
                {texts[at]}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <AlignedTexts left={left} right={right} />
      )}
    </>
  )
}

export function AlignedTexts({ left, right }: { left: string; right: string }) {
  const rows = useMemo(() => alignTexts(left, right), [left, right])
  return (
    <div className="grid grid-cols-1 overflow-hidden rounded-md border border-line text-sm">
      {rows.map((row) => (
        <div key={row.at} className="grid grid-cols-2 border-line border-b last:border-b-0">
          <Side spans={row.left} mark="del" />
          <Side spans={row.right} mark="ins" />
        </div>
      ))}
    </div>
  )
}

const looks = {
  del: 'bg-danger/15 text-ink line-through decoration-danger',
  ins: 'bg-success/15 text-ink no-underline',
}

function Side({ spans, mark: Mark }: { spans: readonly TextSpan[]; mark: 'del' | 'ins' }) {
  return (
    <p
      className="unkerned min-w-0 whitespace-pre-wrap border-line last:border-l break-words px-3 py-1.5 text-soft"
      dir="auto"
    >
      {spans.map(({ at, text, own }) =>
        own ? (
          <Mark key={at} className={looks[Mark]}>
            {text}
          </Mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  )
}
