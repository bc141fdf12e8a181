import { textOrJson } from '#contract/core/loose-json.ts'
import { mediaKind } from '#media/media-type.ts'
import { html, offlinePageHead, type SafeHtml } from '#media/safe-html.ts'
import { type Compared, type Comparison, comparisonWords } from '../baseline.ts'
import type { CellResult, MediaFacts } from '../cell-facts.ts'
import { columnName, columnValues, shownValues } from '../cells.ts'
import { checkWords } from '../checks/evaluate.ts'
import { percents, quantile, wilsonInterval } from '../figures.ts'
import { inForce, type Judgement, voteIn } from '../judgements.ts'
import type { LabPlan } from '../lab-plan.ts'
import { ballotOf } from '../matches.ts'
import { byColumn, type ColumnResults, cellOutcome, outcomeWords, reasonsOf, rowLabel } from '../outcomes.ts'
import { sayPriceSum, sumPrices } from '../sum-prices.ts'
import { voteTable } from '../vote-table.ts'
import { reportStyle } from './report-style.ts'

export interface ReportParts {
  readonly plan: Pick<LabPlan, 'name' | 'columns'> & Partial<Pick<LabPlan, 'seed'>>
  readonly results: readonly CellResult[]
  /** A file as a data URL; undefined where its bytes are lost. */
  readonly mediaOf: (sha256: string) => Promise<string | undefined>
  /** The models whose output is synthetic. */
  readonly synthetic: ReadonlySet<string>
  /** What people have said, of these results among others. */
  readonly judgements?: readonly Judgement[]
  /** With an earlier set of results. */
  readonly comparison: Comparison | undefined
}

/** Bytes of all media in a report at most; as base64 the page is a third larger. */
const largestReport = 100 * 2 ** 20

/**
 * The results as one HTML page, in pieces: rows by columns with texts, media, checks and verdicts. It runs no script, loads nothing and depends on
 * the results alone, so that equal results give equal pages. Media beyond 100 MB are named by their hashes.
 */
export async function* resultsReport(parts: ReportParts): AsyncGenerator<string, void> {
  const { results, plan, comparison } = parts
  const columns = byColumn(results)
  yield offlinePageHead(reportStyle)
  yield headOf(plan.name || 'Untitled plan', results).text
  yield figuresOf(columns, parts).text
  yield votesOf(parts).text
  if (comparison) yield changesOf(plan, comparison).text
  yield html`<h2>Results</h2>\n<div class="scroll" tabindex="0" role="region" aria-label="Results"><table class="results">\n<thead><tr><th scope="col">Row</th>${columns.map((column) => html`<th scope="col">${columnTitle(column, parts)}</th>`)}</tr></thead>\n<tbody>\n`
    .text
  const rows = new Map<number, CellResult[]>()
  for (const cell of results) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  let room = largestReport
  for (const cells of rows.values()) {
    const [first] = cells
    if (!first) continue
    yield html`<tr><th scope="row">${rowHead(plan, first)}</th>`.text
    const byName = new Map(cells.map((cell) => [JSON.stringify(cell.column), cell]))
    for (const { column } of columns) {
      const cell = byName.get(JSON.stringify(column))
      if (!cell) {
        yield '<td></td>'
        continue
      }
      yield cellHead(cell).text
      for (const file of cell.facts?.media ?? []) {
        room -= file.bytes
        yield (await figureOf(file, room < 0 ? undefined : parts.mediaOf)).text
      }
      yield cellFoot(cell).text
    }
    yield '</tr>\n'
  }
  yield '</tbody></table></div>\n</main>\n</body>\n</html>\n'
}

const headOf = (title: string, results: readonly CellResult[]): SafeHtml =>
  html`<title>${title}</title>
</head>
<body>
<main>\n<h1 dir="auto">${title}</h1>\n<p class="soft">${outcomeWords(results)}</p>\n`

const inSeconds = (seconds: number | undefined) => (seconds === undefined ? '–' : `${seconds.toFixed(2)} s`)

const columnWords = (column: CellResult['column']): SafeHtml => {
  const values = columnValues(column)
  return html`<span class="code">${column.model}</span>${values !== '' && html` ${values}`}`
}

