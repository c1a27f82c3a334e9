package io.cambric.nn.jaxutils;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;

/**
 * A scan over any axes: nested scans over arrays whose scanned axes are moved to the front.
 *
 * @param axis the scanned axes, the outermost loop first
 * @param unroll iterations that are compiled as one, for the last of these axes
 * @param keepDims whether the body sees scanned axes with size 1
 */
record ScanInDim(Axes axis, Axes unroll, boolean keepDims) {

  ScanInDim {
    if (axis.size() == 0 || unroll.size() > axis.size()) {
      throw new HyperparameterException(
          "scanInDim needs at least one axis and at most as many unroll numbers, but got axes %s and unroll %s."
              .formatted(axis, unroll));
    }
  }

  <C, X, Y> Carry<C, Y> run(Fn2<C, X, Carry<C, Y>> body, C init, X xs) {
    Fn2<C, X, Carry<C, Y>> inner = keepDims ? keepingDims(body) : body;
    var run = nested(inner, init, Trees.<X, Array>map(xs, this::toFront), 0);
    return new Carry<>(run.carry(), Trees.<Y, Array>map(run.output(), this::fromFront));
  }

  private <C, X, Y> Carry<C, Y> nested(Fn2<C, X, Carry<C, Y>> body, C init, X xs, int depth) {
    int given = depth - (axis.size() - unroll.size());
    int iterations = given < 0 ? 1 : unroll.get(given);
    Fn2<C, X, Carry<C, Y>> step =
        depth == axis.size() - 1 ? body : (carry, x) -> nested(body, carry, x, depth + 1);
    return Transforms.scan(step, init, xs, ScanOptions.DEFAULT.withUnroll(iterations));
  }

  private <C, X, Y> Fn2<C, X, Carry<C, Y>> keepingDims(Fn2<C, X, Carry<C, Y>> body) {
    var leading = Axes.range(0, axis.size());
    return (carry, x) -> {
      var kept = Trees.<X, Array>map(x, each -> fromFront(Lax.expandDims(each, leading)));
      var step = body.apply(carry, kept);
      Y output = Trees.<Y, Array>map(step.output(), each -> Lax.squeeze(toFront(each), leading));
      return new Carry<>(step.carry(), output);
    };
  }

  private Array toFront(Array x) {
    return Lax.transpose(x, order(x));
  }

  private Array fromFront(Array x) {
    return Lax.transpose(x, order(x).inverse());
  }

  private Axes order(Array x) {
    var ascending = axis.normalized(x.rank(), "scanInDim");
    var scanned = new int[axis.size()];
    for (int i = 0; i < scanned.length; i++) {
      scanned[i] = Axes.normalize(axis.get(i), x.rank(), "scanInDim");
    }
    return Axes.of(scanned).concat(ascending.complement(x.rank()));
  }
}
