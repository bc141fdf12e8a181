import '../../../src/app/ui/tokens.css'
import '../../../src/app/ui/code-colours.css'
import './page.css'
import { measureImages } from '../images/measure-images.ts'
import { measureSse } from '../sse/measure-sse.ts'
import { prepareOneKind } from './one-kind.ts'
import { prepareRealTime } from './real-time.ts'
import { prepareWork } from './work-mode.ts'

const runs = {
  lists: () => import('./runs/scroll-list.ts'),
  stores: () => import('./runs/measure-stores.ts'),
}

const lab = {
  grid: () => import('./lab/scroll-grid.ts'),
  csv: () => import('./lab/read-csv.ts'),
}
const mask = () => import('../mask/measure-mask.ts')
const sound = () => import('../sound/measure-sound.ts')

/** What the driver calls. Each page is used for one measurement; what lists of runs, grids, masks and sounds need is no part of the others' heap. */
const bench = { prepareWork, prepareOneKind, prepareRealTime, measureSse, measureImages, runs, lab, mask, sound }

export type Bench = typeof bench

Object.assign(window, { bench })
