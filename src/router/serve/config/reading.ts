import { ownOf } from '#contract/core/loose-json.ts'
import { isLoopback } from '../../http/guard.ts'
import type { Settings } from '../settings.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** Collects what is wrong, so that everything is told at once. */
export interface Reading {
  readonly variables: Variables
  readonly settings: Settings
  /** The folder of the configuration file. */
  readonly folder: string
  readonly problems: string[]
  readonly notes: string[]
  readonly secrets: string[]
}

/** Whether a header can hold it. */
export const isSendable = (key: string) => /^[\x21-\x7e]+$/.test(key)

/** The value of a variable without the white space around it; undefined where that leaves nothing. */
export const variable = (variables: Variables, name: string) => ownOf(variables, name)?.trim() || undefined

/** The key in the header that the provider reads. */
export const keyHeaders = (key: string | undefined, header?: string): Record<string, string> => {
  if (key === undefined) return {}
  return header === undefined ? { authorization: `Bearer ${key}` } : { [header.toLowerCase()]: key }
}

/** A key that goes over plain HTTP to another machine can be read on the way. */
export function noteExposure(where: string, baseUrl: string, key: string | undefined, { notes }: Reading): void {
  const { protocol, hostname } = new URL(baseUrl)
  if (key !== undefined && protocol === 'http:' && !isLoopback(hostname.replace(/^\[|\]$/g, '')))
    notes.push(`Warning: ${where} is plain HTTP: its key and all its traffic can be read on the way.`)
}

export const withoutSlash = (url: string) => url.replace(/\/+$/, '')

const isOnLoopback = (url: URL) => isLoopback(url.hostname.replace(/^\[|\]$/g, ''))

/** Whether two addresses lead to the same server, as far as can be told without asking. */
export function isSamePlace(a: string, b: string): boolean {
  const [one, other] = [new URL(a), new URL(b)]
  return one.origin === other.origin || (isOnLoopback(one) && isOnLoopback(other) && one.port === other.port)
}

/** Whether an address is this router’s own, as in the line that it prints for clients: it must not forward to itself. */
export function isOwn(baseUrl: string, { port, publicUrl }: Settings): boolean {
  const url = new URL(baseUrl)
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true
  return isOnLoopback(url) && Number(url.port || 80) === port
}
