package io.cambric.optax.microbatch;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of functions of a list of arguments, on microbatches. */
final class ListCalls {

  private ListCalls() {}

  /**
   * {@return the combined results for all microbatches}
   *
   * @param argnums the batch arguments
   */
  static <R> R microbatch(
      Fn<List<Object>, R> function,
      List<Object> arguments,
      List<Integer> argnums,
      int microbatchSize,
      MicrobatchOptions options) {
    int batchSize = -1;
    var split = new ArrayList<>(arguments);
    for (int i = 0; i < argnums.size(); i++) {
      batchSize = BatchAxis.size(argument(arguments, argnums.get(i)), options.axis(i), batchSize);
    }
    int microbatches = BatchAxis.count(batchSize, microbatchSize);
    for (int i = 0; i < argnums.size(); i++) {
      int place = argnums.get(i);
      split.set(place, BatchAxis.split(arguments.get(place), microbatchSize, options.axis(i)));
    }
    Fn<Array, R> ofIndex =
        index -> {
          var chosen = new ArrayList<>(split);
          for (int i = 0; i < argnums.size(); i++) {
            int place = argnums.get(i);
            chosen.set(place, BatchAxis.at(split.get(place), index, options.axis(i)));
          }
          return function.apply(chosen);
        };
    return Accumulation.run(ofIndex, microbatches, options);
  }

  private static Object argument(List<Object> arguments, int number) {
    if (number < 0 || number >= arguments.size()) {
      throw new HyperparameterException(
          "microbatch needs argument numbers from 0 to %d, but got %d. Count the arguments from 0."
              .formatted(arguments.size() - 1, number));
    }
    return arguments.get(number);
  }

  /**
   * {@return the results for all examples combined}
   *
   * @param microbatchSize examples that are mapped together, or {@code null} for all
   */
  static <R> R microVmap(
      Fn<List<Object>, R> function,
      List<Object> arguments,
      List<Integer> argnums,
      @Nullable Integer microbatchSize,
      MicrobatchOptions options) {
    var axes = new ArrayList<@Nullable Integer>();
    for (int i = 0; i < arguments.size(); i++) {
      int place = argnums.indexOf(i);
      axes.add(place < 0 ? null : options.axis(place));
    }
    Fn<List<Object>, R> combined =
        all ->
            Accumulation.aggregate(
                Transforms.vmap(function).inAxes(axes).apply(all), options.accumulator());
    return microbatchSize == null
        ? combined.apply(arguments)
        : microbatch(combined, arguments, argnums, microbatchSize, options);
  }

  /** {@return the arguments with an axis of size 1 after the batch axis of each batch argument} */
  static List<Object> withExampleAxis(List<Object> arguments, List<Integer> argnums) {
    var expanded = new ArrayList<>(arguments);
    for (int place : argnums) {
      expanded.set(
          place, Leaves.map(argument(arguments, place), leaf -> Numpy.expandDims(leaf, 1)));
    }
    return expanded;
  }
}
