/** Goes on at once with what is there, and waits only for what is not: a promise costs a request more than its work. */
export const after = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
