import { RouterError } from './router-error.ts'

export interface RangedFile {
  /** Read only where it is needed; a file on disk should be a Blob of it. */
  readonly content: Blob
  readonly type: string
  /** A strong entity tag, with its quotes. */
  readonly etag: string
  readonly name: string
}

interface Part {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** The part that a `range` header asks for: `whole` where it is to be ignored, as RFC 9110 has it for what is malformed or has several. */
function partOf(range: string, size: number): Part | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.replace(/\s/g, '')) ?? []
  if (first === '' && last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole'
  return start < end ? { start, end } : 'unsatisfiable'
}

/** Whether an `if-none-match` header names the tag. */
export const isNamed = (etag: string, list: string) =>
  list.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, '')))

/**
 * A file, or the part of it that the client's headers ask for: 200, 206, 304 by `if-none-match`. `range` counts only without `if-range`, or
 * with one that is the file's tag. Throws a 416 for a part behind the end.
 */
export function rangedReply({ content, type, etag, name }: RangedFile, headers: Headers): Response {
  const facts = {
    ...{ 'accept-ranges': 'bytes', etag, 'content-type': type },
    'content-disposition': `inline; filename="${name}"`,
  }
  if (isNamed(etag, headers.get('if-none-match') ?? '')) return new Response(null, { status: 304, headers: facts })
  const range = (headers.get('if-range') ?? etag) === etag ? (headers.get('range') ?? '') : ''
  const part = partOf(range, content.size)
  if (part === 'unsatisfiable') {
    throw new RouterError(
      416,
      'range_not_satisfiable',
      `The range starts beyond the end of the file (${content.size} bytes).`,
      {
        param: 'Range',
        retry: 'safe',
        headers: { 'content-range': `bytes */${content.size}` },
      },
    )
  }
  if (part === 'whole')
    return new Response(content.stream(), { headers: { ...facts, 'content-length': String(content.size) } })
  const { start, end } = part
  return new Response(content.slice(start, end).stream(), {
    status: 206,
    headers: {
      ...facts,
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${content.size}`,
    },
  })
}
