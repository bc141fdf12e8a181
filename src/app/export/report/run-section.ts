import { routeOf } from '#contract/routes.ts'
import { html, type SafeHtml } from '#media/safe-html.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { readTranscriptCopy } from '../../run/history/transcript-copy.ts'
import { reasoningText } from '../../run/result.ts'
import { servedModel } from '../../run/served-model.ts'
import { counted } from '../../ui/format.ts'
import {
  askedOf,
  callTexts,
  errorText,
  isoTime,
  namedRequest,
  plainSent,
  type RunMedia,
  secondsTaken,
  sentAt,
} from '../record/run-facts.ts'

/** `short`: prompt, result and verdict. `full`: also request, reasoning, facts and previews. */
export type ReportForm = 'short' | 'full'

export const minuteOf = (record: RunRecord): string => minute(sentAt(record))

const minute = (at: number) => isoTime(at).slice(0, 16).replace('T', ' ').concat(' UTC')

export const tookOf = (record: RunRecord): string => {
  const seconds = secondsTaken(record)
  // A router gives the times of a job in whole seconds.
  return seconds === undefined ? '' : `${seconds.toFixed(record.run.job === undefined ? 2 : 0)} s`
}

const firstAudioOf = ({ run: { times } }: RunRecord): string =>
  times?.firstSound === undefined ? '' : `first audio after ${(times.firstSound / 1000).toFixed(2)} s`

/** The verdict as a mark with a word, not by colour alone. */
export function verdictMark({ run }: RunRecord): SafeHtml | undefined {
  if (run.verdict === undefined) return undefined
  return run.verdict === 'pass'
    ? html`<span class="verdict pass">✓ Pass</span>`
    : html`<span class="verdict fail">✗ Fail</span>`
}

function tokensOf({ run }: RunRecord): string {
  const { input, output } = run.usage ?? {}
  return [typeof input === 'number' && `${input} in`, typeof output === 'number' && `${output} out`]
    .filter(Boolean)
    .join(', ')
}

/** The router's own word for the state of a job, where it is not the status itself. */
const ownWord = ({ status, jobState }: RunRecord['run']): string | undefined =>
  jobState?.word?.toLowerCase() === status ? undefined : jobState?.word

function jobWords({ job, jobState, polling }: RunRecord['run']): string {
  const { word, progress } = jobState ?? {}
  const polls = job === undefined ? undefined : polling?.polls
  return [word, progress === undefined ? '' : `${progress} %`, polls ? counted(polls, 'poll') : '']
    .filter(Boolean)
    .join(', ')
}

/** Names and values in two columns; unknown ones are left out. */
function factsOf(record: RunRecord): SafeHtml {
  const { run, reply, sent, result } = record
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Sent', isoTime(sentAt(record)).replace('T', ' ').replace(/\..*/, ' UTC')],
    ['Request', `${sent.method} ${sent.url}`],
    ['HTTP status', String(reply?.status ?? run.served?.status ?? '')],
    ['Router', `${run.connection.name} (${run.connection.baseUrl})`],
    ['Model asked', run.model],
    ['Model served', servedModel({ ...run, result }) ?? 'not reported'],
    ['Provider', run.served?.provider ?? 'not reported'],
    ['Price', run.price ?? 'price not stated'],
    ['Request id', run.served?.requestId],
    ['Job id', run.job],
    ['Job status', jobWords(run)],
    ['Job expires', run.jobState?.expiresAt ? minute(run.jobState.expiresAt) : ''],
    ['Run id', run.id],
  ]
  const told = rows.filter(([, value]) => value !== undefined && value !== '')
  return html`<dl>${told.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** The request's JSON, or its parts, with the names of files in the place of their bytes. */
function requestText(record: RunRecord, media: RunMedia): string {
  const { body } = plainSent(record.sent)
  if (body.kind === 'none') return ''
  const value = body.kind === 'json' ? namedRequest(body.value, media.inputs) : body.parts
  return JSON.stringify(value, null, 2) ?? ''
}

export const anchorOf = (index: number) => `run-${index + 1}`

const text = (words: string) => html`<div class="text" dir="auto">${words}</div>\n`

export function runHead(record: RunRecord, index: number): SafeHtml {
  const { run } = record
  const { said } = askedOf(record.sent.body)
  const facts = [minuteOf(record), tookOf(record), firstAudioOf(record), tokensOf(record), run.price].filter(
    (fact) => fact,
  )
  const state = [run.status, run.reason ?? ownWord(run)].filter(Boolean).join(': ')
  return html`<section id="${anchorOf(index)}">
<header>
<p class="over">${index + 1} · ${routeOf(run.endpoint)?.title ?? run.endpoint} · <span class="code">${run.model}</span></p>
<h2 dir="auto">${nameOf(run) || 'Untitled'}</h2>
<p class="marks">${verdictMark(record)} <span class="state">${state}</span> ${run.tags?.map((tag) => html`<span class="tag" dir="auto">${tag}</span> `)}</p>
<p class="soft">${facts.join(' · ')}</p>
</header>
${run.note && html`<blockquote dir="auto">${run.note}</blockquote>\n`}${said.length > 0 && html`<h3>Prompt</h3>\n`}${said.map(
  ({ who, text: words }) =>
    html`<div class="said">${(said.length > 1 || who !== 'user') && html`<p class="who">${who}</p>`}${text(words)}</div>\n`,
)}`
}

/** The router's own words stand in the answer. */
function changesIn({ run }: RunRecord): SafeHtml | undefined {
  const { texts = {}, speakers = {} } = readTranscriptCopy(run.transcript)
  const rows = [
    ...Object.entries(speakers),
    ...Object.entries(texts).map(([place, words]) => [`Segment ${Number(place) + 1}`, words] as const),
  ]
  if (rows.length === 0) return undefined
  return html`<h3>Edited</h3>\n<dl>${rows.map(([name, words]) => html`<dt>${name}</dt><dd dir="auto">${words}</dd>`)}</dl>\n`
}

/** What a person changed in the transcript, tool calls and error of a run. */
export function runOutcome(record: RunRecord): SafeHtml {
  const calls = callTexts(record)
  const error = errorText(record)
  return html`${changesIn(record)}${
    calls.length > 0 && html`<h3>Tool calls</h3>\n<pre>${calls.join('\n')}</pre>\n`
  }${error && html`<h3>Error</h3>\n<div class="text error" dir="auto">${error}</div>\n`}`
}

/** The parts of the full form only: reasoning, facts and the request as sent. */
export function runDetails(record: RunRecord, media: RunMedia): SafeHtml {
  const request = requestText(record, media)
  const reasoning = reasoningText(record.result)
  return html`${
    reasoning && html`<details><summary>Reasoning</summary>\n${text(reasoning)}</details>\n`
  }<h3>Details</h3>
${factsOf(record)}
${request && html`<h3>Request</h3>\n<pre>${request}</pre>\n`}`
}
