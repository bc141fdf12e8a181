import type { ListSample } from '../drive/list-sample.ts'
import type { PanelSample } from '../drive/panel-sample.ts'
import type { ListName } from '../page/runs/contenders/load.ts'
import type { StoreTimes } from '../page/runs/measure-stores.ts'
import type { StoreName } from '../page/runs/stores.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

type Stores = Readonly<Record<StoreName, readonly StoreTimes[]>>

interface Measured {
  readonly lists: readonly ListSample[]
  readonly stores: Stores
  readonly panel: readonly PanelSample[]
}

const listNames: readonly ListName[] = ['floor', 'ours', 'tanstack']
const storeNames: readonly StoreName[] = ['floor', 'ours', 'dexie']
const works = ['firstPage', 'write', 'scan'] as const
type Work = (typeof works)[number]

export function reportRuns(measured: Measured): Report {
  const { lists, stores, panel } = measured
  return {
    part: 'runs',
    tables: [listTable(lists), storeTable(stores), panelTable(panel)],
    goals: goalsOf(measured),
    data: measured,
  }
}

const p95 = (values: readonly number[]) => quantile(values, 0.95)
const frames = ({ gaps, leaps }: ListSample) => gaps.length + leaps.length

function ratios(lists: readonly ListSample[], name: ListName, to: ListName, of: (sample: ListSample) => number) {
  return lists.flatMap((mine) => {
    const theirs = lists.find(({ list, rep }) => list === to && rep === mine.rep)
    return mine.list === name && theirs ? [of(mine) / of(theirs)] : []
  })
}

function listTable(lists: readonly ListSample[]): string {
  const rows = listNames.map((name) => {
    const own = lists.filter(({ list }) => list === name)
    const middle = (of: (sample: ListSample) => number, digits: number) => show(median(own.map(of)), digits)
    return [
      name,
      showSpread(
        own.map((one) => one.cpu / frames(one)),
        2,
      ),
      showSpread(ratios(lists, name, 'floor', ({ cpu }) => cpu)),
      show(median(ratios(lists, name, 'tanstack', ({ cpu }) => cpu))),
      middle((one) => one.script / frames(one), 2),
      middle(({ gaps }) => p95(gaps), 1),
      middle(({ leaps }) => p95(leaps), 1),
      middle(({ blank }) => blank, 0),
      middle(({ elements }) => elements, 0),
    ]
  })
  const head = [
    'CPU ms a frame',
    'x floor',
    'x tanstack',
    'script ms a frame',
    'p95 gap ms',
    'p95 gap of leaps',
    'blank frames',
  ]
  return table(['10,000 runs scrolled', ...head, 'elements'], rows)
}

/** Medians of the repetitions, each of which is a median of some tries. */
const timesOf = (stores: Stores, name: StoreName, work: Work) => stores[name].map((times) => median(times[work]))

function storeTable(stores: Stores): string {
  const head = ['first page ms', 'one write ms', 'scan of all heads ms', 'x floor', 'x dexie']
  const rows = storeNames.map((name) => [
    name,
    ...works.map((work) => showSpread(timesOf(stores, name, work))),
    ...(['floor', 'dexie'] as const).map((to) =>
      works.map((work) => show(median(pairs(stores, name, to, work)))).join(' · '),
    ),
  ])
  return table(['10,000 heads stored', ...head], rows)
}

const pairs = (stores: Stores, name: StoreName, to: StoreName, work: Work) =>
  timesOf(stores, name, work).map((mine, rep) => mine / (timesOf(stores, to, work)[rep] ?? Number.NaN))

function panelTable(panel: readonly PanelSample[]): string {
  const row = (name: string, values: readonly number[], digits = 0) => [name, showSpread(values, digits)]
  return table(
    ['the panel with 10,000 runs, ms', 'median (range)'],
    [
      row(
        'to the first rows, from the navigation',
        panel.map(({ first }) => first),
      ),
      row(
        'to all heads',
        panel.map(({ all }) => all),
      ),
      row(
        'a letter in the search, to its frame',
        panel.flatMap(({ filter }) => filter),
      ),
      row(
        'a letter of a search in all texts, to its frame',
        panel.flatMap(({ search }) => search),
      ),
      ...(panel[0]?.exports ?? []).map(({ title }) => {
        const own = panel.flatMap(({ exports }) => exports.filter((one) => one.title === title))
        const longest = own.map((one) => one.longest)
        return row(`1,600 runs as ${title.split(' ')[0]}: the longest task`, longest)
      }),
      row(
        'opening a run, to its frame',
        panel.flatMap(({ open }) => open),
      ),
      row(
        'p95 gap while scrolling',
        panel.map(({ gaps }) => p95(gaps)),
        1,
      ),
    ],
  )
}

function goalsOf({ lists, stores, panel }: Measured): Goal[] {
  const goal = (about: string, limit: number, measured: number, note?: string): Goal => ({
    ...{ name: 'P13', about, limit, measured },
    ...(note && { note }),
  })
  const store = (about: string, limit: number, work: Work) => {
    const beside = (name: StoreName) => show(median(timesOf(stores, name, work)), 1)
    return goal(
      about,
      limit,
      median(timesOf(stores, 'ours', work)),
      `floor ${beside('floor')}, dexie ${beside('dexie')}`,
    )
  }
  const gap = median(panel.map(({ gaps }) => p95(gaps)))
  return [
    store('first page of 10k runs, ms', 2, 'firstPage'),
    store('one write, ms', 1, 'write'),
    store('scan of all heads, ms', 100, 'scan'),
    goal('a letter of a search in all texts, ms', 200, median(panel.flatMap(({ search }) => search))),
    goal(
      'export of 1,600 runs, longest task, ms',
      50,
      median(panel.map(({ exports }) => Math.max(...exports.map(({ longest }) => longest)))),
    ),
    goal('reads of bodies by the list', 0, Math.max(...panel.map(({ bodiesRead }) => bodiesRead))),
    goal(
      'scroll of the list, p95 gap, x floor',
      1.1,
      median(ratios(lists, 'ours', 'floor', ({ gaps }) => p95(gaps))),
      `the panel: ${show(gap, 1)} ms`,
    ),
    goal('scroll of the list, CPU, x tanstack', 1, median(ratios(lists, 'ours', 'tanstack', ({ cpu }) => cpu))),
  ]
}
