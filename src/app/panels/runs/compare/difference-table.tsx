import * as z from 'zod/mini'
import { jsonOf } from '../../../tool/results/outputs.tsx'
import { byteSize, shortly } from '../../../ui/format.ts'
import type { Difference } from './changes-between.ts'

interface DifferenceTableProps {
  differences: readonly Difference[]
  /** Names of the two columns. */
  before: string
  after: string
}

/** More are told as a number. */
const most = 100

/** Where two requests differ, side by side. */
export function DifferenceTable({ differences, before, after }: DifferenceTableProps) {
  if (differences.length === 0) return <p className="text-soft text-xs">The requests are equal.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[28rem] table-fixed text-xs">
        <thead>
          <tr className="border-line border-b text-left text-faint">
            <th className="w-1/4 py-1.5 pr-3 font-normal">Parameter</th>
            <th className="truncate py-1.5 pr-3 font-normal">{before}</th>
            <th className="truncate py-1.5 font-normal">{after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, most).map((one) => (
            <tr key={one.path} className="border-line border-b align-top last:border-b-0">
              <th className="break-all py-1.5 pr-3 text-left font-mono font-normal text-soft">
                {shortly(one.path, 200) || 'the whole request'}
              </th>
              <Value value={one.kind === 'added' ? undefined : wordsOf(one.before)} ink="text-danger" />
              <Value value={one.kind === 'removed' ? undefined : wordsOf(one.after)} ink="text-success" />
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length > most && (
        <p className="pt-2 text-faint text-xs">And {(differences.length - most).toLocaleString('en')} more.</p>
      )}
    </div>
  )
}

const File = z.object({ name: z.string(), size: z.number(), sha256: z.string() })

/** A value as JSON, a file by what tells it from others. */
function wordsOf(value: unknown): string {
  const file = File.safeParse(value)
  if (!file.success) return jsonOf(value)
  const { name, size, sha256 } = file.data
  return `${name} · ${byteSize(size)} · SHA-256 ${sha256.slice(0, 12)}…`
}

function Value({ value, ink }: { value: string | undefined; ink: string }) {
  return value === undefined ? (
    <td className="py-1.5 pr-3 text-faint">not set</td>
  ) : (
    <td className={`unkerned wrap-anywhere py-1.5 pr-3 font-mono ${ink}`}>{shortly(value)}</td>
  )
}
