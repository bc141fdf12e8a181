import type { Random } from '../seed.ts'

/** Values that suit a name, the most telling names first. */
const samples: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/e-?mail/, ['ada@studio.example', 'bela@harbour.example', 'fumi@press.example']],
  [/url|uri|link|website/, ['https://harbour.example/tides', 'https://studio.example/notes']],
  [/phone|mobile/, ['+1 555 0100', '+1 555 0142', '+1 555 0199']],
  [/currency/, ['EUR', 'USD', 'JPY']],
  [/country/, ['Norway', 'Portugal', 'Japan', 'Kenya']],
  [/city|town|location|place|destination|origin|region/, ['Bergen', 'Lisbon', 'Kyoto', 'Mombasa']],
  [/street|address/, ['12 Quay Street', '4 Orchard Lane', '31 Signal Road']],
  [/zone/, ['Europe/Oslo', 'Asia/Tokyo']],
  [/date|day|deadline/, ['2026-03-14', '2026-06-21', '2026-10-02']],
  [/time|hour/, ['09:30', '14:05', '21:45']],
  [/colou?r/, ['amber', 'slate blue', 'moss green']],
  [/language|locale/, ['en', 'pt', 'ja']],
  [/sku|code|identifier|\bid\b/, ['ab-1042', 'cd-2077', 'ef-3190']],
  [/title|headline|subject/, ['Tide tables by hand', 'A quieter studio', 'Letters for small screens']],
  [/first ?name|given/, ['Ada', 'Bela', 'Chidi', 'Fumi']],
  [/last ?name|surname|family/, ['Marlow', 'Okafor', 'Tanaka', 'Reyes']],
  [/name|author|person|owner|user|recipient/, ['Ada Marlow', 'Chidi Okafor', 'Fumi Tanaka']],
  [/unit/, ['metre', 'second', 'litre']],
  [/status|state/, ['open', 'ready', 'waiting']],
  [/category|genre|type|kind|tag|label|topic/, ['tides', 'audio', 'gardening', 'typography']],
  [
    /summary|description|text|answer|reason|note|comment|message|content|explanation|body|step|output/,
    ['A synthetic sentence from the sandbox.', 'Written by rules, not by a model.', 'Synthetic text, made to fit.'],
  ],
]
const phrases = ['quiet harbour', 'warm signal', 'early spring tide', 'open window', 'short cable', 'second draft']

/** A text that suits a label such as `delivery city`, or a pleasant phrase. */
export function sampleFor(label: string, random: Random): string {
  const [, values] = samples.find(([name]) => name.test(label)) ?? [undefined, phrases]
  return random.pick(values)
}

/** A pleasant phrase of a few words. */
export const somePhrase = (random: Random) => random.pick(phrases)

const longestName = 100

/** A name in camel, kebab or snake case as lower-case words; of a very long one, its beginning. */
export function spacedName(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
    .toLowerCase()
}
