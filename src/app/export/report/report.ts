import { mediaKind } from '#media/media-type.ts'
import { ExportError } from '../export-error.ts'
import { titleOf } from '../headline.ts'
import { refuseKeyIn, refuseKeys } from '../keys/scan-for-key.ts'
import type { RecordedAsset, RunRecord } from '../run-record.ts'
import { dataUrl } from './data-url.ts'
import { escapeHtml, type Html, html } from './html.ts'
import { anchorOf, runSection } from './run-section.ts'
import { style } from './style.ts'

/** Bytes of all media in a report: browsers open a page of a third more. */
const largestReport = 100 * 2 ** 20

const policy = "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'"

function head(records: readonly RunRecord[]): Html {
  const links = records.map((record, index) => {
    const { model, status, verdict } = record.run
    const told = [model, status, verdict].filter(Boolean).join(', ')
    return html`<li><a href="#${anchorOf(index)}" dir="auto">${titleOf(record) || 'Untitled'}</a> (${told})</li>\n`
  })
  const title = records.length === 1 ? 'Patchbay: 1 run' : `Patchbay: ${records.length} runs`
  return html`<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<nav aria-label="Runs"><ol>
${links}</ol></nav>
<main>
`
}

const open = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<style>${style}</style>
`

/** A picture, sound or film with a caption; the bytes themselves stand in it. */
async function figure(asset: RecordedAsset, place: string, alt: string): Promise<readonly string[]> {
  const kind = mediaKind(asset.type)
  const caption = [asset.name, asset.type, `${asset.size} bytes`, `SHA-256 ${asset.sha256}`].filter(Boolean).join(' · ')
  const end = `<figcaption>${escapeHtml(`${place}: ${caption}`)}</figcaption></figure>\n`
  if (kind === undefined) return ['<figure>', end]
  const name = escapeHtml(alt)
  const tag = kind === 'image' ? `<img alt="${name}"` : `<${kind} controls preload="metadata" aria-label="${name}"`
  return [`<figure>${tag} src="`, ...(await dataUrl(asset)), kind === 'image' ? '">' : `"></${kind}>`, end]
}

/** What the person says that it shows; else where it stands. */
const altOf = (record: RunRecord, { sha256 }: RecordedAsset, place: string) =>
  record.run.alts?.[sha256] ?? `${place} of ${titleOf(record) || 'the run'}`

function checkSize(records: readonly RunRecord[]): void {
  const assets = records.flatMap((record) => record.assets).filter((asset) => mediaKind(asset.type) !== undefined)
  const total = assets.reduce((sum, { blob }) => sum + blob.size, 0)
  if (total > largestReport)
    throw new ExportError(
      'too-large',
      `A report holds at most ${largestReport / 2 ** 20} MB of media, and these runs have ${Math.ceil(total / 2 ** 20)} MB: choose fewer runs, or export a bundle.`,
    )
}

/**
 * One page for some runs that needs nothing else: no scripts, no network, all media inside. Its own policy forbids what it does not
 * need. SVG is told and never shown. Throws an `ExportError` where a key is found or there is too much media.
 */
export async function report(records: readonly RunRecord[], keys: readonly string[]): Promise<Blob> {
  checkSize(records)
  const parts: string[] = []
  const add = (text: string) => {
    refuseKeyIn('the report', text, keys)
    parts.push(text)
  }
  parts.push(open)
  add(head(records).text)
  for (const [index, record] of records.entries()) {
    // The source too: what the page escapes may be a spelling that nobody would think of.
    refuseKeyIn(`run ${index + 1}`, JSON.stringify([record.run, record.result]), keys)
    add(runSection(record, index).text)
    for (const [at, asset] of record.assets.entries()) {
      const place = `${asset.role === 'input' ? 'Input' : 'Output'} ${at + 1}`
      await refuseKeys([{ where: `a file of run ${index + 1}`, content: asset.blob }], keys)
      parts.push(...(await figure(asset, place, altOf(record, asset, place))))
    }
    parts.push('</section>\n')
  }
  parts.push('</main>\n</body>\n</html>\n')
  return new Blob(parts, { type: 'text/html' })
}
