import type { ColumnsSample } from '../drive/columns-sample.ts'
import type { Report } from './goal.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'
import { showSpread } from './words.ts'

export function reportColumns(samples: readonly ColumnsSample[], tokens: number): Report {
  const row = (name: string, of: (sample: ColumnsSample) => number, digits = 0) => [
    name,
    showSpread(samples.map(of), digits),
  ]
  const ratio = ({ atOnce, inTurn }: ColumnsSample) => atOnce / inTurn
  const long = `four answers of ${tokens.toLocaleString('en')} tokens`
  return {
    part: 'columns',
    tables: [
      table(
        ['four columns', 'median (range)'],
        [
          row('main thread in a 60th of a second at 200 tokens/s each, p95, ms', ({ frame }) => frame, 1),
          row('the longest of them, ms', ({ longestFrame }) => longestFrame, 1),
          row(`${long} at once, ms`, ({ atOnce }) => atOnce),
          row(`${long} one after the other, ms`, ({ inTurn }) => inTurn),
          row('the first by the second', ratio, 2),
        ],
      ),
    ],
    goals: [
      {
        ...{ name: 'Columns', about: 'main thread a frame at 4 x 200 tokens/s, p95, ms', limit: 16.7 },
        measured: median(samples.map(({ frame }) => frame)),
      },
      { name: 'Columns', about: `${long}, x four single ones`, limit: 1.1, measured: median(samples.map(ratio)) },
    ],
    data: samples,
  }
}
