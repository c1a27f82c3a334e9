package io.cambric.optax;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import org.jspecify.annotations.Nullable;

/** The reduction of the losses of several examples or classes, such as their mean. */
@FunctionalInterface
public interface LossReduction {

  /**
   * The mean. Without any loss, the result is 0 unless an ignored loss is NaN, which must not be
   * hidden.
   */
  LossReduction MEAN =
      (losses, where) -> {
        var mean = Numpy.mean(losses, null, false, where);
        if (where == null) {
          return mean;
        }
        var empty = Lax.bitwiseAnd(Numpy.isnan(mean), Lax.not(Numpy.any(Numpy.isnan(losses))));
        return Numpy.where(empty, Numpy.zerosLike(mean), mean);
      };

  /** The sum. */
  LossReduction SUM = (losses, where) -> Numpy.sum(losses, null, false, where);

  /** No reduction: ignored losses are 0. */
  LossReduction NONE =
      (losses, where) ->
          where == null ? losses : Numpy.where(where, losses, Numpy.zerosLike(losses));

  /**
   * {@return the losses, reduced}
   *
   * @param where bool, the losses that count; {@code null} for all
   */
  Array reduce(Array losses, @Nullable Array where);
}
