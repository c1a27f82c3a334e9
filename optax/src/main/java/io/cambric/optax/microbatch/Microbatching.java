package io.cambric.optax.microbatch;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Leaves;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.result.ValueAndGrad;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates functions of a batch on one microbatch after another.
 *
 * <p>Memory is therefore needed for one microbatch only.
 *
 * {@snippet :
 * var grads = Microbatching.microbatch(grad(loss), List.of(1), 32);   // loss(params, batch), a sum
 * Params sum = grads.apply(params, batch);
 * }
 *
 * @see <a
 *     href="https://optax.readthedocs.io/en/latest/api/microbatching.html">optax.microbatching</a>
 */
public final class Microbatching {

  private Microbatching() {}

  /** {@return the sum of a function over microbatches} */
  public static <A, R> Fn<A, R> microbatch(Fn<A, R> function, int microbatchSize) {
    return microbatch(function, microbatchSize, MicrobatchOptions.SUM);
  }

  /**
   * {@return the combined results of a function over microbatches}
   *
   * @param function of a batch
   * @param microbatchSize examples in a microbatch, a divisor of the size of the batch
   */
  public static <A, R> Fn<A, R> microbatch(
      Fn<A, R> function, int microbatchSize, MicrobatchOptions options) {
    return first ->
        ListCalls.microbatch(ofList(function), list(first), List.of(0), microbatchSize, options);
  }

  /** {@return the sum of a function over microbatches of some arguments} */
  public static <A, B, R> Fn2<A, B, R> microbatch(
      Fn2<A, B, R> function, List<Integer> argnums, int microbatchSize) {
    return microbatch(function, argnums, microbatchSize, MicrobatchOptions.SUM);
  }

  /**
   * {@return the combined results of a function over microbatches of some arguments}
   *
   * @param argnums the numbers of the arguments that are batches, from 0
   * @param microbatchSize examples in a microbatch, a divisor of the size of the batch
   */
  public static <A, B, R> Fn2<A, B, R> microbatch(
      Fn2<A, B, R> function, List<Integer> argnums, int microbatchSize, MicrobatchOptions options) {
    return (first, second) ->
        ListCalls.microbatch(
            ofList(function), list(first, second), argnums, microbatchSize, options);
  }

  /** {@return the sum of a function over microbatches of some arguments} */
  public static <A, B, C, R> Fn3<A, B, C, R> microbatch(
      Fn3<A, B, C, R> function, List<Integer> argnums, int microbatchSize) {
    return microbatch(function, argnums, microbatchSize, MicrobatchOptions.SUM);
  }

  /** {@return the combined results of a function over microbatches of some arguments} */
  public static <A, B, C, R> Fn3<A, B, C, R> microbatch(
      Fn3<A, B, C, R> function,
      List<Integer> argnums,
      int microbatchSize,
      MicrobatchOptions options) {
    return (first, second, third) ->
        ListCalls.microbatch(
            ofList(function), list(first, second, third), argnums, microbatchSize, options);
  }

  /**
   * {@return a function of one example as a function of a batch, with combined results}
   *
   * @param microbatchSize examples that are mapped together, or {@code null} for all
   * @param options by default results are concatenated
   */
  public static <A, R> Fn<A, R> microVmap(
      Fn<A, R> function, @Nullable Integer microbatchSize, MicrobatchOptions options) {
    return first ->
        ListCalls.microVmap(ofList(function), list(first), List.of(0), microbatchSize, options);
  }

  /** {@return a function of one example as a function of a batch, with concatenated results} */
  public static <A, R> Fn<A, R> microVmap(Fn<A, R> function, @Nullable Integer microbatchSize) {
    return microVmap(function, microbatchSize, MicrobatchOptions.CONCAT);
  }

  /**
   * {@return a function of one example as a function of a batch, with combined results}
   *
   * @param argnums the numbers of the arguments that are batches, from 0; the others are shared
   * @param microbatchSize examples that are mapped together, or {@code null} for all
   * @param options by default results are concatenated
   */
  public static <A, B, R> Fn2<A, B, R> microVmap(
      Fn2<A, B, R> function,
      List<Integer> argnums,
      @Nullable Integer microbatchSize,
      MicrobatchOptions options) {
    return (first, second) ->
        ListCalls.microVmap(
            ofList(function), list(first, second), argnums, microbatchSize, options);
  }

  /** {@return a function of one example as a function of a batch, with combined results} */
  public static <A, B, C, R> Fn3<A, B, C, R> microVmap(
      Fn3<A, B, C, R> function,
      List<Integer> argnums,
      @Nullable Integer microbatchSize,
      MicrobatchOptions options) {
    return (first, second, third) ->
        ListCalls.microVmap(
            ofList(function), list(first, second, third), argnums, microbatchSize, options);
  }

