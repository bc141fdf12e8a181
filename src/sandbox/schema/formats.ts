import type { Random } from '../seed.ts'

const two = (value: number) => String(value).padStart(2, '0')
const hex = (random: Random, length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('')
const host = (random: Random) => `${random.pick(['harbour', 'studio', 'garden', 'almanac', 'press'])}.example`
const date = (random: Random) => `2026-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
const time = (random: Random) => `${two(random.below(24))}:${two(random.below(60))}:00Z`
const page = (random: Random) => random.pick(['tides', 'notes', 'plans', 'letters'])
const person = (random: Random) => random.pick(['ada', 'bela', 'chidi', 'dora', 'emre', 'fumi'])

/** A value for each string format of JSON Schema, from names that are reserved for examples. */
export const formats: Readonly<Record<string, (random: Random) => string>> = {
  date,
  time,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `PT${1 + random.below(50)}M`,
  email: (random) => `${person(random)}@${host(random)}`,
  'idn-email': (random) => `${person(random)}@${host(random)}`,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${1 + random.below(250)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4).replace(/^0/, '1')}`,
  uri: (random) => `https://${host(random)}/${page(random)}`,
  url: (random) => `https://${host(random)}/${page(random)}`,
  iri: (random) => `https://${host(random)}/${page(random)}`,
  'uri-reference': (random) => `/${page(random)}/${1 + random.below(99)}`,
  'iri-reference': (random) => `/${page(random)}/${1 + random.below(99)}`,
  'uri-template': (random) => `https://${host(random)}/{name}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  'json-pointer': (random) => `/${page(random)}/${random.below(9)}`,
  'relative-json-pointer': (random) => `${random.below(3)}/${page(random)}`,
  'json-pointer-uri-fragment': (random) => `#/${page(random)}`,
  regex: () => '^[a-z]+$',
}
