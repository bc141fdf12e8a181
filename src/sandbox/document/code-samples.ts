import type { Random } from '../seed.ts'

/** A short program; `write` inserts a number and a name, so that repeated samples differ. */
export interface CodeSample {
  /** The language tag of the code fence. */
  readonly fence: string
  readonly language: string
  write(number: number, name: string): string
}

const typescript: CodeSample = {
  fence: 'ts',
  language: 'TypeScript',
  write: (n, name) => `interface Tide {
  readonly station: string
  readonly height: number // metres
}

const high = ({ height }: Tide): boolean => height > ${n / 10}

export function highest(tides: readonly Tide[]): Tide | undefined {
  return tides.filter(high).toSorted((a, b) => b.height - a.height)[0]
}

highest([{ station: '${name}', height: ${(n + 3) / 10} }])`,
}

const python: CodeSample = {
  fence: 'python',
  language: 'Python',
  write: (n, name) => `from dataclasses import dataclass


@dataclass(frozen=True)
class Loaf:
    baker: str
    grams: int = ${n * 10}

    @property
    def slices(self) -> int:
        return self.grams // 40


for loaf in (Loaf("${name}"), Loaf("Jun", ${n * 12})):
    print(f"{loaf.baker}: {loaf.slices} slices")`,
}

const rust: CodeSample = {
  fence: 'rust',
  language: 'Rust',
  write: (n, name) => `/// The gain that brings a peak to the target, in decibels.
fn gain(peak: f32, target: f32) -> Option<f32> {
    (peak > 0.0).then(|| target - 20.0 * peak.log10())
}

fn main() {
    match gain(0.${n}, -12.0) {
        Some(db) => println!("${name}: {db:+.1} dB"),
        None => println!("nothing was recorded"),
    }
}`,
}

const go: CodeSample = {
  fence: 'go',
  language: 'Go',
  write: (n, name) => `package main

import (
	"fmt"
	"time"
)

// tick sends until the budget is spent.
func tick(out chan<- int) {
	defer close(out)
	for i := range ${n} {
		out <- i
		time.Sleep(time.Millisecond)
	}
}

func main() {
	out := make(chan int)
	go tick(out)
	for i := range out {
		fmt.Println("${name}", i)
	}
}`,
}

const java: CodeSample = {
  fence: 'java',
  language: 'Java',
  write: (n, name) => `record Bed(String owner, int rows) {
    Bed {
        if (rows < 1) throw new IllegalArgumentException("no rows");
    }

    int seeds() {
        return rows * ${n};
    }
}

class Garden {
    public static void main(String[] args) {
        var bed = new Bed("${name}", 4);
        System.out.printf("%s sows %d seeds%n", bed.owner(), bed.seeds());
    }
}`,
}

const c: CodeSample = {
  fence: 'c',
  language: 'C',
  write: (n, name) => `#include <stdint.h>
#include <stdio.h>

/* A clock that only goes forward. */
static uint32_t ticks = ${n};

static uint32_t next(void) {
    return ++ticks;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        printf("%s %u\\n", "${name}", (unsigned)next());
    }
    return 0;
}`,
}

const sql: CodeSample = {
  fence: 'sql',
  language: 'SQL',
  write: (n, name) => `-- The stations with the widest range last month.
SELECT s.name, max(r.height) - min(r.height) AS range_m
FROM readings AS r
JOIN stations AS s ON s.id = r.station_id
WHERE r.taken_at >= date('now', '-1 month')
  AND s.keeper <> '${name}'
GROUP BY s.name
HAVING count(*) > ${n}
ORDER BY range_m DESC
LIMIT 10;`,
}

const bash: CodeSample = {
  fence: 'bash',
  language: 'Bash',
  write: (n, name) => `#!/usr/bin/env bash
set -euo pipefail

# Keep the newest ${n} takes and say what went.
cd "\${1:-takes}"
ls -t -- *.wav | tail -n "+${n + 1}" | while read -r take; do
  echo "${name} puts away $take"
  mv -- "$take" "archive/$take"
done`,
}

const json: CodeSample = {
  fence: 'json',
  language: 'JSON',
  write: (n, name) => `{
  "keeper": "${name}",
  "station": { "id": ${n}, "open": true, "closed_since": null },
  "readings": [
    { "at": "2026-03-14T06:10:00Z", "height": ${n / 10} },
    { "at": "2026-03-14T12:22:00Z", "height": -0.4 }
  ]
}`,
}

const css: CodeSample = {
  fence: 'css',
  language: 'CSS',
  write: (n) => `@layer reading {
  article {
    max-inline-size: ${n + 20}ch;
    margin-inline: auto;
    font: 1rem / 1.6 var(--text, system-ui);
    text-wrap: pretty;
  }

  article :is(h2, h3) + p:first-letter {
    color: oklch(0.62 0.14 ${n * 3});
  }
}`,
}

const html: CodeSample = {
  fence: 'html',
  language: 'HTML',
  write: (n, name) => `<figure class="plate">
  <img src="/plates/${n}.webp" alt="A hand-drawn tide table" width="640" height="480">
  <figcaption>Drawn by <cite>${name}</cite>, sheet ${n}.</figcaption>
</figure>`,
}

const yaml: CodeSample = {
  fence: 'yaml',
  language: 'YAML',
  write: (n, name) => `session:
  engineer: ${name}
  sample_rate: 48000
  takes:
    - { number: ${n}, keep: true }
    - { number: ${n + 1}, keep: false, note: "a door" }`,
}

/** Programs in twelve languages. */
export const codeSamples: readonly CodeSample[] = [
  typescript,
  python,
  rust,
  go,
  java,
  c,
  sql,
  bash,
  json,
  css,
  html,
  yaml,
]

/** A fenced block of one sample. */
export function fenced(sample: CodeSample, random: Random): string {
  const name = random.pick(['Ada', 'Bela', 'Chidi', 'Dora', 'Emre', 'Fumi'])
  return `\`\`\`${sample.fence}\n${sample.write(11 + random.below(80), name)}\n\`\`\``
}
