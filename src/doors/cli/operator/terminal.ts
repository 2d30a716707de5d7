import { createInterface, type Interface } from 'node:readline/promises'

const BAR_WIDTH = 20

export const progressBar = (asked: number, answered: number): string => {
  const full = asked === 0 ? 0 : Math.round((answered / asked) * BAR_WIDTH)
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ${progressLine(asked, answered)}`
}

const progressLine = (asked: number, answered: number): string => `${answered} of ${asked} carriers answered`

/** Questions and progress go to standard error, so standard output holds only the result. */
export class Terminal {
  #reader: Interface | null = null
  #lines: AsyncIterator<string> | null = null
  #drawn = false

  async ask(question: string): Promise<string | null> {
    this.#reader ??= createInterface({ input: process.stdin, output: process.stderr })
    this.#lines ??= this.#reader[Symbol.asyncIterator]()
    this.#reader.setPrompt(`${question} `)
    this.#reader.prompt()
    const { value, done } = await this.#lines.next()
    if (done) console.error()
    return done ? null : value.trim()
  }

  async isYes(question: string): Promise<boolean> {
    return (await this.ask(`${question} Type yes to continue:`))?.toLowerCase() === 'yes'
  }

  say(text: string): void {
    console.error(text)
  }

  showProgress(asked: number, answered: number): void {
    this.#drawn = process.stderr.isTTY
    if (this.#drawn) process.stderr.write(`\r${progressBar(asked, answered)}`)
    else this.say(progressLine(asked, answered))
  }

  endProgress(): void {
    if (this.#drawn) process.stderr.write('\n')
    this.#drawn = false
  }

  close(): void {
    this.#reader?.close()
  }
}
