package io.cambric.transform;

import io.cambric.control.DebugCallback;
import io.cambric.core.FiniteTrace;
import io.cambric.core.FiniteTrace.Kind;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.NonFiniteException;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.OutsideIndex;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Inspection of programs: printing of values inside transformed functions, callbacks on them, and
 * the search for the operation that produced the first NaN.
 *
 * {@snippet :
 * var step = jit(x -> {
 *   Debug.print("mean of the activations {}", x.mean());
 *   return x.div(x.sum());
 * });
 * var y = Debug.nans(() -> step.apply(batch));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/debugging/index.html">Debugging in JAX</a>
 */
public final class Debug {

  private static final String PLACEHOLDER = "{}";

  private Debug() {}

  /**
   * Prints a line on standard output each time the program reaches the call; see {@link #callback}.
   *
   * @param format the line, with <code>{}</code> at the position of each value
   * @param values a pytree for each <code>{}</code>; an array appears as its elements
   * @throws HyperparameterException if the number of values differs from the number of placeholders
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.debug.print.html">jax.debug.print</a>
   */
  public static void print(String format, @Nullable Object... values) {
    int places = places(format);
    if (places != values.length) {
      throw new HyperparameterException(
          "Debug.print needs one value for each {}, but \"%s\" has %d and got %d values. Add or remove one."
              .formatted(format, places, values.length));
    }
    Consumer<List<@Nullable Object>> printer = arrived -> System.out.println(fill(format, arrived));
    call("print", printer, Arrays.asList(values.clone()));
  }

  private static int places(String format) {
    return (format.length() - format.replace(PLACEHOLDER, "").length()) / PLACEHOLDER.length();
  }

  private static String fill(String format, List<@Nullable Object> values) {
    var text = new StringBuilder();
    int from = 0;
    for (var value : values) {
      int place = format.indexOf(PLACEHOLDER, from);
      text.append(format, from, place)
          .append(value instanceof NdArray array ? array.valuesText() : value);
      from = place + PLACEHOLDER.length();
    }
    return text.append(format.substring(from)).toString();
  }

  /**
   * Hands values to a consumer at each run of the program.
   *
   * <p>In {@code jit}, {@code scan}, {@code whileLoop} and {@code cond}, the consumer is called
   * when the program runs, in the order of the program. A call is never dropped, merged or moved
   * past another call. Differentiation passes the values of the forward pass once. Under {@code
   * vmap}, the consumer is called for each lane, in order. If the lanes of a {@code cond} or a
   * {@code whileLoop} differ, all branches and iterations run and call the consumer for all lanes.
   * A function that is only traced, for example by {@code makeJaxpr}, does not call the consumer.
   *
   * @param consumer must not change its argument
   * @param value any pytree; its arrays arrive with their values
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.debug.callback.html">jax.debug.callback</a>
   */
  public static <A extends @Nullable Object> void callback(Consumer<A> consumer, A value) {
    call(FunctionNames.of(consumer), consumer, value);
  }

  private static <A extends @Nullable Object> void call(
      String name, Consumer<A> consumer, A value) {
    var tree = ArrayTree.of(value);
    var structure = tree.structure();
    Trace.bind(
        new DebugCallback(name, arrived -> consumer.accept(structure.<A>build(arrived))),
        tree.arrays());
  }

  /**
   * {@return the result of the body, if no operation in it gives NaN}
   *
   * <p>An eager operation is checked at once. A program of {@code jit}, a loop or a branch is
   * checked by its results. If a result has a NaN, the program runs once more, equation by
   * equation, without its callbacks. The exception names the first equation that gave a NaN, its
   * line, and the iteration of the enclosing loop. Call this method around transformed functions,
   * not inside them. {@code -Dcambric.debug=nans} does the same for a whole process. Donated
   * arguments are kept during the check, since the program may run again.
   *
   * @throws NonFiniteException with the operation, shapes, line, and the operands that already had
   *     a NaN
   * @see <a href="https://docs.jax.dev/en/latest/debugging/flags.html">jax_debug_nans</a>
   */
  public static <R extends @Nullable Object> R nans(Supplier<R> body) {
    return FiniteTrace.run(EnumSet.of(Kind.NAN), body);
  }

  /** Runs the body like {@link #nans(Supplier)}. */
  public static void nans(Runnable body) {
    run(EnumSet.of(Kind.NAN), body);
  }

  /**
   * {@return an index in an argument that is out of bounds for the axis that a function indexes
   * with it}
   *
   * <p>With such an index, {@code take} and {@code takeAlongAxis} give NaN. Examples are a token
   * beyond the table of an embedding, and a label beyond the classes of a cross entropy. The
   * function is traced, and only its integer arithmetic is computed. Indices that depend on
   * floating arrays, and indices in loops and branches, are therefore not checked.
   *
   * @param argument the argument of the function, a pytree of arrays
   * @see <a
   *     href="https://docs.jax.dev/en/latest/debugging/checkify_guide.html">jax.experimental.checkify,
   *     index_checks</a>
   */
  public static <A extends @Nullable Object> Optional<OutsideIndex> outsideIndex(
      Fn<A, ?> function, A argument) {
    return ArgumentIndices.search(function, argument);
  }

  /**
   * {@return the result of the body, if no operation in it gives an infinity}
   *
   * <p>Otherwise the check is the same as in {@link #nans(Supplier)}. It also finds intended
   * infinities: masks, and identities of max and min.
   *
   * @throws NonFiniteException with the operation, shapes, line, and the operands that already had
   *     an infinity
   */
  public static <R extends @Nullable Object> R infs(Supplier<R> body) {
    return FiniteTrace.run(EnumSet.of(Kind.INFINITY), body);
  }

  /** Runs the body like {@link #infs(Supplier)}. */
  public static void infs(Runnable body) {
    run(EnumSet.of(Kind.INFINITY), body);
  }

  private static void run(Set<Kind> kinds, Runnable body) {
    FiniteTrace.run(
        kinds,
        () -> {
          body.run();
          return true;
        });
  }
}
