package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/**
 * A module from a lambda of one array.
 *
 * @see Modules
 */
public sealed class LambdaLayer extends Module<LambdaLayer> implements Layer {

  private LambdaLayer(Handle handle, Record definition) {
    super(type(((LambdaDef<?>) definition).name()), handle, definition);
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

  /**
   * {@return this with methods mapped over axes of arguments, variables and results; options
   * follow}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public Vmapped vmap(String... methods) {
    return lift(Vmapped::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this with methods mapped like {@link #vmap}, each lane on a worker thread of its own}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public Vmapped pmap(String... methods) {
    return lift(Vmapped::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this with methods run in a loop; options follow} The first argument is the carry. The
   * result is the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods their names; {@code call} unless others are given
   */
  public Scanned scan(String... methods) {
    return lift(Scanned::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this with methods checkpointed: the residuals are their arguments alone; options
   * follow}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public Rematted remat(String... methods) {
    return lift(Rematted::new, RematLift.ALL, methods);
  }

  /**
   * {@return this with methods that see some collections changed; options follow}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public VariablesMapped mapVariables(String... methods) {
    return lift(VariablesMapped::new, MapVariablesLift.NONE, methods);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends LambdaLayer implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends LambdaLayer implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends LambdaLayer implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with some collections changed, with the options as methods. */
  public static final class VariablesMapped extends LambdaLayer
      implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
