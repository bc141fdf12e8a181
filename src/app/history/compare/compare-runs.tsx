import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { nameOf, sameOutput } from '../../run/history/matches.ts'
import { answerText } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { useRun } from '../../run/use-runs.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
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
  readonly first: string
  readonly second: string
  readonly words: CompareWords
  readonly onClose: () => void
}

/** Two runs side by side: figures, differences of the requests, media and texts. The older one is on the left. */
export function CompareRuns({ first, second, words, onClose }: CompareRunsProps) {
  const [one, two] = [useRun(first), useRun(second)]
  const [left, right] = one && two && one.seq > two.seq ? [two, one] : [one, two]
  return (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px]"
    >
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 py-5 md:px-6">
        <header className="flex items-center gap-1">
          <IconButton name="Back" icon={<ArrowLeft size={18} />} className="-ml-2" onClick={onClose} />
          <h2 className="font-semibold text-base">Comparison of two runs</h2>
        </header>
        {left && right && <Sides {...{ left, right, words }} />}
      </div>
    </section>
  )
}

const outputWords = {
  equal: 'Identical, byte for byte.',
  different: 'Different.',
  unknown: 'Could not check whether they are identical.',
}

const columnName = (run: Run) => `#${run.seq} ${shortly(nameOf(run), 80)}`

interface SidesProps {
  readonly left: Run
  readonly right: Run
  readonly words: CompareWords
}

function Sides({ left, right, words }: SidesProps) {
  const differences = useMemo(() => changesBetween(left.request, right.request), [left.request, right.request])
  return (
    <>
      <Figures {...{ left, right, words }} />
      <section aria-label="Parameters" className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">Parameters</h3>
        <DifferenceTable differences={differences} before={columnName(left)} after={columnName(right)} />
      </section>
      <section aria-label="Outputs" className="grid grid-cols-1 gap-3">
        <h3 className="font-semibold">Outputs</h3>
        <p className="text-soft text-xs">{outputWords[sameOutput(left, right)]}</p>
        <CompareMedia left={left} right={right} filesOf={words.filesOf} />
        <Texts left={answerText(left.result)} right={answerText(right.result)} />
        {[left, right].every(({ result }) => result.outputs.length === 0) && (
          <p className="text-faint text-xs">Neither has output.</p>
        )}
      </section>
    </>
  )
}

function Figures({ left, right, words: { stateOf, figuresOf } }: SidesProps) {
  const sides = [left, right].map((run) => new Map(figuresOf(run)))
  const names = [...new Set(sides.flatMap((side) => [...side.keys()]))]
  const rows: readonly (readonly [string, string, string])[] = [
    ['Model', left.model, right.model],
    ['State', stateOf(left), stateOf(right)],
    ['Verdict', left.verdict ?? 'none', right.verdict ?? 'none'],
    ...names.map((name) => [name, sides[0]?.get(name) ?? '', sides[1]?.get(name) ?? ''] as const),
  ]
  return (
    <table className="w-full table-fixed text-xs">
      <caption className="sr-only">Metrics</caption>
      <thead>
        <tr className="border-line border-b text-left align-bottom">
          <th className="w-24 py-1.5 pr-3 font-normal text-faint md:w-40">Metric</th>
          {[left, right].map((run) => (
            <th key={run.id} className="truncate py-1.5 pr-3 font-medium text-sm" dir="auto">
              {columnName(run)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, a, b]) => (
          <tr key={name} className="border-line border-b last:border-b-0">
            <th className="py-1.5 pr-3 text-left font-normal text-faint">{name}</th>
            <td className="break-words py-1.5 pr-3 font-mono tabular-nums">{shortly(a, 100)}</td>
            <td className={`break-words py-1.5 pr-3 font-mono tabular-nums ${a === b ? '' : 'text-cable'}`}>
              {shortly(b, 100)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Maximum characters compared: each line is an element of the page. */
const longest = 200_000

function Texts({ left, right }: { left: string; right: string }) {
  const rows = useMemo(() => alignTexts(left.slice(0, longest), right.slice(0, longest)), [left, right])
  if (left === '' && right === '') return null
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
