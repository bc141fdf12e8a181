import { type RunTotals, totalsOf } from '../../../run/history/matches.ts'
import { shortly } from '../../../ui/format.ts'
import type { Row } from '../list/run-row-view.tsx'

const whole = (count: number) => count.toLocaleString('en')

function timeOf(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The totals in one line. */
export function totalLine(totals: RunTotals): string {
  return `${timeOf(totals.time)} · ${whole(totals.input)} → ${whole(totals.output)} tokens`
}

/** What some runs come to. Price labels are words with a count: nobody knows what they add up to. */
export function Totals({ rows, title }: { rows: readonly Row[]; title: string }) {
  const totals = totalsOf(rows)
  const figures = [
    ['Runs', whole(totals.count)],
    ['Time', timeOf(totals.time)],
    ['Tokens in', whole(totals.input)],
    ['Tokens out', whole(totals.output)],
  ] as const
  return (
    <section aria-label="Totals" className="grid gap-4">
      <h2 className="font-semibold">{title}</h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([what, figure]) => (
          <div key={what} className="grid gap-1">
            <dt className="text-faint text-xs">{what}</dt>
            <dd className="font-mono text-base tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      {totals.unreported > 0 && (
        <p className="text-faint text-xs">{whole(totals.unreported)} of them did not report their tokens.</p>
      )}
      <table className="w-full text-xs">
        <caption className="sr-only">Price labels</caption>
        <thead>
          <tr className="border-line border-b text-left text-faint">
            <th className="py-1.5 pr-3 font-normal">Price as it was shown</th>
            <th className="py-1.5 text-right font-normal">Runs</th>
          </tr>
        </thead>
        <tbody>
          {totals.prices.slice(0, 8).map(([label, count]) => (
            <tr key={label} className="border-line border-b last:border-b-0">
              <td className="break-words py-1.5 pr-3 text-soft">{shortly(label, 120)}</td>
              <td className="py-1.5 text-right font-mono tabular-nums">{whole(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
