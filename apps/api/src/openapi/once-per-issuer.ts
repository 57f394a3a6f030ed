/**
 * Returns a function that does some work once per issuer. A failed attempt is not kept. A process has one issuer, but that
 * of tests starts many servers, which mostly have the same.
 */
export function oncePerIssuer<T>(
  work: (issuer: string) => Promise<T>,
): (issuer: string) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (issuer) => {
    const known = results.get(issuer);
    if (known !== undefined) return known;
    const result = work(issuer);
    results.set(issuer, result);
    result.catch(() => results.delete(issuer));
    return result;
  };
}
