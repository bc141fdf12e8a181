import { defined, ownOf } from '#contract/core/loose-json.ts'
import type { Segment } from './transcript.ts'

const clock = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${clock}\s*-->\s*${clock}`)

/** The cues of SRT or WebVTT; undefined for a text that is neither. Broken cues are skipped, whatever stands around them. */
export function readSubtitles(text: string): readonly Segment[] | undefined {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const isVtt = /^WEBVTT(?=[\s]|$)/.test(plain)
  if (!isVtt && !/^\s*(?:\d+\s*\n)?\s*\d+:\d{2}(?::\d{2})?[,.]\d{1,3}\s*-->/.test(plain)) return undefined
  return plain.split(/\n[ \t]*\n+/).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => timing.test(line))
    const match = lines[at]?.match(timing)
    if (!match) return []
    const said = lines
      .slice(at + 1)
      .join('\n')
      .trim()
    const speaker = isVtt ? said.match(/^<v(?:\.[^\s>]+)*\s+([^>]+)>/)?.[1] : undefined
    const told = isVtt ? unescaped(said) : said.replaceAll(/<\/?[biu]>/gi, '')
    const times = { start: secondsOf(match.slice(1, 5)), end: secondsOf(match.slice(5, 9)) }
    return told === '' ? [] : [{ ...times, text: told, ...defined({ speaker }), words: [] }]
  })
}

const secondsOf = ([hours = '0', minutes = '0', seconds = '0', part = '0']: readonly (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' },
}

const unescaped = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (whole, name: string) => ownOf(entities, name) ?? whole)
    .trim()
