import { describe, expect, test } from 'vitest'
import { hostUrls } from './database.ts'

describe('a database URL', () => {
  test.each([
    ['postgresql://u:p@a:5432/n', ['postgresql://u:p@a:5432/n']],
    ['postgresql://u@/n?host=/run&port=5433', ['postgresql://u@/n?host=/run&port=5433']],
    [
      'postgres://u:p%2C1@a:5432,b:5433/n?target_session_attrs=read-write',
      ['postgres://u:p%2C1@a:5432/n', 'postgres://u:p%2C1@b:5433/n'],
    ],
    [
      'postgresql://u@a,b,c/n?target_session_attrs=primary&sslmode=require',
      [
        'postgresql://u@a/n?sslmode=require',
        'postgresql://u@b/n?sslmode=require',
        'postgresql://u@c/n?sslmode=require',
      ],
    ],
    [
      'postgresql://a,b?sslmode=require&target_session_attrs=any',
      ['postgresql://a?sslmode=require', 'postgresql://b?sslmode=require'],
    ],
  ])('%s names its servers one by one', (url, urls) => {
    expect(hostUrls(url)).toEqual(urls)
  })
})
