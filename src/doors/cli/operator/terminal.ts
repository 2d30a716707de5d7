import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { SECOND } from '../../../platform/lib/clock.ts'

const BAR_WIDTH = 20
const NEW_LINE = '\r\u001B[K'

const progressLine = (asked: number, answered: number): string => `${answered} of ${asked} carriers answered`

export const progressBar = (asked: number, answered: number): string => {
  const full = asked === 0 ? 0 : Math.round((answered / asked) * BAR_WIDTH)
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ${progressLine(asked, answered)}`
}

/** Questions and progress go to standard error, so standard output holds only the result. */
export class Terminal {
  readonly isForPeople = process.stdin.isTTY === true && process.stderr.isTTY === true
  #reader: Interface | null = null
  #lines: AsyncIterator<string> | null = null
  #hidden = false
  #waiting: { words: string; since: number; timer: NodeJS.Timeout } | null = null

  async ask(question: string, { hidden = false } = {}): Promise<string | null> {
    this.endProgress()
    this.#reader ??= createInterface({
      input: process.stdin,
      output: new Writable({
        write: (chunk, _, done) => {
          if (!this.#hidden) process.stderr.write(chunk)
          done()
        },
      }),
      terminal: this.isForPeople,
    })
    this.#lines ??= this.#reader[Symbol.asyncIterator]()
    this.#reader.setPrompt(`${question} `)
    this.#reader.prompt()
    this.#hidden = hidden
    const { value, done } = await this.#lines.next()
    this.#hidden = false
    if (done || hidden) console.error()
    return done ? null : value.trim()
  }

  async isYes(question: string): Promise<boolean> {
    return (await this.ask(`${question} Type yes to continue:`))?.toLowerCase() === 'yes'
  }

  say(text: string): void {
    this.endProgress()
    console.error(text)
  }

  showProgress(asked: number, answered: number): void {
    if (process.stderr.isTTY) this.wait(progressBar(asked, answered))
    else this.say(progressLine(asked, answered))
  }

  /** On a terminal, one line that counts the seconds until something else is said. */
  wait(words: string): void {
    if (!process.stderr.isTTY) return
    this.#waiting ??= { words, since: performance.now(), timer: setInterval(() => this.#draw(), SECOND) }
    this.#waiting.words = words
    this.#draw()
  }

  #draw(): void {
    if (!this.#waiting) return
    const { words, since } = this.#waiting
    process.stderr.write(`${NEW_LINE}${words} (${Math.round((performance.now() - since) / SECOND)} s)`)
  }

  endProgress(): void {
    if (!this.#waiting) return
    clearInterval(this.#waiting.timer)
    this.#waiting = null
    process.stderr.write('\n')
  }

  close(): void {
    this.endProgress()
    this.#reader?.close()
  }
}
