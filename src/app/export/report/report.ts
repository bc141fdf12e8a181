import { ownOf } from '#contract/core/loose-json.ts'
import { base64Of } from '#media/base64.ts'
import { dataUrl } from '#media/data-url.ts'
import { essenceOf, mediaKind } from '#media/media-type.ts'
import { escapeHtml, html, offlinePageHead, type SafeHtml } from '#media/safe-html.ts'
import { nameOf } from '../../run/history/matches.ts'
import type { RecordedAsset, RunRecord } from '../../run/history/run-record-schema.ts'
import { answerText } from '../../run/result.ts'
import { rest } from '../../run/slices.ts'
import { byteSize, counted, sizeLimit } from '../../ui/format.ts'
import { ExportError } from '../export-error.ts'
import { keyCheck, refuseKeys } from '../keys/scan-for-key.ts'
import { mediaOf, type NamedMedia } from '../record/run-facts.ts'
import { FileParts, jsonPieces } from '../text/pieces.ts'
import { answerHtml } from './answer-html.ts'
import {
  anchorOf,
  minuteOf,
  type ReportForm,
  runDetails,
  runHead,
  runOutcome,
  tookOf,
  verdictMark,
} from './run-section.ts'
import { style } from './style.ts'

/** Maximum bytes of all media in a report; as base64 the page is a third larger. */
const largestReport = 100 * 2 ** 20

export interface ReportOptions {
  /** Empty: a default title. */
  readonly title?: string
  /** `full` by default. */
  readonly form?: ReportForm
}

/** A run's row in the table of contents. */
interface Line {
  readonly title: string
  readonly model: string
  readonly status: string
  readonly verdict: SafeHtml | undefined
  readonly took: string
  readonly minute: string
}

const lineOf = (record: RunRecord): Line => ({
  title: nameOf(record.run) || 'Untitled',
  model: record.run.model,
  status: record.run.status,
  verdict: verdictMark(record),
  took: tookOf(record),
  minute: minuteOf(record),
})

function headOf(lines: readonly Line[], title: string): SafeHtml {
  const count = (mark: string) => lines.filter(({ verdict }) => verdict?.text.includes(mark)).length
  const [passed, failed] = [count('pass'), count('fail')]
  const minutes = lines.map(({ minute }) => minute).toSorted()
  const facts = [
    `${lines.length} ${lines.length === 1 ? 'run' : 'runs'}`,
    passed > 0 && `${passed} passed`,
    failed > 0 && `${failed} failed`,
    passed + failed > 0 && passed + failed < lines.length && `${lines.length - passed - failed} without a verdict`,
    [...new Set([minutes[0], minutes.at(-1)])].join(' – '),
  ]
  return html`<title>${title}</title>
</head>
<body>
<header class="front">
<h1 dir="auto">${title}</h1>
<p class="soft">${facts.filter(Boolean).join(' · ')}</p>
</header>
${lines.length > 1 && contents(lines)}<main>
`
}

function contents(lines: readonly Line[]): SafeHtml {
  const rows = lines.map(
    ({ title, model, status, verdict, took }, at) =>
      html`<tr><td>${at + 1}</td><td><a href="#${anchorOf(at)}" dir="auto">${title}</a></td><td class="code">${model}</td><td>${status}</td><td>${verdict ?? '–'}</td><td class="number">${took}</td></tr>\n`,
  )
  return html`<nav aria-label="Contents"><table>
<thead><tr><th>#</th><th>Run</th><th>Model</th><th>Status</th><th>Verdict</th><th class="number">Took</th></tr></thead>
<tbody>
${rows}</tbody></table></nav>
`
}

class Body {
  readonly #file = new FileParts()
  readonly #keys: readonly string[]
  readonly #form: ReportForm
  readonly #lines: Line[] = []
  #media = 0

  constructor(keys: readonly string[], form: ReportForm) {
    this.#keys = keys
    this.#form = form
  }

