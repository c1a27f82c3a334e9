package io.cambric.lax;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import java.util.List;

/**
 * Tangents of running products, extremes and log-sum-exps, by an associative scan over pairs of a
 * value and its tangent: neighbours are combined, the half as many pairs scanned, and the ones
 * between filled in.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.associative_scan.html">lax.associative_scan</a>
 */
final class ScanTangent {

  private final CumulativeKind kind;
  private final int axis;

  private ScanTangent(CumulativeKind kind, int axis) {
    this.kind = kind;
    this.axis = axis;
  }

  private record Pair(Array value, Array tangent) {}

  static Array of(CumulativeKind kind, Array x, Array tangent, int axis, boolean reverse) {
    var along = Axes.of(axis);
    var scan = new ScanTangent(kind, axis);
    if (!reverse) {
      return scan.scan(new Pair(x, tangent)).tangent();
    }
    var reversed = new Pair(Lax.rev(x, along), Lax.rev(tangent, along));
    return Lax.rev(scan.scan(reversed).tangent(), along);
  }

  private Pair scan(Pair pair) {
    int length = pair.value().shape().dim(axis);
    if (length < 2) {
      return pair;
    }
    var reduced = combine(part(pair, 0, length - 1, 2), part(pair, 1, length, 2));
    var odd = scan(reduced);
    int odds = odd.value().shape().dim(axis);
    var even = combine(length % 2 == 0 ? part(odd, 0, odds - 1, 1) : odd, part(pair, 2, length, 2));
    var first = part(pair, 0, 1, 1);
    return new Pair(
        interleave(first.value(), even.value(), odd.value(), length),
        interleave(first.tangent(), even.tangent(), odd.tangent(), length));
  }

  private Pair part(Pair pair, int from, int to, int step) {
    return new Pair(
        Lax.sliceInDim(pair.value(), from, to, step, axis),
        Lax.sliceInDim(pair.tangent(), from, to, step, axis));
  }

  private Array interleave(Array first, Array even, Array odd, int length) {
    var all = Lax.concatenate(List.of(first, even), axis);
    return Lax.add(spread(all, 0, length), spread(odd, 1, length));
  }

  /** {@return x with a 0 between neighbours, from {@code low} on} */
  private Array spread(Array x, int low, int length) {
    int rank = x.rank();
    int size = x.shape().dim(axis);
    int covered = low + Math.max(0, 2 * size - 1);
    return Lax.pad(
        x, Lax.fullLike(x, 0), only(rank, low), only(rank, length - covered), only(rank, 1));
  }

  private Axes only(int rank, int value) {
    int[] all = new int[rank];
    all[axis] = value;
    return Axes.of(all);
  }

  private Pair combine(Pair a, Pair b) {
    return switch (kind) {
      case SUM -> new Pair(Lax.add(a.value, b.value), Lax.add(a.tangent, b.tangent));
      case PROD ->
          new Pair(
              Lax.mul(a.value, b.value),
              Lax.add(Lax.mul(a.tangent, b.value), Lax.mul(a.value, b.tangent)));
      case MAX -> extreme(a, b, Lax.max(a.value, b.value));
      case MIN -> extreme(a, b, Lax.min(a.value, b.value));
      case LOG_SUM_EXP -> logSumExp(a, b);
    };
  }

  private static Pair extreme(Pair a, Pair b, Array result) {
    return new Pair(
        result,
        Lax.add(
            Extremum.share(a.tangent, a.value, b.value, result),
            Extremum.share(b.tangent, b.value, a.value, result)));
  }

  private static Pair logSumExp(Pair a, Pair b) {
    var max = Lax.max(a.value, b.value);
    var difference = Lax.sub(a.value, b.value);
    var smooth = Lax.add(max, Lax.log1p(Lax.exp(Lax.neg(Lax.abs(difference)))));
    // inf - inf and -inf - -inf have no difference.
    var result = Lax.select(Lax.ne(difference, difference), Lax.add(a.value, b.value), smooth);
    return new Pair(
        result,
        Lax.add(
            Lax.mul(a.tangent, Lax.exp(Lax.sub(finite(a.value), finite(result)))),
            Lax.mul(b.tangent, Lax.exp(Lax.sub(finite(b.value), finite(result))))));
  }

  /** {@return x with 0 in place of infinity} */
  private static Array finite(Array x) {
    return Lax.select(Lax.eq(x, Lax.fullLike(x, Double.POSITIVE_INFINITY)), Lax.fullLike(x, 0), x);
  }
}
