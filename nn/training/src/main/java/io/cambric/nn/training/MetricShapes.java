package io.cambric.nn.training;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn2;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The structure of metrics, found by tracing the function that returns them. */
final class MetricShapes {

  private MetricShapes() {}

  /**
   * {@return metrics of no example, with the structure that a function of state and batch returns}
   */
  static <S, B> Metrics none(Fn2<S, B, Metrics> metrics, S state, B batch) {
    var structure = new AtomicReference<TreeDef>();
    var avals =
        (List<?>)
            Transforms.evalShape(
                (S s, B b) -> {
                  var tree = Trees.flatten(metrics.apply(s, b));
                  structure.set(tree.structure());
                  return tree.leaves();
                },
                state,
                batch);
    var zeros = Objects.requireNonNull(avals).stream().map(MetricShapes::zeros).toList();
    return (Metrics) Objects.requireNonNull(structure.get().unflatten(zeros));
  }

  private static Array zeros(Object aval) {
    var type = (ShapedArray) aval;
    return Numpy.zeros(type.shape(), type.dtype());
  }
}