const columnTitle = ({ column }: ColumnResults, { synthetic }: ReportParts): SafeHtml =>
  html`${columnWords(column)}${synthetic.has(column.model) && html` <span class="tag">Synthetic</span>`}`

/** A line for each column: its share of passed cells with the interval of 95 %, its seconds and its price. */
function figuresOf(columns: readonly ColumnResults[], parts: ReportParts): SafeHtml {
  const lines = columns.map((one) => {
    const judged = one.cells.filter((cell) => cell.checks.length > 0 || cell.verdict !== undefined)
    const count = (wanted: string, cells = one.cells) => cells.filter((cell) => cellOutcome(cell) === wanted).length
    const passed = count('passed', judged)
    const trials = passed + count('failed', judged)
    const seconds = one.cells.flatMap(({ facts }) => facts?.seconds ?? []).toSorted((a, b) => a - b)
    const prices = one.cells.flatMap(({ facts }) => facts?.price ?? [])
    const interval = trials > 0 ? percents(wilsonInterval(passed, trials)) : '–'
    return html`<tr><th scope="row">${columnTitle(one, parts)}</th><td>${trials > 0 ? `${passed} of ${trials}` : '–'}</td><td>${interval}</td><td>${count('error') + count('unknown')}</td><td>${count('not sent')}</td><td>${inSeconds(quantile(seconds, 0.5))}</td><td>${inSeconds(quantile(seconds, 0.95))}</td><td>${sayPriceSum(sumPrices(prices)) ?? '–'}</td></tr>\n`
  })
  return html`<h2>Columns</h2>\n<div class="scroll" tabindex="0" role="region" aria-label="Columns"><table class="figures">\n<thead><tr><th scope="col">Column</th><th scope="col">Passed</th><th scope="col">95 % interval</th><th scope="col">Errors</th><th scope="col">Not sent</th><th scope="col">Median</th><th scope="col">p95</th><th scope="col">Price</th></tr></thead>\n<tbody>\n${lines}</tbody></table></div>\n`
}

/** What the votes on these results say; empty without any. One on a text that names a model is counted and left out. */
function votesOf({ results, judgements = [], plan }: ReportParts): SafeHtml {
  const nameOf = ({ column }: CellResult) => columnName({ ...column, repeat: undefined })
  const names = [...new Set(results.map(nameOf))]
  const known = new Map(
    results.flatMap((cell) => (cell.run === undefined ? [] : [[cell.run, names.indexOf(nameOf(cell))]])),
  )
  const votes = inForce(judgements).flatMap((one) => {
    const ballot = ballotOf(one, known)
    return ballot ? [{ ballot, by: one.by, named: voteIn(one)?.named === true }] : []
  })
  if (votes.length === 0) return html``
  const counted = votes.filter(({ named }) => !named)
  const { titles, lines, notes } = voteTable(
    counted.map(({ ballot }) => ballot),
    names,
    plan.seed ?? 1,
  )
  const named = votes.length - counted.length
  const people = [...new Set(votes.map(({ by }) => by))].join(', ')
  const left = named > 0 && html` · ${named} more left out, since a text names a model or its maker`
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Votes"><table class="figures">\n<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>\n<tbody>\n${lines.map(([name, ...figures]) => html`<tr><th scope="row" class="code">${name}</th>${titles.slice(1).map((_, at) => html`<td>${figures[at] ?? '–'}</td>`)}</tr>\n`)}</tbody></table></div>\n${notes.map((words) => html`<p class="soft">${words}</p>\n`)}`
  return html`<h2>Votes</h2>\n<p dir="auto">${counted.length} counted, by ${people}${left}</p>\n${counted.length > 0 && table}`
}

function changesOf(plan: ReportParts['plan'], comparison: Comparison): SafeHtml {
  const item = ({ now }: Compared) =>
    html`<li><a href="#cell-${now.at}" dir="auto">${rowLabel(plan, now)}</a> ${columnWords(now.column)}: ${reasonsOf(now)[0] ?? 'passed'}</li>\n`
  const list = (title: string, pairs: readonly Compared[]) =>
    pairs.length > 0 && html`<h3>${title}</h3>\n<ul>\n${pairs.map(item)}</ul>\n`
  const { newlyFailed, newlyPassed } = comparison
  return html`<h2>Against the baseline</h2>\n<p>${comparisonWords(comparison)}</p>\n${list('Newly failed', newlyFailed)}${list('Newly passed', newlyPassed)}`
}

