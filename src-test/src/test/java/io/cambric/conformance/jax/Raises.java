package io.cambric.conformance.jax;

import io.cambric.conformance.python.TypeRefusal;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DTypeException;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.DonatedArrayException;
import io.cambric.errors.EscapedTracerException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TraceException;
import io.cambric.errors.TreeStructureException;
import java.util.List;
import java.util.Set;

/**
 * The exceptions of Cambric for the classes of error in {@code raises}.
 *
 * <p>{@link TypeRefusal} stands where Java's types refuse the program: it would not compile.
 */
final class Raises {

  /**
   * A row of the table.
   *
   * @param words what {@code raises} says; the first row of which one is in it counts
   * @param exceptions of which a program has to throw one
   */
  private record Row(List<String> words, Set<Class<? extends RuntimeException>> exceptions) {

    @SafeVarargs
    static Row of(List<String> words, Class<? extends RuntimeException>... exceptions) {
      return new Row(words, Set.of(exceptions));
    }
  }

  private static final List<Row> ROWS =
      List.of(
          Row.of(
              List.of(
                  "output is not a scalar array",
                  "must return a pair",
                  "arrays are immutable",
                  "no rule defined",
                  "arithmetic on a random key",
                  "argnums out of range"),
              TypeRefusal.class),
          Row.of(
              List.of("non-array return", "non-array argument"),
              TypeRefusal.class,
              TreeStructureException.class),
          Row.of(List.of("unexpected tracer"), EscapedTracerException.class),
          Row.of(List.of("donated"), DonatedArrayException.class),
          Row.of(
              List.of("concretization", "array conversion", "non-concrete"),
              ConcretizationException.class),
          Row.of(List.of("reverse mode through", "forward mode on"), MissingRuleException.class),
          Row.of(List.of("function is not linear"), DifferentiationException.class),
          Row.of(
              List.of("not implemented"),
              MissingRuleException.class,
              DifferentiationException.class),
          Row.of(
              List.of(
                  "gradient needs",
                  "gradient with respect to",
                  "integer input",
                  "integer output",
                  "boolean input"),
              DifferentiationException.class),
          Row.of(
              List.of(
                  "tree structure",
                  "wrong structure",
                  "branch output",
                  "not a prefix of",
                  "body output type differs"),
              TreeStructureException.class,
              ShapeException.class,
              DTypeException.class),
          Row.of(
              List.of("equal dtypes", "tangent dtype", "index must be", "carry types differ"),
              DTypeException.class),
          Row.of(List.of("must be a boolean scalar"), DTypeException.class, ShapeException.class),
          Row.of(
              List.of("axis name", "permutation must", "source or destination"),
              TraceException.class,
              ShapeException.class,
              HyperparameterException.class),
          Row.of(
              List.of(
                  "shape",
                  "dimension",
                  "axis",
                  "axes",
                  "size",
                  "length",
                  "indices",
                  "index",
                  "beyond the operand",
                  "truth value",
                  "empty sequence",
                  "features",
                  "ranks",
                  "mapped input",
                  "batched but",
                  "matrix must be square",
                  "scalar",
                  "no branches",
                  "larger than",
                  "take one key"),
              ShapeException.class));

  private Raises() {}

  /**
   * {@return the exceptions of which a program has to throw one}
   *
   * @throws IllegalArgumentException if the table has no row for the text
   */
  static Set<Class<? extends RuntimeException>> expected(String raises) {
    return ROWS.stream()
        .filter(row -> row.words().stream().anyMatch(raises::contains))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no exception is known for: " + raises))
        .exceptions();
  }

  /** {@return whether an exception is one of those that a text of {@code raises} calls for} */
  static boolean fits(RuntimeException thrown, String raises) {
    return expected(raises).stream().anyMatch(type -> type.isInstance(thrown));
  }
}
