package io.cambric.optax.microbatch;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.lax.Lax;
import io.cambric.optax.base.Leaves;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.TreeDef;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sequence of microbatches as one loop, with the states of all accumulators. */
final class Accumulation {

  private final List<Accumulator<Object>> accumulators = new ArrayList<>();

  /**
   * The accumulators of a result.
   *
   * @param tree a prefix of the result
   */
  private Accumulation(Object tree, TreeDef structure, int microbatches) {
    for (var each : PrefixSpread.of("The accumulator of microbatch", tree, structure)) {
      accumulators.add(accumulator(each, microbatches));
    }
  }

  @SuppressWarnings("unchecked") // each accumulator gets the states that it made
  private static Accumulator<Object> accumulator(@Nullable Object given, int microbatches) {
    if (given instanceof AccumulationType type) {
      return (Accumulator<Object>) (Accumulator<?>) type.accumulator(microbatches);
    }
    if (given instanceof Accumulator<?> accumulator) {
      return (Accumulator<Object>) accumulator;
    }
    throw new TreeStructureException(
        "microbatch needs an accumulator for each array, but one is %s. Pass an AccumulationType or an Accumulator."
            .formatted(given));
  }

  /**
   * {@return the combined results of all microbatches}
   *
   * @param function from the index of a microbatch to its result
   * @param microbatches number of microbatches
   */
  @SuppressWarnings(
      "unchecked") // the result is rebuilt with the structure of the result of the function
  static <R> R run(Fn<Array, R> function, int microbatches, MicrobatchOptions options) {
    var structures = new ArrayList<TreeDef>();
    Fn<Array, List<Object>> leaves =
        index -> {
          var flat = Trees.flatten(function.apply(index));
          structures.add(flat.structure());
          return flat.leaves();
        };
    var avals =
        (List<?>)
            Objects.requireNonNull(
                Transforms.evalShape(leaves, new ShapedArray(Shape.scalar(), DType.I32)));
    var structure = structures.getFirst();
    var all = new Accumulation(options.accumulator(), structure, microbatches);
    var real = options.numRealMicrobatches();
    var init = all.init(avals);
    var states =
        real == null
            ? Transforms.foriLoop(
                0, microbatches, (i, state) -> all.update(state, leaves.apply(i), i), init)
            : Transforms.foriLoop(
                Lax.fullLike(real, 0),
                real,
                (i, state) -> all.update(state, leaves.apply(i), i),
                init);
    return (R) Objects.requireNonNull(structure.unflatten(all.results(states)));
  }

  /** {@return the results for the examples of a microbatch combined} */
  @SuppressWarnings("unchecked") // likewise
  static <R> R aggregate(R values, Object tree) {
    var flat = Trees.flatten(values);
    int examples = Leaves.of(values).stream().mapToInt(leaf -> leaf.dim(0)).findFirst().orElse(1);
    var all = new Accumulation(tree, flat.structure(), examples);
    var combined = new ArrayList<Object>();
    for (int i = 0; i < flat.leaves().size(); i++) {
      combined.add(all.accumulators.get(i).aggregate((Array) flat.leaves().get(i)));
    }
    return (R) Objects.requireNonNull(flat.structure().unflatten(combined));
  }

  private List<Object> init(List<?> avals) {
    var states = new ArrayList<Object>();
    for (int i = 0; i < accumulators.size(); i++) {
      states.add(accumulators.get(i).init(Lax.zeros(((ShapedArray) avals.get(i)).strong())));
    }
    return states;
  }

  private List<Object> update(List<Object> states, List<Object> values, Array index) {
    var updated = new ArrayList<Object>();
    for (int i = 0; i < accumulators.size(); i++) {
      updated.add(accumulators.get(i).update(states.get(i), (Array) values.get(i), index));
    }
    return updated;
  }

  private List<Object> results(List<Object> states) {
    var results = new ArrayList<Object>();
    for (int i = 0; i < accumulators.size(); i++) {
      results.add(accumulators.get(i).result(states.get(i)));
    }
    return results;
  }
}
