import '../../../src/app/ui/tokens.css'
import '../../../src/app/view/code-colours.css'
import './page.css'
import { measureSse } from '../sse/measure-sse.ts'
import { prepareRealTime } from './real-time.ts'
import { prepareWork } from './work-mode.ts'

/** What the driver calls. Each page is used for one measurement. */
const bench = { prepareWork, prepareRealTime, measureSse }

export type Bench = typeof bench

Object.assign(window, { bench })
