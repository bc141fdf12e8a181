import { answerOf, isoTime, secondsOf, sentAt, titleOf } from '../headline.ts'
import { plainSent } from '../plain-sent.ts'
import type { RunRecord } from '../run-record.ts'
import { type Html, html } from './html.ts'

const verdicts = { pass: 'Pass', fail: 'Fail' } as const

/** Names and values in two columns; what is not known is left out. */
function factsOf(record: RunRecord): Html {
  const { run, assets } = record
  const seconds = secondsOf(record)
  const { input, output } = run.usage ?? {}
  const tokens = [typeof input === 'number' && `${input} in`, typeof output === 'number' && `${output} out`]
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Status', [run.status, run.reason].filter(Boolean).join(': ')],
    ['Sent', isoTime(sentAt(record)).replace('T', ' ').replace(/\..*/, ' UTC')],
    ['Endpoint', run.endpoint],
    ['Router', `${run.connection.name} (${run.connection.baseUrl})`],
    ['Model asked', run.model],
    ['Model served', run.served?.model ?? 'not reported'],
    ['Provider', run.served?.provider ?? 'not reported'],
    ['Took', seconds === undefined ? undefined : `${seconds.toFixed(2)} s`],
    ['Tokens', tokens.filter(Boolean).join(', ')],
    ['Price', run.price ?? 'price not stated'],
    ['Request id', run.served?.requestId],
    ['Tags', run.tags?.join(', ')],
    ['Media', assets.length > 0 ? String(assets.length) : undefined],
    ['Run id', run.id],
  ]
  const told = rows.filter(([, value]) => value !== undefined && value !== '')
  return html`<dl>${told.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** The request's JSON; a multipart request as its parts. */
function requestText(record: RunRecord): string {
  const { body } = plainSent(record.sent)
  if (body.kind === 'none') return ''
  return JSON.stringify(body.kind === 'json' ? body.value : body.parts, null, 2) ?? ''
}

/** What went wrong, in the router's words. */
const errorText = ({ result }: RunRecord) => result.error?.message ?? ''

/** The place of a run in its report. */
export const anchorOf = (index: number) => `run-${index + 1}`

/** A run in the report, as far as its media. */
export function runSection(record: RunRecord, index: number): Html {
  const { run, sent } = record
  const [answer, request, error] = [answerOf(record), requestText(record), errorText(record)]
  return html`<section id="${anchorOf(index)}">
<h2 dir="auto">${titleOf(record) || 'Untitled'}</h2>
${run.verdict && html`<p class="${run.verdict}"><strong>Verdict: ${verdicts[run.verdict]}</strong></p>`}
${run.note && html`<p class="answer" dir="auto">${run.note}</p>`}
${factsOf(record)}
<h3>Request</h3>
<p>${sent.method} ${sent.url}</p>
${request && html`<pre>${request}</pre>`}
${error && html`<h3>Error</h3><div class="answer" dir="auto">${error}</div>`}
${answer && html`<h3>Answer</h3><div class="answer" dir="auto">${answer}</div>`}
`
}