  /** {@return the sum of the gradients of single examples in the first argument} */
  public static <A, B> Fn2<A, B, MicroGrads<A>> microGrad(Fn2<A, B, Array> function) {
    return microGrad(function, options -> options);
  }

  /**
   * {@return the gradients of single examples in the first argument, transformed and combined}
   *
   * {@snippet :
   * var clipped = Microbatching.microGrad(loss, o -> o.withTransform(Clipping::toUnitNorm));
   * Params sum = clipped.apply(params, batch).grads();
   * }
   *
   * @param function from parameters and a batch to a scalar. It receives batches of one example
   */
  public static <A, B, G> Fn2<A, B, MicroGrads<G>> microGrad(
      Fn2<A, B, Array> function, Function<MicroGradOptions<A, A>, MicroGradOptions<A, G>> options) {
    var chosen = options.apply(MicroGradOptions.defaults());
    var gradient = Transforms.valueAndGrad(function);
    Fn<List<Object>, List<@Nullable Object>> single =
        all -> individual(ofList((Fn2<A, B, ValueAndGrad<A>>) gradient::apply).apply(all), chosen);
    return (first, second) -> micro(single, list(first, second), List.of(1), chosen);
  }

  /** {@return the sum of the gradients of single examples in the first of three arguments} */
  public static <A, B, C> Fn3<A, B, C, MicroGrads<A>> microGrad(Fn3<A, B, C, Array> function) {
    return microGrad(function, options -> options);
  }

  /**
   * {@return the gradients of single examples in the first of three arguments, transformed and
   * combined}
   *
   * @param function from parameters and two batches, such as features and targets, to a scalar
   */
  public static <A, B, C, G> Fn3<A, B, C, MicroGrads<G>> microGrad(
      Fn3<A, B, C, Array> function,
      Function<MicroGradOptions<A, A>, MicroGradOptions<A, G>> options) {
    var chosen = options.apply(MicroGradOptions.defaults());
    var gradient = Transforms.valueAndGrad(function);
    Fn<List<Object>, List<@Nullable Object>> single =
        all ->
            individual(ofList((Fn3<A, B, C, ValueAndGrad<A>>) gradient::apply).apply(all), chosen);
    return (first, second, third) ->
        micro(single, list(first, second, third), List.of(1, 2), chosen);
  }

  private static <A, G> List<@Nullable Object> individual(
      ValueAndGrad<A> example, MicroGradOptions<A, G> options) {
    return Arrays.asList(
        options.transform.apply(example.grads()),
        example.value(),
        options.metrics == null ? null : options.metrics.apply(example.grads()));
  }

  @SuppressWarnings(
      "unchecked") // the first element of the list is the result of the transformation
  private static <A, G> MicroGrads<G> micro(
      Fn<List<Object>, List<@Nullable Object>> single,
      List<Object> arguments,
      List<Integer> argnums,
      MicroGradOptions<A, G> options) {
    var concat = AccumulationType.CONCAT;
    var accumulators =
        new MicrobatchOptions(
            List.of(options.accumulator, concat, concat), List.of(0), options.numRealMicrobatches);
    var given = options.keepBatchDim ? ListCalls.withExampleAxis(arguments, argnums) : arguments;
    var outputs = ListCalls.microVmap(single, given, argnums, options.microbatchSize, accumulators);
    return new MicroGrads<>(
        (G) Objects.requireNonNull(outputs.get(0)),
        (Array) Objects.requireNonNull(outputs.get(1)),
        outputs.get(2));
  }

  /**
   * {@return arrays with the batch axis as two axes, for microbatches and their elements}
   *
   * <p>The order is by columns: microbatch {@code i} of {@code n} has the elements {@code i, i + n,
   * i + 2n, ...} of the batch.
   *
   * @param axis of the batch
   */
  public static <T> T reshapeBatchAxis(T tree, int microbatchSize, int axis) {
    return Leaves.map(
        BatchAxis.split(tree, microbatchSize, axis), leaf -> Numpy.swapaxes(leaf, axis, axis + 1));
  }

  private static List<Object> list(@Nullable Object... arguments) {
    return Arrays.asList(arguments);
  }

  @SuppressWarnings("unchecked") // the list holds the arguments of the function
  private static <A, R> Fn<List<Object>, R> ofList(Fn<A, R> function) {
    return all -> function.apply((A) all.get(0));
  }

  @SuppressWarnings("unchecked") // likewise
  private static <A, B, R> Fn<List<Object>, R> ofList(Fn2<A, B, R> function) {
    return all -> function.apply((A) all.get(0), (B) all.get(1));
  }

  @SuppressWarnings("unchecked") // likewise
  private static <A, B, C, R> Fn<List<Object>, R> ofList(Fn3<A, B, C, R> function) {
    return all -> function.apply((A) all.get(0), (B) all.get(1), (C) all.get(2));
  }
}