function rowHead(plan: ReportParts['plan'], { row, vars }: CellResult): SafeHtml {
  const values = Object.entries(shownValues(plan, vars)).map(
    ([name, value]) => html`<dt>${name}</dt><dd dir="auto">${textOrJson(value)}</dd>`,
  )
  return html`${row + 1}${values.length > 0 && html`<dl>${values}</dl>`}`
}

const marks = {
  ...{ passed: '✓ Passed', failed: '✗ Failed', error: 'Error' },
  ...{ unknown: 'Unknown', running: 'Running', 'not sent': 'Not sent', deleted: 'Deleted' },
} as const

function cellHead(cell: CellResult): SafeHtml {
  const { facts, state, at, verdict, checks } = cell
  const outcome = cellOutcome(cell)
  const isSaid = outcome !== 'passed' || checks.length > 0 || verdict !== undefined
  const calls = facts?.toolCalls.map((call) => `${call.name}(${call.arguments})`) ?? []
  return html`<td id="cell-${at}">${isSaid && html`<p class="mark ${outcome.replace(' ', '-')}">${marks[outcome]}</p>`}${
    state !== 'done' && html`<p class="soft">${reasonsOf(cell).join(' ')}</p>`
  }${facts?.refusal && html`<p class="soft" dir="auto">Refusal: ${facts.refusal}</p>`}${
    facts?.text && html`<div class="text" dir="auto" tabindex="0">${facts.text}</div>`
  }${calls.length > 0 && html`<pre>${calls.join('\n')}</pre>`}`
}

async function figureOf(file: MediaFacts, mediaOf: ReportParts['mediaOf'] | undefined): Promise<SafeHtml> {
  const size = file.width === undefined || file.height === undefined ? [] : [`${file.width} × ${file.height}`]
  const length = file.seconds === undefined ? [] : [inSeconds(file.seconds)]
  const facts = [file.type, ...size, ...length, `${(file.bytes / 1024).toFixed(0)} KiB`].join(' · ')
  const url = mediaKind(file.type) && (await mediaOf?.(file.sha256))
  const caption = url === undefined ? `${facts} · not in this file, SHA-256 ${file.sha256}` : facts
  return html`<figure>${url !== undefined && elementOf(file, url)}<figcaption>${caption}</figcaption></figure>`
}

function elementOf({ type }: MediaFacts, url: string): SafeHtml {
  switch (mediaKind(type)) {
    case 'audio':
      return html`<audio controls preload="none" src="${url}"></audio>`
    case 'video':
      return html`<video controls preload="metadata" src="${url}"></video>`
    default:
      return html`<img alt="" loading="lazy" src="${url}">`
  }
}

function cellFoot({ facts, checks, verdict, score, note, tags = [] }: CellResult): SafeHtml {
  const items = checks.map(({ check, outcome, reason }) => {
    const mark = { passed: '✓', failed: '✗', unable: '!' }[outcome]
    return html`<li class="${outcome}">${mark} <span dir="auto">${checkWords(check)}</span>${reason !== '' && html`: <span dir="auto">${reason}</span>`}</li>`
  })
  const seconds = facts?.seconds === undefined ? [] : [inSeconds(facts.seconds)]
  const tokens =
    facts?.outputTokens === undefined ? [] : [`${facts.outputTokens} token${facts.outputTokens === 1 ? '' : 's'} out`]
  const told = [...seconds, ...tokens, ...(facts?.price === undefined ? [] : [facts.price])].join(' · ')
  return html`${items.length > 0 && html`<ul class="checks">${items}</ul>`}${
    verdict && html`<p class="${verdict === 'pass' ? 'passed' : 'failed'}">Verdict: ${verdict}</p>`
  }${score !== undefined && html`<p>Score: ${score} of 5</p>`}${note && html`<blockquote dir="auto">${note}</blockquote>`}${
    tags.length > 0 && html`<p>${tags.map((tag) => html`<span class="tag" dir="auto">${tag}</span> `)}</p>`
  }${told !== '' && html`<p class="soft">${told}</p>`}</td>`
}
