import { shortly } from '../shortly.ts'

/** A value of an item that can be read, by the path to it. */
export type ItemField = readonly [path: string, text: string]

/** More than this is read in the JSON. */
const mostFields = 20
const deepest = 4
const longestText = 1500

/** What names the item stands in its title, and ids and their like tell a person nothing. */
const titleKeys = new Set(['type', 'status', 'object'])
const silentKeys = /^(?:id|index|.*_index|encrypted_content|signature|logprobs|obfuscation)$/

/** The type an item names, else the name of the field that it came in. */
export function titleOfItem(item: unknown): string {
  const one = Array.isArray(item) ? item[0] : item
  if (typeof one !== 'object' || one === null) return 'unnamed'
  const { type } = one as { readonly type?: unknown }
  return shortly(typeof type === 'string' && type !== '' ? type : (Object.keys(one)[0] ?? 'unnamed'), 80)
}

/** What an item says of how far it is; undefined where it does not. */
export function statusOfItem(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('status' in item)) return undefined
  return typeof item.status === 'string' ? shortly(item.status, 40) : undefined
}

/** What of an item can be read without its JSON, in its order. Bytes and ids are left out. */
export function fieldsOfItem(item: unknown): readonly ItemField[] {
  const fields: ItemField[] = []
  gather(item, '', 0, fields)
  return fields
}

function gather(value: unknown, path: string, depth: number, fields: ItemField[]): void {
  if (fields.length >= mostFields || depth > deepest) return
  if (typeof value === 'string') {
    if (value.trim() !== '' && !isBytes(value)) fields.push([path, shortly(value, longestText)])
  } else if (typeof value === 'number' || typeof value === 'boolean') fields.push([path, String(value)])
  else if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one === 'string' || typeof one === 'number')
    if (isPlain) gather(value.join(', '), path, depth, fields)
    else for (const [at, one] of value.slice(0, mostFields).entries()) gather(one, `${path}[${at}]`, depth + 1, fields)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (silentKeys.test(key) || (depth === 0 && titleKeys.has(key))) continue
      gather(one, path === '' ? shortly(key, 60) : `${path}.${shortly(key, 60)}`, depth + 1, fields)
    }
  }
}

/** The mark of a file, a data URL, or a long text without a space between its words. */
function isBytes(text: string): boolean {
  return /^(?:sha256:[0-9a-f]{64}$|data:[^,]{0,200},)/.test(text) || /^[\w+/=-]{200}/.test(text)
}
