import { chromium } from '@playwright/test'
import { chromiumArgs as args, findChromium } from '../find-chromium.mjs'
import { servePage } from './serve-page.mjs'

const executablePath = findChromium()

/** Milliseconds after which a page counts as frozen. */
const patience = 30_000

/** The parts of the table to measure: `sizes`, `steps`, or a part of the name of a shape. */
const wanted = process.argv.slice(2)

/** @param {string} name */
const isWanted = (name) => wanted.length === 0 || wanted.some((word) => name.includes(word))

/** @typedef {import('./page/pour.ts').Pouring} Pouring */
/** @typedef {import('./page/pour.ts').Poured & { readonly work: number }} Measured */

const served = await servePage()

/**
 * One pouring in a browser of its own, which a frozen page cannot outlive. `work` is milliseconds of the main thread.
 * @param {Pouring} how
 * @returns {Promise<Measured | string>} a string: what became of the page
 */
async function measure(how) {
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${served.url}/bare/`)
    await page.waitForFunction(() => 'renderer' in window)
    // What is loaded and compiled once is not the text's.
    await page.evaluate(() => window.renderer.show(['# warm `up`\n\n- a\n\n```js\nb\n```']))
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await taskTime(devtools)
    const poured = await within(
      patience,
      page.evaluate((given) => window.renderer.pour(given), how),
    )
    return poured ? { ...poured, work: (await taskTime(devtools)) - before } : `frozen for ${rounded(patience)}`
  } catch (error) {
    return String(error).includes('crash') ? 'crashed' : String(error).slice(0, 100)
  } finally {
    await browser.close()
  }
}

/** @param {import('@playwright/test').CDPSession} devtools */
async function taskTime(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/**
 * @template Value
 * @param {number} ms
 * @param {Promise<Value>} value
 * @returns {Promise<Value | undefined>}
 */
function within(ms, value) {
  return Promise.race([value, new Promise((done) => setTimeout(() => done(undefined), ms).unref())])
}

/** @param {readonly (string | number)[]} cells */
const row = (cells) => console.log(`| ${cells.join(' | ')} |`)

/** @param {number} ms */
const rounded = (ms) => Math.round(ms).toLocaleString('en')

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** @param {readonly string[]} shapes */
async function measureSizes(shapes) {
  console.log('\nAt once, as from the history. Milliseconds; at most 200 in one block, at most 2,000 until readable.\n')
  row(['shape', 'length', 'longest task', 'longest gap of frames', 'readable', 'whole', 'kept'])
  row(['---', '--:', '--:', '--:', '--:', '---', '---'])
  for (const shape of shapes) {
    for (const length of [20_000, 100_000, 1_000_000]) {
      const told = await measure({ shape, length, step: length * 2, pace: 'frame' })
      if (typeof told === 'string') {
        row([shape, length.toLocaleString('en'), told, '', '', 'no', 'NO'])
        continue
      }
      const { longestTask, longestGap, readable, whole } = told
      const kept = whole && Math.max(longestTask, longestGap) <= 200 && readable <= 2000
      const figures = [longestTask, longestGap, readable].map(rounded)
      row([shape, length.toLocaleString('en'), ...figures, whole ? 'yes' : 'no', kept ? 'yes' : 'NO'])
    }
  }
}

/** What is streamed in steps of 1 KB, and how long it is. */
const streamed = /** @type {const} */ ([
  ['backslashes', 200_000],
  ['nested quotes', 10_000],
  ['open brackets', 10_000],
  ['runs of stars', 10_000],
  ['nested quotes', 200_000],
  ['open brackets', 200_000],
  ['runs of stars', 200_000],
  ['table rows', 360_000],
  ['an open fence', 1_000_000],
  ['a long list', 890_000],
])

async function measureSteps() {
  console.log(
    '\nIn steps of 1 KB, a task each; medians of three. At most 3 times prose of the same length, no task over 50 ms.\n',
  )
  row([
    'shape',
    'length',
    'main thread ms',
    'of prose',
    'times prose',
    'longest task',
    'longest of prose',
    'whole',
    'kept',
  ])
  row(['---', '--:', '--:', '--:', '--:', '--:', '--:', '---', '---'])
  for (const [shape, length] of streamed) {
    if (isWanted('steps') || isWanted(shape))
      row([shape, length.toLocaleString('en'), ...(await besideProse(shape, length))])
  }
}

/**
 * @param {string} shape
 * @param {number} length
 */
async function besideProse(shape, length) {
  const of = /** @type {const} */ ({ length, step: 1024, pace: 'task' })
  /** @type {{ bomb: Measured, prose: Measured }[]} */
  const pairs = []
  for (let time = 0; time < 3; time += 1) {
    const prose = await measure({ ...of, shape: 'prose' })
    const bomb = await measure({ ...of, shape })
    if (typeof bomb === 'string') return [bomb, '', '', '', '', 'no', 'NO']
    if (typeof prose === 'string') return [`prose ${prose}`, '', '', '', '', '', '']
    pairs.push({ bomb, prose })
  }
  const ratio = median(pairs.map(({ bomb, prose }) => bomb.work / prose.work))
  const task = median(pairs.map(({ bomb }) => bomb.longestTask))
  const whole = pairs.every(({ bomb }) => bomb.whole)
  return [
    rounded(median(pairs.map(({ bomb }) => bomb.work))),
    rounded(median(pairs.map(({ prose }) => prose.work))),
    ratio.toFixed(2),
    rounded(task),
    rounded(median(pairs.map(({ prose }) => prose.longestTask))),
    whole ? 'yes' : 'no',
    whole && ratio <= 3 && task <= 50 ? 'yes' : 'NO',
  ]
}

/** The names of the shapes, as the page knows them. */
async function shapesOfPage() {
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
  const page = await browser.newPage()
  await page.goto(`${served.url}/bare/`)
  await page.waitForFunction(() => 'renderer' in window)
  const shapes = await page.evaluate(() => window.renderer.shapes)
  await browser.close()
  return shapes
}

try {
  const shapes = await shapesOfPage()
  const chosen = isWanted('sizes') ? shapes : shapes.filter(isWanted)
  if (chosen.length > 0) await measureSizes(chosen)
  await measureSteps()
} finally {
  served.close()
}
