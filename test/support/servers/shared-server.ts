import { inject } from 'vitest'

const known = new Map<string, Promise<string>>()

const ask = async (name: string): Promise<string> => {
  const answer = await fetch(`${inject('sharedServers')}/${name}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

/** Where the server is that all files of a run share. It starts when the first one asks. */
export const sharedServer = (name: 'database' | 'prism' | 'tools'): Promise<string> => {
  const asked = known.get(name) ?? ask(name)
  known.set(name, asked)
  return asked
}
