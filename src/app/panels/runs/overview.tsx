import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { routeOf } from '#contract/routes.ts'
import { type OpenBundle, OpenBundleButton } from '../../export/open/open-bundle.tsx'
import type { FoundRuns, Row } from '../../history/found-runs.ts'
import { matches, type RunTotals, totalsOf } from '../../run/history/matches.ts'
import { useStorage } from '../../run/history/use-history.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'
import { byteSize, counted, grouped, shortly } from '../../ui/format.ts'
import { OptionSelect } from '../../ui/option-select.tsx'

interface OverviewProps extends Pick<StorageProps, 'endpoints' | 'onDelete'> {
  readonly found: FoundRuns
  readonly bundle: OpenBundle
}

/** The totals of the listed runs, opening of bundles, and the storage. */
export function Overview({ found: { listed, rows }, endpoints, bundle, onDelete }: OverviewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-3xl gap-10 px-6 py-8">
        <Totals rows={listed} title={listed.length === rows.length ? 'All runs' : 'Filtered runs'} />
        <section aria-label="Bundles" className="grid justify-items-start gap-3">
          <h2 className="font-semibold">Bundles</h2>
          <p className="text-soft text-xs">Import runs that were exported as a bundle. Nothing is sent again.</p>
          <OpenBundleButton bundle={bundle} />
        </section>
        <Storage {...{ rows, endpoints, onDelete }} />
      </div>
    </div>
  )
}

export const endpointTitle = (endpoint: string): string => routeOf(endpoint)?.title ?? endpoint

function timeOf(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function totalLine(totals: RunTotals): string {
  return `${timeOf(totals.time)} · ${grouped(totals.input)} → ${grouped(totals.output)} tokens`
}

/** The totals of runs. Price labels are texts, so that they are counted and not added up. */
function Totals({ rows, title }: { rows: readonly Row[]; title: string }) {
  const totals = totalsOf(rows)
  const figures = [
    ['Runs', grouped(totals.count)],
    ['Time', timeOf(totals.time)],
    ['Tokens in', grouped(totals.input)],
    ['Tokens out', grouped(totals.output)],
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
        <p className="text-faint text-xs">{counted(totals.unreported, 'run')} did not report tokens.</p>
      )}
      <table className="w-full text-xs">
        <caption className="sr-only">Price labels</caption>
        <thead>
          <tr className="border-line border-b text-left text-faint">
            <th className="py-1.5 pr-3 font-normal">Price as shown</th>
            <th className="py-1.5 text-right font-normal">Runs</th>
          </tr>
        </thead>
        <tbody>
          {totals.prices.slice(0, 8).map(([label, count]) => (
            <tr key={label} className="border-line border-b last:border-b-0">
              <td className="break-words py-1.5 pr-3 text-soft">{shortly(label, 120)}</td>
              <td className="py-1.5 text-right font-mono tabular-nums">{grouped(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const day = 24 * 60 * 60_000
const ages = [
  ['0', 'of any age'],
  ['1', 'older than a day'],
  ['7', 'older than a week'],
  ['30', 'older than a month'],
] as const

interface StorageProps {
  rows: readonly Row[]
  endpoints: readonly string[]
  onDelete: (ids: readonly string[]) => void
}

/** Usage and persistence of the browser's storage, and deletion of many runs. */
function Storage({ rows, endpoints, onDelete }: StorageProps) {
  const { persistent } = useRuns()
  const { usage, quota, persisted, persist } = useStorage()
  return (
    <section aria-label="Storage" className="grid justify-items-start gap-4">
      <h2 className="font-semibold">Storage</h2>
      {usage !== undefined && quota !== undefined && quota > 0 && (
        <div className="grid w-full gap-1.5">
          {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter of their own in colours of their own. */}
          <div
            role="meter"
            aria-label="Storage used"
            aria-valuemin={0}
            aria-valuemax={quota}
            aria-valuenow={usage}
            aria-valuetext={`${byteSize(usage)} of ${byteSize(quota)}`}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div className="h-full min-w-1 bg-cable" style={{ width: `${Math.min(100, (100 * usage) / quota)}%` }} />
          </div>
          <p className="font-mono text-faint text-xs tabular-nums">
            {byteSize(usage)} of {byteSize(quota)}
          </p>
        </div>
      )}
      {persistent && persisted === true && (
        <p className="text-soft text-xs">Storage is persistent: the browser will not clear it.</p>
      )}
      {persistent && persisted === false && (
        <>
          <p className="text-soft text-xs">The browser may clear it when the disk is full.</p>
          <Button onClick={() => void persist()}>Make storage persistent</Button>
        </>
      )}
      <Clear rows={rows} endpoints={endpoints} onDelete={onDelete} />
    </section>
  )
}

function Clear({ rows, endpoints, onDelete }: StorageProps) {
  const [endpoint, setEndpoint] = useState('')
  const [age, setAge] = useState('30')
  const days = Number(age)
  const query = { endpoint: endpoint || undefined, ...(days > 0 && { to: Date.now() - days * day }) }
  const meant = rows.filter((row) => row.open === undefined && matches(row, query)).map((row) => row.id)
  return (
    <fieldset className="flex max-w-full flex-wrap items-center gap-2" aria-label="Delete runs">
      <p className="w-full text-soft text-xs">Delete runs you no longer need. You can undo this for ten minutes.</p>
      <OptionSelect
        aria-label="Endpoint"
        options={[['', 'All runs'], ...endpoints.map((id) => [id, endpointTitle(id)] as const)]}
        value={endpoint}
        onValue={setEndpoint}
      />
      <OptionSelect aria-label="Age" options={ages} value={age} onValue={setAge} />
      <Button look="danger" icon={<Trash2 size={16} />} disabled={meant.length === 0} onClick={() => onDelete(meant)}>
        Delete {grouped(meant.length)}
      </Button>
    </fieldset>
  )
}
