/**
 * The `x-router-attempts` of our router in words: `openai;status=503;ms=12, groq;status=200;ms=340` becomes
 * `openai: 503, 12 ms → groq: 200, 340 ms`. Any other text stays what it is.
 */
export function attemptWords(text: string | undefined): string | undefined {
  return text
    ?.replace(/;(?:(status|code)|ms)=("[^"]*"|[^;,]*)/g, (_, isWord: string | undefined, value: string) =>
      isWord ? `; ${value.replaceAll('"', '')}` : `; ${value} ms`,
    )
    .split(/, (?=[^;]*;)/)
    .map((one) => one.replace('; ', ': ').replaceAll('; ', ', '))
    .join(' → ')
}
