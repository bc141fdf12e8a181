import type { Random } from '../seeded-random.ts'

/** A short program; `write` inserts a number, so that repeated samples differ. */
interface CodeSample {
  readonly fence: string
  readonly language: string
  write(number: number): string
}

export const codeSamples: readonly CodeSample[] = [
  {
    fence: 'ts',
    language: 'TypeScript',
    write: (n) => `const reply = await fetch(\`\${base}/responses\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'sandbox', input: 'Count to ${n}.', stream: true }),
})
for await (const chunk of reply.body ?? []) process.stdout.write(chunk) // server-sent events`,
  },
  {
    fence: 'python',
    language: 'Python',
    write: (n) => `from openai import OpenAI

client = OpenAI()  # OPENAI_BASE_URL and OPENAI_API_KEY

with client.responses.stream(model="sandbox", input="Count to ${n}.") as stream:
    for event in stream:
        if event.type == "response.output_text.delta":
            print(event.delta, end="", flush=True)`,
  },
  {
    fence: 'bash',
    language: 'Bash',
    write: (n) => `curl --no-buffer "$OPENAI_BASE_URL/responses" \\
  --header "Authorization: Bearer $OPENAI_API_KEY" \\
  --json '{ "model": "sandbox", "input": "Count to ${n}.", "stream": true }'`,
  },
  {
    fence: 'json',
    language: 'JSON',
    write: (n) => `{
  "object": "response",
  "status": "completed",
  "output": [{ "type": "message", "role": "assistant" }],
  "usage": { "input_tokens": ${n}, "output_tokens": ${n * 12}, "estimated": true }
}`,
  },
  {
    fence: 'html',
    language: 'HTML',
    write: (n) => `<form action="/v1/images/generations" method="post">
  <label>Prompt <input name="prompt" value="${n} boats at dusk" required></label>
  <button>Generate</button>
</form>`,
  },
]

export const fenced = ({ fence, write }: CodeSample, random: Random): string =>
  `\`\`\`${fence}\n${write(11 + random.below(900))}\n\`\`\``
