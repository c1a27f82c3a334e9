package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn3;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import org.jspecify.annotations.Nullable;

/**
 * Modules from lambdas, for JShell and notebooks, where no annotation processor runs. The lambda is
 * a compact method: the submodules and parameters that it makes belong to the module.
 *
 * {@snippet :
 * var mlp = Modules.of("Mlp", x -> Dense.of(10).call(relu(Dense.of(32).call(x))));
 * var variables = mlp.init(Key.of(0), x); // {params: {Dense_0: .., Dense_1: ..}}
 * Array y = mlp.apply(variables, x);
 * }
 *
 * <p>The name replaces the name of a class. Printed models and messages show it, and as a submodule
 * without another name the module is {@code Mlp_0}. Names, variables and random keys are the same
 * as for a definition with the same compact method.
 *
 * <p>A lambda has no attributes. It may capture numbers and functions, which are fixed. A module
 * made outside is not a submodule of the lambda: capture it as a template, and write {@code
 * template.copy()}. Two modules are equal if their names are equal and their lambdas are the same
 * object. Programs keep a definition, which the compiler checks and other classes can use.
 *
 * <p>A lambda of one array, of an array and a flag for training, or of three arrays needs no types.
 * Others write the types of their arguments: {@code (Array x, Array mask) -> ...}.
 */
@SuppressWarnings("overloads") // the functions without written types extend the general ones
public final class Modules {

  private Modules() {}

  /**
   * {@return a module whose {@code call} is a lambda of one array}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static LambdaLayer of(String name, ArrayFn call) {
    return LambdaLayer.of(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of an array and a flag for training}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method, as in {@code (x, train) -> Dropout.of(0.5).call(x, !train)}
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static Lambda2<Array, Boolean, Array> of(String name, TrainFn call) {
    return Lambda2.of(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of three arrays}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static Lambda3<Array, Array, Array, Array> of(String name, ArrayFn3 call) {
    return Lambda3.of(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of the running module and an array}
   *
   * {@snippet :
   * Modules.withSelf(
   *     "Choice", (self, x) -> Lift.cond(x.sum().gt(0), (m, y) -> wide.copy().call(y), (m, y) -> y, self, x));
   * }
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method; its first argument is the module as transformations such as
   *     {@code Lift.cond} take it
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static LambdaLayer withSelf(String name, Fn2<LambdaLayer, Array, Array> call) {
    return LambdaLayer.withSelf(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of the running module, an array and a flag for
   * training}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method; its first argument is the module as transformations such as
   *     {@code Lift.cond} take it
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static Lambda2<Array, Boolean, Array> withSelf(
      String name, Fn3<Lambda2<Array, Boolean, Array>, Array, Boolean, Array> call) {
    return Lambda2.withSelf(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of one argument with a written type}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method of a pytree
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static <A extends @Nullable Object, R extends @Nullable Object> Lambda<A, R> of(
      String name, Fn<A, R> call) {
    return Lambda.of(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of two arguments with written types}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method of two pytrees
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
      Lambda2<A, B, R> of(String name, Fn2<A, B, R> call) {
    return Lambda2.of(name, call);
  }

  /**
   * {@return a module whose {@code call} is a lambda of three arguments with written types}
   *
   * @param replaces the name of a class, such as {@code Mlp}
   * @param call a compact method of three pytrees
   * @throws io.cambric.errors.InvalidNameException if the name is empty or has a slash in it
   */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          R extends @Nullable Object>
      Lambda3<A, B, C, R> of(String name, Fn3<A, B, C, R> call) {
    return Lambda3.of(name, call);
  }
}
