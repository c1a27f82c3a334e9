package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Primitive;
import java.util.Arrays;
import java.util.List;

/**
 * Tangents of running reductions other than sums, by an associative scan over pairs of a value and
 * its tangent. The scan combines neighbours, scans half as many pairs, and fills in the results
 * between them.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.associative_scan.html">lax.associative_scan</a>
 */
final class ScanTangent {

  private final Primitive combine;
  private final int axis;

  private ScanTangent(Primitive combine, int axis) {
    this.combine = combine;
    this.axis = axis;
  }

  private record Pair(Array value, Array tangent) {}

  static Array of(Primitive combine, Array x, Array tangent, int axis, boolean reverse) {
    var along = Axes.of(axis);
    var scan = new ScanTangent(combine, axis);
    if (!reverse) {
      return scan.scan(new Pair(x, tangent)).tangent();
    }
    var reversed = new Pair(ShapeOps.rev(x, along), ShapeOps.rev(tangent, along));
    return ShapeOps.rev(scan.scan(reversed).tangent(), along);
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
        ShapeOps.sliceInDim(pair.value(), from, to, step, axis),
        ShapeOps.sliceInDim(pair.tangent(), from, to, step, axis));
  }

  private Array interleave(Array first, Array even, Array odd, int length) {
    var all = ShapeOps.concatenate(List.of(first, even), axis);
    return BinaryOps.add(spread(all, 0, length), spread(odd, 1, length));
  }

  /** {@return x with a 0 between neighbours, from {@code low} on} */
  private Array spread(Array x, int low, int length) {
    int rank = x.rank();
    int size = x.shape().dim(axis);
    int covered = low + Math.max(0, 2 * size - 1);
    return ShapeOps.pad(
        x, ShapeOps.fullLike(x, 0), only(rank, low), only(rank, length - covered), only(rank, 1));
  }

  private Axes only(int rank, int value) {
    int[] all = new int[rank];
    all[axis] = value;
    return Axes.of(all);
  }

  private Pair combine(Pair a, Pair b) {
    var out = combine.jvp(List.of(a.value(), b.value()), Arrays.asList(a.tangent(), b.tangent()));
    var value = out.primals().getFirst();
    return new Pair(value, Tangents.instantiate(out.tangents().getFirst(), value.aval()));
  }
}
