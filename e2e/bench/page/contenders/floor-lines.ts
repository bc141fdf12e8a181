import type { Mount } from './contender.ts'
import { mountPlain } from './floor-blocks.ts'

/** The floor of lists and tables, which hold no blank lines: plain text, one element for each line. */
export const mount: Mount = (host) => mountPlain(host, /\n+/)
