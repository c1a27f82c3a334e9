package io.cambric.module;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.StagingTrace;
import io.cambric.numpy.Key;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An example of a call of a module, as {@code @Example} describes it. Generated tests run it.
 * Immutable.
 *
 * {@snippet :
 * ModuleExample.of("MlpDef", 1, "Mlp.of(64).call(f32[2, 784])")
 *     .in(DType.F32, 2, 784)
 *     .out(DType.F32, 2, 10)
 *     .run(() -> Mlp.of(64), (module, arrays) -> module.call(arrays.get(0)));
 * }
 *
 * @see io.cambric.annotations.Example
 */
public final class ModuleExample {

  private static final CollectionFilter ALL_BUT_PARAMS = CollectionFilter.allBut(Variables.PARAMS);

  private final String title;
  private final List<ShapedArray> inputs;
  private final List<ShapedArray> outputs;

  private ModuleExample(String title, List<ShapedArray> inputs, List<ShapedArray> outputs) {
    this.title = title;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  /**
   * {@return an example without arrays}
   *
   * @param definition the name of the definition, for messages
   * @param number its position among the examples of the definition
   * @param call the call as text
   */
  public static ModuleExample of(String definition, int number, String call) {
    return new ModuleExample(
        "@Example %d of %s, %s,".formatted(number, definition, call), List.of(), List.of());
  }

  /** {@return this with one more array among the arguments} */
  public ModuleExample in(DType dtype, int... sizes) {
    return new ModuleExample(title, and(inputs, dtype, sizes), outputs);
  }

  /** {@return this with one more array in the result} */
  public ModuleExample out(DType dtype, int... sizes) {
    return new ModuleExample(title, inputs, and(outputs, dtype, sizes));
  }

  private static List<ShapedArray> and(List<ShapedArray> arrays, DType dtype, int... sizes) {
    return Stream.concat(arrays.stream(), Stream.of(new ShapedArray(Shape.of(sizes), dtype)))
        .toList();
  }

  /**
   * Traces an init, and an apply with its variables. All random streams have keys, and all
   * collections but the parameters are mutable. No values are computed.
   *
   * @param module makes the module
   * @param call calls it with the arrays among the arguments
   * @throws AssertionError if the module cannot be made or called, or if its result has other
   *     arrays
   */
  public <M extends Module<M>> void run(
      Supplier<M> module, Fn2<M, List<Array>, ? extends @Nullable Object> call) {
    var made = succeeding("where the module is made", module);
    StagingTrace.trace(
        "example",
        inputs,
        arrays -> {
          var initialized =
              succeeding(
                  "in init",
                  () -> made.initWithOutput(Rngs.of(Key.of(0)), m -> call.apply(m, arrays)));
          requireOutputs("init", initialized.output());
          var options = ApplyOptions.mutable(ALL_BUT_PARAMS).rngs(Rngs.of(Key.of(1)));
          var applied =
              succeeding(
                  "in apply with the variables of init",
                  () -> made.apply(initialized.variables(), options, m -> call.apply(m, arrays)));
          requireOutputs("apply", applied.output());
          return List.of();
        });
  }

  private <T> T succeeding(String where, Supplier<T> part) {
    try {
      return part.get();
    } catch (RuntimeException e) {
      throw new AssertionError("%s fails %s: %s".formatted(title, where, e.getMessage()), e);
    }
  }

  private void requireOutputs(String method, @Nullable Object result) {
    var arrays =
        Trees.leaves(result).stream()
            .filter(Array.class::isInstance)
            .map(leaf -> ((Array) leaf).aval().strong())
            .toList();
    if (!outputs.isEmpty() && !arrays.equals(outputs)) {
      throw new AssertionError(
          "%s returns %s in %s, but %s was expected. Mend the method, or \"out\" of the @Example."
              .formatted(title, text(arrays), method, text(outputs)));
    }
  }

  private static String text(List<ShapedArray> arrays) {
    return arrays.isEmpty()
        ? "no array"
        : arrays.stream().map(ShapedArray::toText).collect(Collectors.joining(" and "));
  }

  /** {@return the definition, the position and the call} */
  @Override
  public String toString() {
    return title.substring(0, title.length() - 1);
  }
}
