package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.random.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/**
 * A module from a lambda of one array.
 *
 * @see Modules
 */
public final class LambdaLayer extends Module<LambdaLayer> implements Layer {

  private LambdaLayer(Handle handle, LambdaDef<Fn<Array, Array>> definition) {
    super(type(definition.name()), handle, definition);
  }

  private static ModuleType<LambdaLayer> type(String name) {
    return ModuleType.<Fn<Array, Array>, LambdaLayer>ofLambda(
        name, LambdaLayer.class, LambdaLayer::new);
  }

  static LambdaLayer of(String name, Fn<Array, Array> function) {
    return construct(LambdaLayer.type(name), () -> new LambdaDef<>(name, function));
  }

  static LambdaLayer withSelf(String name, Fn2<LambdaLayer, Array, Array> function) {
    return of(name, new WithSelf(name, function));
  }

  /** A lambda that gets the running module; equal to another of the same lambda. */
  private record WithSelf(String name, Fn2<LambdaLayer, Array, Array> function)
      implements Fn<Array, Array> {
    @Override
    public Array apply(Array x) {
      return function.apply(running(type(name)), x);
    }
  }

  /** Runs the lambda in the scope of this module, as a compact method. */
  @Override
  public Array call(Array x) {
    LambdaDef<Fn<Array, Array>> def = definition(this);
    return run(MethodCall.CALL, MethodKind.COMPACT, a -> def.function().apply(a.<Array>get(0)), x);
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Key key, Array x) {
    return init(key, m -> m.call(x));
  }

  /** {@return the variables that the lambda makes when it runs on arguments like these} */
  public Variables init(Rngs rngs, Array x) {
    return init(rngs, m -> m.call(x));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<Array> initWithOutput(Key key, Array x) {
    return initWithOutput(key, m -> m.call(x));
  }

  /** {@return the output of the lambda, and the variables that it makes} */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x) {
    return initWithOutput(rngs, m -> m.call(x));
  }

  /** {@return the output of the lambda, given its variables} */
  public Array apply(Variables variables, Array x) {
    return apply(variables, m -> m.call(x));
  }

  /** {@return the output of the lambda, and the variables that were mutable} */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x) {
    return apply(variables, options, m -> m.call(x));
  }
}
