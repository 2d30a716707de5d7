import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { type Language, language, speaking } from './language.ts'

describe('the language', () => {
  test('is that of the page or email that speaks, across awaits and failures, and English everywhere else', async () => {
    const heard: [Language, Language][] = []
    const speaker = (spoken: Language) =>
      speaking(spoken, async () => {
        for (let times = 0; times < 5; times++) {
          await setImmediate()
          expect(() =>
            speaking('en', () => {
              throw new Error(language())
            }),
          ).toThrow('en')
          heard.push([spoken, language()])
        }
        if (spoken === 'es') throw new Error('failed')
      }).catch(() => undefined)
    const listener = async () => {
      for (let times = 0; times < 20; times++) {
        await setImmediate()
        heard.push(['en', language()])
      }
    }
    await Promise.all([speaker('es'), listener(), speaker('en'), speaker('es')])
    expect(heard).toHaveLength(35)
    for (const [spoken, said] of heard) expect(said).toBe(spoken)
  })

  test('costs nothing once nobody speaks', async () => {
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
    await Promise.all([
      speaking('es', () => setImmediate()),
      speaking('es', async () => {
        speaking('en', () => language())
        expect(disable).not.toHaveBeenCalled()
      }),
    ])
    expect(disable).toHaveBeenCalledOnce()
  })
})
