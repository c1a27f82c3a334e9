package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.random.Key;
import io.cambric.scope.LazyInit;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The overloads of init: with and without output, of lazy inputs, and for the paths of submodules.
 */
abstract class InitializableModule<M> extends TransformableModule<M> {

  InitializableModule() {}

  /** {@return the variables that a function of this module creates} */
  public final Variables init(Key key, Fn<M, ?> function) {
    return init(Rngs.of(key), function);
  }

  /** {@return the variables that a function of this module creates} */
  public final Variables init(Rngs rngs, Fn<M, ?> function) {
    return initWithOutput(rngs, function).variables();
  }

  /** {@return the variables that a function of this module creates, in all mutable collections} */
  public final Variables init(Rngs rngs, ApplyOptions options, Fn<M, ?> function) {
    return initWithOutput(rngs, options, function).variables();
  }

  /** {@return the variables that a function of this module creates, in all mutable collections} */
  public final Variables init(Key key, ApplyOptions options, Fn<M, ?> function) {
    return init(Rngs.of(key), options, function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Key key, Fn<M, R> function) {
    return initWithOutput(Rngs.of(key), function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Rngs rngs, Fn<M, R> function) {
    return initWithOutput(rngs, CallOptions.NONE, function);
  }

  /** {@return the output of a function of this module and the variables that it creates} */
  public final <R> Initialized<R> initWithOutput(Key key, ApplyOptions options, Fn<M, R> function) {
    return initWithOutput(Rngs.of(key), options, function);
  }

  /**
   * {@return the output of a function of this module and the variables that it creates}
   *
   * @param options the mutable collections, which are returned; by default all but {@code
   *     intermediates}
   */
  public abstract <R> Initialized<R> initWithOutput(
      Rngs rngs, ApplyOptions options, Fn<M, R> function);

  /**
   * {@return the modules that an init with a function calls, unbound and without names}
   *
   * <p>In the order of their first calls; the keys are paths such as {@code encoder/Dense_0}, the
   * empty one being the root. Nothing is computed.
   *
   * @see <a
   *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/module.html#flax.linen.Module.module_paths">Module.module_paths</a>
   */
  public final Map<String, Module<?>> modulePaths(Rngs rngs, Fn<M, ?> function) {
    var modules = new LinkedHashMap<String, Module<?>>();
    var options =
        ApplyOptions.intercept(call -> {
          if (MethodCall.isOffered(call.method())) {
            modules.computeIfAbsent(
                String.join("/", call.module().path()), _ -> call.module().unbind().module());
          }
          return call.proceed();
        });
    Transforms.evalShape(
        (Map<String, Key> keys) -> init(new Rngs(keys), options, function), rngs.keys());
    return Collections.unmodifiableMap(modules);
  }

  /** {@return the modules that an init with a function calls; see the other form} */
  public final Map<String, Module<?>> modulePaths(Key key, Fn<M, ?> function) {
    return modulePaths(Rngs.of(key), function);
  }

  /**
   * {@return the variables that a function of this module creates, given the shape of its input}
   *
   * <p>Operations that the variables do not need are not run.
   *
   * {@snippet :
   * dense.lazyInit(Key.of(0), new ShapedArray(Shape.of(32, 784), DType.F32), Dense::call);
   * }
   *
   * @throws io.cambric.errors.LazyInitException if a variable depends on the values of the input
   */
  public final Variables lazyInit(Key key, ShapedArray input, Fn2<M, Array, ?> function) {
    return lazyInit(
        Rngs.of(key),
        List.of(input),
        (module, inputs) -> function.apply(module, inputs.getFirst()));
  }

  /**
   * {@return the variables that a function of this module creates, given the shapes of its inputs}
   *
   * <p>Operations that the variables do not need are not run.
   *
   * @throws io.cambric.errors.LazyInitException if a variable depends on the values of inputs
   */
  public final Variables lazyInit(
      Rngs rngs, List<ShapedArray> inputs, Fn2<M, List<Array>, ?> function) {
    return LazyInit.run(inputs, arrays -> init(rngs, (M module) -> function.apply(module, arrays)));
  }
}
