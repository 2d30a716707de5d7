import { type Answer, call } from '../people/client.ts'
import { until } from '../runs/until.ts'

type Step = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  whileStatus: string[] | undefined
}

const REPEAT = /^# repeat while status is ([\w ]+)(?:, or waiting_on is email_proof)?\n/

const stepOf = (block: string): Step => {
  const whileStatus = REPEAT.exec(block)?.[1]?.split(' or ')
  const [head = '', ...rest] = block.replace(REPEAT, '').split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = '', url = ''] = first.split(' ')
  const headers = Object.fromEntries(
    lines.map(line => {
      const [name = '', value = ''] = line.split(/: (.*)/)
      return [name.toLowerCase(), value]
    }),
  )
  return { method, url, headers, body: rest.length > 0 ? rest.join('\n\n') : undefined, whileStatus }
}

/** The calls that a skill shows, in its order. */
const stepsOf = (skill: string): Step[] =>
  [...skill.matchAll(/```http\n([\s\S]*?)\n```/g)].map(([, block]) => stepOf(String(block)))

const valueAt = (answers: readonly Answer[], path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      answers.findLast(({ body }) => Object.hasOwn(body, path.split('.')[0] ?? ''))?.body,
    )

/**
 * Does what the document says and nothing else: `$name` is `name` of the latest answer that has it. Returns the answers;
 * a placeholder that nobody filled is an error.
 */
export const followSkill = async (skill: string, given: Record<string, string>): Promise<Answer[]> => {
  const answers: Answer[] = []
  const filled = (text: string): string =>
    text.replaceAll(/\$([A-Za-z_][\w.]*\w)/g, (_, name: string) => {
      const value = given[name] ?? valueAt(answers, name)
      if (typeof value !== 'string') throw new Error(`the skill never says where $${name} comes from`)
      return value
    })
  for (const { method, url, headers, body, whileStatus } of stepsOf(skill)) {
    const send = () =>
      call(filled(url), {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
        ...(body !== undefined && { body: filled(body) }),
      })
    const answer = whileStatus
      ? await until(async () => {
          const seen = await send()
          return whileStatus.includes(String(seen.body.status)) ? null : seen
        })
      : await send()
    answers.push(answer as Answer)
  }
  return answers
}
