import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgePrices, judgeTargets } from '#app/lab/judge-targets.ts'
import { priceOfCards, pricesOf, sandboxModels, sumOf } from '#app/lab/planned-requests.ts'
import { jsonIn } from '#contract/core/loose-json.ts'
import { endpointOfTool, toolEndpoints } from '#contract/tool-endpoints.ts'
import { type Comparison, compareResults, comparisonWords } from '#lab/baseline.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import { problemsOf } from '#lab/cells.ts'
import { problemsOfChecks } from '#lab/checks/evaluate.ts'
import { type LabPlan, readLabPlan } from '#lab/lab-plan.ts'
import { cellOutcome, outcomeWords } from '#lab/outcomes.ts'
import { sayPriceSum } from '#lab/sum-prices.ts'
import { junitXml } from '#lab/writers/junit-xml.ts'
import { readResultLines } from '#lab/writers/result-lines.ts'
import { resultsCsv } from '#lab/writers/results-csv.ts'
import { resultsReport } from '#lab/writers/results-report.ts'
import { base64Of } from '#media/base64.ts'
import { dataUrl } from '#media/data-url.ts'
import { codeOf } from '#router/http/router-error.ts'
import type { Judged } from './ask-judges.ts'
import { namedFiles } from './named-files.ts'
import { type Reached, reachInnerRouter, reachRouter } from './reach-router.ts'
import { ResultsFolder } from './results-folder.ts'
import { runPlan } from './run-plan.ts'
import { exits, type Surroundings, Wrong } from './surroundings.ts'

export const labHelp = `Usage: patchbay lab run <plan.json> -o <folder> [options]

Sends the cells of a plan that the Lab has exported, and writes results.jsonl, results.csv, junit.xml,
report.html and media/ into the folder. Nothing is ever sent twice. When all cells have ended, the models that
judge them are asked, each question once; their verdicts stand in the results like those of other checks.

  -o, --out <folder>       where the results are written
      --data <file>        rows from CSV, TSV, JSON, JSONL or YAML, in place of those of the plan;
                           files that rows name are read from the folder of the data, or else of the plan
      --base-url <url>     a router, with the key in OPENAI_API_KEY; without it, the router runs inside this
                           command, with the providers of the environment and of patchbay.config.json
      --resume             go on in a folder that has results: what is not sent is sent, jobs are followed
                           again, and judges are asked what they have not been asked
      --baseline <file>    a results.jsonl of before: what newly fails and newly passes is said
      --max-price <n>      send nothing where the plan costs more, in the unit of its prices; questions
                           to judges count as if every cell had a result
      --allow-unpriced     with --max-price: send also what has no price

Exit codes: 0 passed · 1 a check failed, or a cell has no answer · 2 the plan, its data or an option is wrong ·
3 cells or questions to judges are not sent, or their result is unknown · 4 the price is above the limit, or not known ·
130 stopped by Ctrl+C before anything was sent (after that, 3)
`

const options = {
  out: { type: 'string', short: 'o' },
  data: { type: 'string' },
  'base-url': { type: 'string' },
  resume: { type: 'boolean', default: false },
  baseline: { type: 'string' },
  'max-price': { type: 'string' },
  'allow-unpriced': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (thrown) {
    throw new Wrong(thrown instanceof Error ? thrown.message : String(thrown))
  }
}

type Options = ReturnType<typeof read>['values']

/** `patchbay lab …`. Resolves with the exit code; throws `Wrong` where nothing is sent. */
export async function labCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = read(args)
  if (values.help || positionals.length === 0) {
    surroundings.print(labHelp)
    return values.help ? exits.passed : exits.wrong
  }
  const [verb, file, ...more] = positionals
  if (verb !== 'run' || file === undefined || more.length > 0) throw new Wrong(labHelp)
  const { out } = values
  if (out === undefined) throw new Wrong('Name a folder for the results: -o <folder>.')
  const plan = await planIn(file, values, surroundings)
  const endpoint = endpointOfTool(plan.tool)
  if (endpoint === undefined) throw new Wrong(`There is no tool “${plan.tool}”.`)
  const files = await namedFiles(plan, dirname(values.data ?? file))
  const baseline = baselineIn(values)
  const limit = priceLimit(values)
  const before = ResultsFolder.earlier(out, plan, values.resume)
  const batch = before?.batch ?? randomUUID()
  const { variables, stop, progress, complain } = surroundings
  const baseUrl = values['base-url']
  const jobs = { secret: batch, videos: join(out, 'sandbox', 'videos') }
  const router = baseUrl === undefined ? await reachInnerRouter(variables, jobs) : await reachRouter(baseUrl, variables)
  try {
    for (const note of router.notes) complain(note)
    const priceOf = priceOfCards(endpoint, router.cards)
    const judgePriceOf = priceOfCards(toolEndpoints.chat, router.cards)
    const prices = [...pricesOf(plan, priceOf), ...judgePrices(plan, judgeTargets(plan, String), judgePriceOf)]
    if (limit !== undefined) refuseAbove(limit, prices, router, values)
    const folder = await ResultsFolder.open(out, batch, plan)
    const { results, judged, why } = await runPlan({
      ...{ plan, endpoint, files, batch, priceOf, judgePriceOf, folder, stop, progress, ...router },
      journal: before?.journal ?? [],
    })
    progress('')
    const comparison = baseline && compareResults(baseline, results)
    await writeReports(folder, plan, results, router, comparison)
    await folder.close(results)
    if (results.every(({ state }) => state !== 'open')) rmSync(dirname(jobs.videos), { recursive: true, force: true })
    for (const line of [why, judged.why, ...judged.said]) if (line !== undefined) complain(line)
    if (comparison) complain(`Against the baseline: ${comparisonWords(comparison)}`)
    complain(`${outcomeWords(results)} · ${join(out, 'report.html')}`)
    const isNothing = results.every(({ state }) => state === 'not sent')
    return stop.aborted && isNothing ? 130 : exitOf(results, judged)
  } finally {
    router.close()
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (thrown) {
    throw new Wrong(`${path} cannot be read (${codeOf(thrown)}).`)
  }
}