  async addRun(record: RunRecord): Promise<void> {
    const at = this.#lines.length
    const media = mediaOf(record)
    this.#count([...media.inputs, ...media.outputs, ...(this.#form === 'full' ? media.previews : [])])
    this.#lines.push(lineOf(record))
    // The source is searched too, since escaping in the page may produce a spelling that the scanner does not know.
    const check = keyCheck(`run ${at + 1}`, this.#keys)
    for (const piece of jsonPieces([record.run, record.result])) {
      check(piece)
      await rest()
    }
    await this.#add(runHead(record, at))
    await this.#addFigures('Inputs', media.inputs, record)
    await this.#addAnswer(answerText(record.result))
    await this.#add(runOutcome(record))
    await this.#addFigures('Outputs', media.outputs, record)
    const count = media.outputs.length === 0 ? media.previews.length : 0
    if (count > 0)
      await this.#add(html`<p class="soft">No image was finished; ${counted(count, 'preview')} arrived.</p>\n`)
    if (this.#form === 'full') {
      if (media.previews.length > 0) {
        await this.#add(html`<details><summary>Previews: ${media.previews.length}</summary>\n`)
        await this.#addFigures('', media.previews, record)
        await this.#add(html`</details>\n`)
      }
      await this.#add(runDetails(record, media))
    }
    await this.#add(html`</section>\n`)
  }

  #count(files: readonly NamedMedia[]): void {
    for (const { asset } of files) if (mediaKind(asset.type) !== undefined) this.#media += asset.blob.size
    if (this.#media <= largestReport) return
    const limit = `Reports are limited to ${sizeLimit(largestReport)} of media, and these runs have more`
    throw new ExportError(`${limit}: choose fewer runs, or export a bundle.`)
  }

  async #add({ text }: SafeHtml): Promise<void> {
    await this.#file.add(text, keyCheck('the report', this.#keys))
  }

  async #addAnswer(answer: string): Promise<void> {
    if (answer === '') return
    await this.#add(html`<h3>Answer</h3>\n<div class="answer">\n`)
    for (const piece of answerHtml(answer)) {
      await this.#add(piece)
      await rest()
    }
    await this.#add(html`</div>\n`)
  }

  async #addFigures(title: string, files: readonly NamedMedia[], record: RunRecord): Promise<void> {
    if (files.length === 0) return
    const heading = title && html`<h3>${files.length === 1 ? title.slice(0, -1) : title}</h3>\n`
    await this.#add(html`${heading}<div class="${files.length === 1 ? 'figures one' : 'figures'}">\n`)
    for (const file of files) await this.#addFigure(file, record)
    await this.#add(html`</div>\n`)
  }

  /** A picture, sound or film as a data URL, with its caption. Types that may be active (SVG) get the caption only. */
  async #addFigure({ name, asset }: NamedMedia, record: RunRecord): Promise<void> {
    const at = this.#lines.length
    await refuseKeys(`a file of run ${at}`, asset.blob, this.#keys)
    const kind = mediaKind(asset.type)
    const facts = [asset.name, asset.type, byteSize(asset.size), this.#form === 'full' && `SHA-256 ${asset.sha256}`]
    const caption = html`<figcaption><strong>${name}</strong> ${facts.filter(Boolean).join(' · ')}</figcaption></figure>\n`
    if (kind === undefined) return await this.#add(html`<figure>${caption}`)
    const alt = escapeHtml(ownOf(record.run.alts, asset.sha256) ?? `${name} of ${nameOf(record.run) || 'the run'}`)
    const tag = kind === 'image' ? `<img alt="${alt}"` : `<${kind} controls preload="metadata" aria-label="${alt}"`
    await this.#file.add(`<figure>${tag} src="`)
    for await (const piece of dataUrlPieces(asset)) await this.#file.add(piece)
    await this.#file.add(kind === 'image' ? '">' : `"></${kind}>`)
    await this.#add(caption)
  }

  async end(title: string): Promise<Blob> {
    const [only] = this.#lines
    const count = this.#lines.length
    const head = new FileParts()
    await head.add(offlinePageHead(style))
    const own = count === 1 && only ? only.title : `${count.toLocaleString('en')} runs`
    await head.add(headOf(this.#lines, title || own).text, keyCheck('the report', this.#keys))
    await this.#file.add('</main>\n</body>\n</html>\n')
    return new Blob([head.end('text/html'), this.#file.end('text/html')], { type: 'text/html' })
  }
}

/** One HTML page without scripts or network. Throws an `ExportError` where a key is found or media exceed the limit. */
export async function report(
  records: Iterable<RunRecord> | AsyncIterable<RunRecord>,
  keys: readonly string[],
  { title = '', form = 'full' }: ReportOptions = {},
): Promise<Blob> {
  const body = new Body(keys, form)
  for await (const record of records) await body.addRun(record)
  return await body.end(title.trim())
}

/** A multiple of three bytes, so that the pieces need no padding. */
const piece = 3 * 2 ** 15

/** A data URL in pieces: as one string, a video would be copied several times. */
export async function* dataUrlPieces({ blob, type }: RecordedAsset): AsyncGenerator<string, void> {
  yield dataUrl(essenceOf(type))
  for (let at = 0; at < blob.size; at += piece) {
    const bytes = new Uint8Array(await blob.slice(at, at + piece).arrayBuffer())
    yield base64Of(bytes)
  }
}
