import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { matches } from '../../../run/history/matches.ts'
import { useStorage } from '../../../run/history/use-storage.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { Button } from '../../../ui/button.tsx'
import { byteSize } from '../../../ui/format.ts'
import type { Row } from '../list/run-row-view.tsx'
import { endpointTitle } from '../run-words.ts'

const day = 24 * 60 * 60_000
const ages = [
  ['0', 'of any age'],
  ['1', 'older than a day'],
  ['7', 'older than a week'],
  ['30', 'older than a month'],
] as const

const box = 'h-9 min-w-0 rounded-md border border-line bg-surface px-2 text-sm coarse:h-11'

interface StorageProps {
  rows: readonly Row[]
  endpoints: readonly string[]
  onDelete: (ids: readonly string[]) => void
}

/** How full the browser's storage is, whether it will keep it, and what can go. */
export function Storage({ rows, endpoints, onDelete }: StorageProps) {
  const { persistent } = useRuns()
  const { usage, quota, persisted, persist } = useStorage()
  return (
    <section aria-label="Storage" className="grid justify-items-start gap-4">
      <h2 className="font-semibold">Storage</h2>
      {!persistent && <p className="text-warning">Runs are kept in memory only, until this page is closed.</p>}
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
      {persistent && persisted === true && <p className="text-soft text-xs">The browser has promised to keep it.</p>}
      {persistent && persisted === false && (
        <>
          <p className="text-soft text-xs">The browser may clear it by itself when the disk is full.</p>
          <Button onClick={() => void persist()}>Ask it to keep the runs</Button>
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
    <fieldset className="flex max-w-full flex-wrap items-center gap-2" aria-label="Delete many runs">
      <p className="w-full text-soft text-xs">Delete what is not needed any more. It can be undone for ten minutes.</p>
      <select
        aria-label="Which endpoint"
        value={endpoint}
        onChange={(event) => setEndpoint(event.target.value)}
        className={box}
      >
        <option value="">All runs</option>
        {endpoints.map((id) => (
          <option key={id} value={id}>
            {endpointTitle(id)}
          </option>
        ))}
      </select>
      <select aria-label="How old" value={age} onChange={(event) => setAge(event.target.value)} className={box}>
        {ages.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </select>
      <Button
        look="danger"
        icon={<Trash2 size={16} strokeWidth={1.5} />}
        disabled={meant.length === 0}
        onClick={() => onDelete(meant)}
      >
        Delete {meant.length.toLocaleString('en')}
      </Button>
    </fieldset>
  )
}