function baselineIn({ baseline: file }: Options): readonly CellResult[] | undefined {
  if (file === undefined) return undefined
  const { results } = readResultLines(bytesOf(file).toString())
  // Nothing could newly fail against another file.
  if (results.length === 0) throw new Wrong(`${file} has no results.`)
  return results
}

async function planIn(file: string, { data }: Options, { complain }: Surroundings): Promise<LabPlan> {
  const json = jsonIn(
    bytesOf(file)
      .toString()
      .replace(/^\uFEFF/, ''),
  )
  if (json === undefined) throw new Wrong(`${file} is not valid JSON.`)
  const reading = readLabPlan(json)
  if (reading.status === 'refused') throw new Wrong(`${file}: ${reading.why}`)
  const plan = data === undefined ? reading.plan : await withRows(reading.plan, data, complain)
  const problems = [...problemsOf(plan), ...problemsOfChecks(plan)]
  if (problems.length > 0) throw new Wrong(problems.join('\n'))
  return plan
}

/** The plan with the rows of a file, and what the file says of its columns. */
async function withRows(plan: LabPlan, file: string, complain: (line: string) => void): Promise<LabPlan> {
  const { readTable } = await import('#lab/rows/read-table.ts')
  const table = readTable({ name: file, bytes: bytesOf(file) })
  if (table.status === 'refused') throw new Wrong(`${file}: ${table.why}`)
  const ragged = table.ragged.map(
    ({ line, found, expected }) => `${file}: line ${line} has ${found} columns, expected ${expected}.`,
  )
  if (ragged.length > 0) throw new Wrong(ragged.join('\n'))
  for (const note of table.notes) complain(`${file}: ${note}`)
  for (const { line, text } of table.foreign?.losses ?? []) complain(`${file}: line ${line}: ${text}`)
  return { ...plan, rows: [...table.rows], columns: { ...plan.columns, ...table.foreign?.columns } }
}

function priceLimit({ 'max-price': text }: Options): number | undefined {
  if (text === undefined) return undefined
  const limit = Number(text)
  if (text.trim() === '' || !Number.isFinite(limit) || limit < 0) throw new Wrong('--max-price takes a number.')
  return limit
}

/** The whole plan counts, what was sent before as well, and its judges as if all cells had results. */
function refuseAbove(limit: number, prices: Parameters<typeof sumOf>[0], { cards }: Reached, options: Options): void {
  const { amounts, unpriced } = sumOf(prices, sandboxModels(cards))
  if (unpriced.length > 0 && !options['allow-unpriced'])
    throw new Wrong(
      `Nothing was sent: ${unpriced.join(', ')} ${unpriced.length === 1 ? 'has' : 'have'} no price. Add --allow-unpriced to send all the same.`,
      exits.price,
    )
  if ([...amounts.values()].some((amount) => amount > limit))
    throw new Wrong(
      `Nothing was sent: the plan costs about ${sayPriceSum({ amounts })}, above --max-price ${limit}.`,
      exits.price,
    )
}

function exitOf(results: readonly CellResult[], { states }: Judged): number {
  const isSettled = results.every(({ state }) => state === 'done' || state === 'failed')
  if (!isSettled || states['not sent'].length + states.open.length + states.unclear.length > 0) return exits.unsent
  const hasPassed = results.every((cell) => cellOutcome(cell) === 'passed') && states.failed.length === 0
  return hasPassed ? exits.passed : exits.failed
}

async function writeReports(
  folder: ResultsFolder,
  plan: LabPlan,
  results: readonly CellResult[],
  { cards }: Reached,
  comparison: Comparison | undefined,
): Promise<void> {
  const types = new Map(results.flatMap(({ facts }) => facts?.media ?? []).map(({ sha256, type }) => [sha256, type]))
  await folder.write('results.csv', resultsCsv(results))
  await folder.write('junit.xml', junitXml(plan, results))
  const mediaOf = async (sha256: string) => {
    const type = types.get(sha256) ?? ''
    const blob = await folder.mediaOf(sha256, type)
    return blob && dataUrl(type, base64Of(new Uint8Array(await blob.arrayBuffer())))
  }
  const parts = { plan, results, mediaOf, synthetic: sandboxModels(cards), comparison }
  await folder.write('report.html', resultsReport(parts))
}
