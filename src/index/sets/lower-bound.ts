/** The index of the first element from `first` to `end` that is not below `value`; `end` where all are. */
export function lowerBound(
  ascending: Uint32Array | Float64Array,
  value: number,
  first = 0,
  end = ascending.length,
): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
