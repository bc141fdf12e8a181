import type { CoreChunk } from '../drive/build-alone.ts'
import type { LoadedFile, LoadStep } from '../drive/first-load.ts'
import type { Goal, Report } from './goal.ts'
import { table } from './table.ts'
import { showKilo } from './words.ts'

interface Sizes {
  readonly loads: readonly LoadStep[]
  /** The renderer by itself. */
  readonly core: readonly CoreChunk[]
  readonly reactDom: readonly CoreChunk[]
}

const kinds = ['js', 'css', 'woff2', 'other'] as const
const roles = ['streams', 'reads', 'highlights'] as const

export function reportSize(sizes: Sizes): Report {
  const { loads, core } = sizes
  const tables = [
    table(
      ['fetched, kB on the wire', ...kinds],
      loads.map(({ step, files }) => [step, ...kinds.map((kind) => showKilo(sentIn(ofKind(files, kind))))]),
    ),
    ...loads.map(({ step, files }) => fileTable(step, files)),
    table(
      ['the renderer alone, kB', 'role', 'raw', 'brotli'],
      core.map(({ name, role, raw, brotli }) => [name, role, showKilo(raw), showKilo(brotli)]),
    ),
  ]
  return { part: 'size', tables, goals: goalsOf(sizes), data: sizes }
}

const ofKind = (files: readonly LoadedFile[], wanted: LoadedFile['kind']) => files.filter(({ kind }) => kind === wanted)
const sentIn = (files: readonly LoadedFile[]) => files.reduce((total, { sent }) => total + sent, 0)
const packedIn = (chunks: readonly CoreChunk[]) => chunks.reduce((total, { brotli }) => total + brotli, 0)

function fileTable(step: string, files: readonly LoadedFile[]): string {
  const rows = files
    .toSorted((a, b) => b.sent - a.sent)
    .map(({ path, raw, sent }) => [path, showKilo(raw), showKilo(sent)])
  return table([`${step}, kB`, 'raw', 'on the wire'], rows)
}

function goalsOf({ loads, core, reactDom }: Sizes): Goal[] {
  const [first] = loads
  const scripts = ofKind(first?.files ?? [], 'js')
  const apart = scripts.map(({ sent, holdsReactDom }) => sent - (holdsReactDom ? packedIn(reactDom) : 0))
  const [streams, reads] = roles.map((wanted) => packedIn(core.filter(({ role }) => role === wanted)) / 1000)
  return [
    { name: 'P8', about: 'JavaScript up to the first answer, kB', limit: 130, measured: sentIn(scripts) / 1000 },
    { name: 'P8', about: 'the same, the goal beyond', limit: 95, measured: sentIn(scripts) / 1000 },
    {
      name: 'P8',
      about: 'CSS up to the first answer, kB',
      limit: 12,
      measured: sentIn(ofKind(first?.files ?? [], 'css')) / 1000,
    },
    { name: 'P8', about: 'largest script, less react-dom, kB', limit: 60, measured: Math.max(...apart) / 1000 },
    { name: 'P9', about: 'what streams Markdown, kB', limit: 10, measured: streams ?? Number.NaN },
    { name: 'P9', about: 'what reads finished blocks, kB', limit: 30, measured: reads ?? Number.NaN },
  ]
}
